import { renameSync } from 'node:fs';
import { copyFile, onDisk, syncFile } from './copy-file.ts';

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
