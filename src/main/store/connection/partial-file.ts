import { existsSync, unlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { isNonEmpty, isSameFile } from './file-stats.ts';
import { resolveTarget } from './resolve-file.ts';

/** Remembers partial files beyond the end of the process (`main/partial-records.ts`). */
export interface PartialRecords {
  /** Part of the name of every partial file of this process, and of no other file. */
  readonly token: string;
  /** A file is about to be written at this path. */
  begun(path: string): void;
  /** The file at this path was renamed, or deleted as far as possible. */
  ended(path: string): void;
}

/** Undefined in scripts, which delete what they leave themselves. */
let records: PartialRecords | undefined;

/** Absolute paths of the files that this process is writing. */
const inProgress = new Set<string>();

/** No file system allows longer names. UTF-8 bytes. */
const MAX_NAME = 255;

/** A file being written under a temporary name. This process writes one file per target at a time. */
export interface PartialFile {
  /** The path to write. */
  readonly path: string;
  /** The real path to rename it to: a copy over a link replaces the file that the link leads to. */
  readonly target: string;
  /**
   * Gives up the target and deletes whatever is left under the temporary name; what cannot be deleted now is
   * deleted at the next start. Harmless when called again.
   */
  release(): void;
}

/** From now on records partial files, so that the next start can delete those of a killed program. */
export function recordPartials(kept: PartialRecords): void {
  records = kept;
}

/** The temporary name, beside the target, of a file that is being written. */
export function partialPathOf(target: string): string {
  const ending = records === undefined ? '.partial' : `.${records.token}.partial`;
  let name = basename(target);
  while (Buffer.byteLength(name + ending) > MAX_NAME) name = name.slice(0, -1);
  return join(dirname(target), name.toWellFormed() + ending);
}

/**
 * @param chosenTarget may be a link to a file
 * @throws {AspenError} INVALID_ARGUMENT while another file is being written to the same target, for a link that
 *   leads nowhere, and beside a journal, which SQLite would roll back into the new file; IO_ERROR
 */
export function beginPartial(chosenTarget: string): PartialFile {
  const target = resolveTarget(chosenTarget);
  if (isNonEmpty(`${target}-journal`))
    throw new AspenError(
      'INVALID_ARGUMENT',
      `there is a journal next to ${basename(chosenTarget)}; choose another name`,
    );
  const path = partialPathOf(target);
  const absolutePath = resolve(path);
  // Two spellings may name the same file.
  if (inProgress.has(absolutePath) || [...inProgress].some((other) => isSameFile(other, path)))
    throw new AspenError(
      'INVALID_ARGUMENT',
      `another file is being written to ${basename(chosenTarget)}; choose another name`,
    );
  inProgress.add(absolutePath);
  records?.begun(absolutePath);
  let isReleased = false;
  return {
    path,
    target,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      inProgress.delete(absolutePath);
      try {
        removePartial(path);
      } catch {
        // Its record stays.
      }
      records?.ended(absolutePath);
    },
  };
}

/** Deletes a partial file and its journal. */
export function removePartial(partial: string): void {
  for (const path of [partial, `${partial}-journal`]) if (existsSync(path)) unlinkSync(path);
}
