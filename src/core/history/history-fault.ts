import { AspenError } from '../errors.ts';

/**
 * Refuses a history.
 * @param where the part of the file that is at fault, as `deltas[3].ops[0]`
 * @throws {AspenError} INVALID_ARGUMENT, always
 */
export function refuseHistory(where: string, why: string, cause?: unknown): never {
  throw new AspenError('INVALID_ARGUMENT', `${where}: ${why}`, { cause });
}
