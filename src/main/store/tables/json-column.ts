import { AspenError } from '../../../core/errors.ts';
import { isTooDeep } from '../../../core/provenance/json-depth.ts';

/**
 * The value of a JSON column. Other programs can write such a column too: without `findFault`, the caller
 * checks what it needs of the value.
 * @param json anything in a damaged file: one changed bit turns a text into bytes, even in a strict table
 * @param findFault what is wrong with the value, such as “is not an object”; null if it is valid
 * @throws {AspenError} CORRUPT when it is not JSON, nested too deeply, or not valid
 */
export function parseColumn<T>(
  json: unknown,
  column: string,
  findFault: (value: unknown) => string | null = () => null,
): T {
  if (typeof json !== 'string') throw new AspenError('CORRUPT', `${column} is not text`);
  if (isTooDeep(json)) throw new AspenError('CORRUPT', `${column} is nested too deeply`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new AspenError('CORRUPT', `${column} is not JSON`, { cause: error });
  }
  const fault = findFault(value);
  if (fault !== null) throw new AspenError('CORRUPT', `${column} ${fault}`);
  return value as T;
}
