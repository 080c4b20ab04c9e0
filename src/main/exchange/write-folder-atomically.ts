import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { folderExists } from '../../ui-text/exchange.ts';
import { type AtomicWrite, type FilePiece, toAspenError, writeAll } from './write-file-atomically.ts';

/** A file of a folder, in pieces. */
export interface FolderFile {
  /** Safe on every system (`stemsOfFolder`). */
  readonly name: string;
  readonly pieces: Iterable<FilePiece>;
}

/**
 * Writes a new folder atomically: under a temporary name beside it, which is then renamed. Files are requested during writing.
 * @returns false when it was stopped
 * @throws {AspenError} INVALID_ARGUMENT if there is anything of that name; DISK_FULL; IO_ERROR; as `begin`; whatever a
 *   file throws
 */
export async function writeFolderAtomically(
  path: string,
  files: Iterable<FolderFile>,
  { signal, begin }: AtomicWrite,
): Promise<boolean> {
  const name = basename(path);
  if ((await lstat(path).catch(() => undefined)) !== undefined)
    throw new AspenError('INVALID_ARGUMENT', folderExists(name));
  const partial = begin(path);
  try {
    await mkdir(partial.path);
    for (const { name: file, pieces } of files)
      if (!(await writeNew(join(partial.path, file), pieces, signal))) return false;
    if (signal?.aborted === true) return false;
    await rename(partial.path, path);
    return true;
  } catch (error) {
    // Anything else is a fault of the files, and not of the disk.
    throw error instanceof Error && 'syscall' in error ? toAspenError(error, name) : error;
  } finally {
    await rm(partial.path, { recursive: true, force: true });
    partial.release();
  }
}

async function writeNew(
  path: string,
  pieces: Iterable<FilePiece>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const file = await open(path, 'wx');
  try {
    if (!(await writeAll(file, pieces, signal))) return false;
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}
