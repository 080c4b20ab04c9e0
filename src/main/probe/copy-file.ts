import { closeSync, constants, copyFileSync, fsyncSync, openSync, readSync, renameSync } from 'node:fs';
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

const CHUNK_SIZE = 1024 * 1024;

/**
 * Returns true if every byte of a file can be read, regardless of its contents: SQLite also reports a file as malformed
 * when a disconnected disk or an unresponsive server did not return its data. Only for a process that does not have the
 * file open.
 */
export function isFileReadable(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const chunk = Buffer.alloc(CHUNK_SIZE);
      while (readSync(file, chunk) > 0);
      return true;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

export interface KeepOptions {
  readonly path: string;
  /** Path of the copy, where there must be no file. */
  readonly target: string;
  /** Path of the copy while it is written. */
  readonly partial: string;
}

/**
 * Copies a file byte for byte, whatever it is. The caller removes the partial file if that fails.
 * @throws {AspenError} DISK_FULL, IO_ERROR
 */
export function keepFile({ path, target, partial }: KeepOptions): void {
  copyFile(path, partial);
  onDisk(() => {
    syncFile(partial);
    renameSync(partial, target);
  });
}
