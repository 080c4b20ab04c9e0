import { AspenError } from '../../../core/errors.ts';

/**
 * What a column of JSON holds. The type is the caller's word for it: the file's own program wrote it.
 * @throws {AspenError} CORRUPT when it is not JSON
 */
export function parseColumn<T>(json: string, column: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    throw new AspenError('CORRUPT', `${column} is not JSON`, { cause: error });
  }
}
