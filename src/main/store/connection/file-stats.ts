import { accessSync, type BigIntStats, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { AspenError } from '../../../core/errors.ts';

/** @throws {AspenError} IO_ERROR when the file system gives no answer */
export function findStats(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Beside a file with the longest name there can be no journal.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw new AspenError('IO_ERROR', `${basename(file)} could not be read (${String(code)})`, {
      cause: error,
    });
  }
}

export function getStats(file: string): BigIntStats {
  const stats = findStats(file);
  if (stats === undefined) throw new AspenError('NOT_FOUND', `${basename(file)} does not exist`);
  return stats;
}

/** Returns true if a path leads to a non-empty file; false when the system gives no answer. */
export function isNonEmpty(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    // Opening the file reports the reason.
    return false;
  }
}

/** Returns true if a path may lead to a non-empty file; also when the system gives no answer. */
export function mayBeNonEmpty(file: string): boolean {
  try {
    return (findStats(file)?.size ?? 0n) > 0n;
  } catch {
    return true;
  }
}

/** Returns true if the system permits writing a file and its folder, as far as it reports that beforehand. */
export function isWritable(file: string): boolean {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM';
  }
}

/** Returns true if two paths lead to the same file; false when either leads nowhere. */
export function isSameFile(one: string, other: string): boolean {
  const stats = findStats(other);
  return stats !== undefined && hasSameIdentity(findStats(one), stats);
}

/** Returns true if the file has other names, as hard links. @throws {AspenError} NOT_FOUND, IO_ERROR */
export function hasOtherNames(file: string): boolean {
  return getStats(file).nlink > 1n;
}

export function hasSameIdentity(one: BigIntStats | undefined, other: BigIntStats): boolean {
  return one !== undefined && one.dev === other.dev && one.ino === other.ino;
}
