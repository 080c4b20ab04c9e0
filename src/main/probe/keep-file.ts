import { renameSync } from 'node:fs';
import { partialPathOf } from '../store/connection/partial-file.ts';
import { copyFile, onDisk, syncFile } from './copy-file.ts';

export interface KeepOptions {
  readonly path: string;
  /** Path of the copy, where there must be no file. */
  readonly target: string;
}

/**
 * Copies a file byte for byte, whatever it is. The caller removes the partial file if that fails.
 * @throws {AspenError} DISK_FULL, IO_ERROR
 */
export function keepFile({ path, target }: KeepOptions): void {
  const partial = partialPathOf(target);
  copyFile(path, partial);
  onDisk(() => {
    syncFile(partial);
    renameSync(partial, target);
  });
}
