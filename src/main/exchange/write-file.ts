import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AspenError } from '../../core/errors.ts';

export type FilePiece = string | Uint8Array;

/** Small pieces are written together. UTF-16 code units. */
const AT_ONCE = 2 ** 16;

/**
 * Writes a file by way of a new one beside it and a rename: it is there whole, or as it was. Pieces are asked for while
 * it is written, so that no more than a few are in memory and other work goes on between them.
 * @param signal stops the writing; nothing is left of it then
 * @returns false where it was stopped
 * @throws {AspenError} DISK_FULL; IO_ERROR; INVALID_ARGUMENT for a grove; whatever a piece throws
 */
export async function writeFileWhole(
  path: string,
  pieces: Iterable<FilePiece>,
  signal?: AbortSignal,
): Promise<boolean> {
  const target = await targetOf(path);
  if (target.endsWith('.aspen')) throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is a grove.`);
  const partial = join(dirname(target), `.${basename(target)}.partial`);
  const said = { refused: false };
  try {
    const file = await open(partial, 'w', await modeOf(target));
    try {
      if (!(await writeAll(file, pieces, signal, said))) return false;
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, target);
    return true;
  } catch (error) {
    if (said.refused) throw error;
    throw refusalOf(error, basename(path));
  } finally {
    // After the rename there is none.
    await unlink(partial).catch(() => undefined);
  }
}

/** Answers false where it was stopped. Marks in `said` that what failed was a piece, not the disk. */
async function writeAll(
  file: FileHandle,
  pieces: Iterable<FilePiece>,
  signal: AbortSignal | undefined,
  said: { refused: boolean },
): Promise<boolean> {
  const iterator = pieces[Symbol.iterator]();
  const next = () => {
    said.refused = true;
    const piece = iterator.next();
    said.refused = false;
    return piece;
  };
  let held = '';
  for (let piece = next(); piece.done !== true; piece = next()) {
    if (signal?.aborted === true) {
      iterator.return?.();
      return false;
    }
    if (typeof piece.value !== 'string') await file.writeFile(piece.value);
    else held += piece.value;
    if (held.length < AT_ONCE) continue;
    await file.writeFile(held);
    held = '';
  }
  await file.writeFile(held);
  return signal?.aborted !== true;
}

/** Through a link to the file itself: the link stays. */
async function targetOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** As the file was; a new one as the system has it. */
async function modeOf(path: string): Promise<number> {
  const known = await stat(path).catch(() => undefined);
  return known === undefined ? 0o666 : known.mode & 0o777;
}

function refusalOf(error: unknown, name: string): AspenError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const detail = `${name} could not be written.`;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AspenError('DISK_FULL', detail, { cause: error });
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new AspenError('IO_ERROR', `${name} could not be written: the place does not allow it.`, {
      cause: error,
    });
  }
  return new AspenError('IO_ERROR', detail, { cause: error });
}
