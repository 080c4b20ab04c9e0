import { type FileHandle, lstat, open, realpath, rename, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { isGroveFile, linksNowhere, notWritten, writingNotPermitted } from '../../ui-text/exchange.ts';

/** All pieces of a file are strings, or all are bytes. */
export type FilePiece = string | Uint8Array;

/** Smaller pieces are buffered and written together. UTF-16 code units, or bytes. */
const FLUSH_LENGTH = 2 ** 16;

export interface AtomicWrite {
  /** Stops the writing and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Reserves a temporary name beside a target. `release` deletes what is left under that name.
   * @throws {AspenError} INVALID_ARGUMENT while another file is being written to the same target
   */
  begin(target: string): { readonly path: string; release(): void };
}

/**
 * Writes a file atomically: to a new file beside it, which is then renamed. Pieces are requested during
 * writing, so that only a few are in memory and other work can run in between.
 * @returns false when it was stopped
 * @throws {AspenError} DISK_FULL; IO_ERROR; INVALID_ARGUMENT for a grove; as `begin`; whatever a piece throws
 */
export async function writeFileAtomically(
  path: string,
  pieces: Iterable<FilePiece>,
  { signal, begin }: AtomicWrite,
): Promise<boolean> {
  const target = await targetOf(path);
  if (target.endsWith('.aspen')) throw new AspenError('INVALID_ARGUMENT', isGroveFile(basename(target)));
  const partial = begin(target);
  const producing = { failed: false };
  try {
    const file = await open(partial.path, 'w', await modeOf(target));
    try {
      if (!(await writeAll(file, pieces, signal, producing))) return false;
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial.path, target);
    return true;
  } catch (error) {
    if (producing.failed) throw error;
    throw toAspenError(error, basename(path));
  } finally {
    partial.release();
  }
}

/**
 * Returns false when it was stopped. Sets `producing.failed` while a piece is being produced: then an error
 * is not the disk's.
 */
export async function writeAll(
  file: FileHandle,
  pieces: Iterable<FilePiece>,
  signal: AbortSignal | undefined,
  producing = { failed: false },
): Promise<boolean> {
  const iterator = pieces[Symbol.iterator]();
  const next = () => {
    producing.failed = true;
    const piece = iterator.next();
    producing.failed = false;
    return piece;
  };
  let text = '';
  let bytes: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    await file.writeFile(text);
    await file.writeFile(Buffer.concat(bytes));
    [text, bytes, size] = ['', [], 0];
  };
  for (let piece = next(); piece.done !== true; piece = next()) {
    if (signal?.aborted === true) {
      iterator.return?.();
      return false;
    }
    if (typeof piece.value === 'string') text += piece.value;
    else bytes.push(piece.value);
    size += piece.value.length;
    if (size >= FLUSH_LENGTH) await flush();
  }
  await flush();
  return signal?.aborted !== true;
}

/**
 * Follows a link to the file itself, so that the link stays.
 * @throws {AspenError} INVALID_ARGUMENT for a link that leads nowhere
 */
async function targetOf(path: string): Promise<string> {
  const target = await realpath(path).catch(() => path);
  const stats = await lstat(target).catch(() => undefined);
  if (stats?.isSymbolicLink() === true)
    throw new AspenError('INVALID_ARGUMENT', linksNowhere(basename(path)));
  return target;
}

/** The mode of the existing file; the system's default for a new one. */
async function modeOf(path: string): Promise<number> {
  const known = await stat(path).catch(() => undefined);
  return known === undefined ? 0o666 : known.mode & 0o777;
}

/** The failure of writing a file or a folder. */
export function toAspenError(error: unknown, name: string): AspenError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const detail = notWritten(name);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AspenError('DISK_FULL', detail, { cause: error });
  // Windows refuses to replace a file that another program has open.
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'EBUSY') {
    return new AspenError('IO_ERROR', writingNotPermitted(name), {
      cause: error,
    });
  }
  return new AspenError('IO_ERROR', detail, { cause: error });
}
