import { AspenError } from '../../../core/errors.ts';

/**
 * The value of a JSON column. The caller asserts its type: this program wrote the file.
 * @throws {AspenError} CORRUPT when it is not JSON
 */
export function parseColumn<T>(json: string, column: string): T {
  try {
    return JSON.parse(json) as T;
  } catch (error) {
    throw new AspenError('CORRUPT', `${column} is not JSON`, { cause: error });
  }
}
