import { type FilePiece, writeFileAtomically } from '../exchange/write-file-atomically.ts';
import { beginPartial } from '../store/connection/partial-file.ts';

/** Writes a file for other programs. @returns false when it was stopped @throws as `writeFileAtomically` */
export function writeExport(
  path: string,
  pieces: Iterable<FilePiece>,
  signal?: AbortSignal,
): Promise<boolean> {
  return writeFileAtomically(path, pieces, { signal, begin: beginPartial });
}
