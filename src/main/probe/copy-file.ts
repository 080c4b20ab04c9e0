import { closeSync, constants, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { AspenError } from '../../core/errors.ts';

/**
 * Copies a file that this process does not have open. If the file system can, the two share their bytes until
 * one is written.
 * @throws {AspenError} DISK_FULL, IO_ERROR
 */
export function copyFile(from: string, to: string): void {
  onDisk(() => copyFileSync(from, to, constants.COPYFILE_FICLONE));
}

/** Runs `work` and translates its file system errors. @throws {AspenError} DISK_FULL, IO_ERROR */
export function onDisk(work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    throw new AspenError(isFull ? 'DISK_FULL' : 'IO_ERROR', String(error), { cause: error });
  }
}

/** Flushes a file to disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
