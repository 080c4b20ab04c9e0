import { accessSync, type BigIntStats, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { AspenError } from '../../../core/errors.ts';

/** @throws {AspenError} IO_ERROR when the file system does not say */
export function findStats(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new AspenError('IO_ERROR', `${basename(file)} cannot be looked at (${String(code)})`, {
      cause: error,
    });
  }
}

export function getStats(file: string): BigIntStats {
  const stats = findStats(file);
  if (stats === undefined) throw new AspenError('NOT_FOUND', `there is nothing at ${basename(file)}`);
  return stats;
}

/** Whether something stands at a path and is not empty, as far as the system says. */
export function isFilled(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    // Whoever opens it hears why.
    return false;
  }
}

/** Whether something that is not empty may stand at a path: also where the system does not say. */
export function mayBeFilled(file: string): boolean {
  try {
    return (findStats(file)?.size ?? 0n) > 0n;
  } catch {
    return true;
  }
}

/** Whether a file and what stands beside it may be written, as far as the system says beforehand. */
export function mayWrite(file: string): boolean {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM';
  }
}

/** Whether two paths lead to the same file; false where either leads nowhere. */
export function isSameFile(one: string, other: string): boolean {
  const stats = findStats(other);
  return stats !== undefined && isSame(findStats(one), stats);
}

export function isSame(one: BigIntStats | undefined, other: BigIntStats): boolean {
  return one !== undefined && one.dev === other.dev && one.ino === other.ino;
}
