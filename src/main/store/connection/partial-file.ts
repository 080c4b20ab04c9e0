import { existsSync, unlinkSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { isSameFile } from './file-stats.ts';

/** Absolute paths of the files that this process is writing. */
const inProgress = new Set<string>();

/** A file being written under a temporary name. This process writes one file per target at a time. */
export interface PartialFile {
  /** Where to write. */
  readonly path: string;
  /**
   * Gives up the target and deletes whatever is left under the temporary name. Harmless when called again.
   */
  release(): void;
}

/** The temporary name, beside the target, of a file that is being written. */
export function partialPathOf(target: string): string {
  return `${target}.partial`;
}

/** @throws {AspenError} INVALID_ARGUMENT while another file is being written to the same target; IO_ERROR */
export function beginPartial(target: string): PartialFile {
  const path = partialPathOf(target);
  const absolutePath = resolve(path);
  // Two spellings may name the same file.
  if (inProgress.has(absolutePath) || [...inProgress].some((other) => isSameFile(other, path)))
    throw new AspenError(
      'INVALID_ARGUMENT',
      `another file is being written to ${basename(target)}; choose another name`,
    );
  inProgress.add(absolutePath);
  let isReleased = false;
  return {
    path,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      inProgress.delete(absolutePath);
      removePartial(path);
    },
  };
}

/** Deletes a partial file and its journal. */
export function removePartial(partial: string): void {
  for (const path of [partial, `${partial}-journal`]) if (existsSync(path)) unlinkSync(path);
}
