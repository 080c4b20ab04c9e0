import { existsSync, unlinkSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { isSameFile } from './file-stats.ts';

/** Of what is being written in this process. */
const underWay = new Set<string>();

/** A file on its way to a place, which nothing else of this process is meanwhile. */
export interface PartialFile {
  /** What is on its way is written there. */
  readonly path: string;
  /** It has come to its place, or never will: nothing is left of it. Harmless when it ended before. */
  end(): void;
}

/** What is on its way to a place is written beside it under this name. */
export function partialOf(target: string): string {
  return `${target}.partial`;
}

/** @throws {AspenError} INVALID_ARGUMENT while another file is on its way to the same place; IO_ERROR */
export function beginPartial(target: string): PartialFile {
  const path = partialOf(target);
  const whole = resolve(path);
  // A path may be written in more than one way.
  if (underWay.has(whole) || [...underWay].some((other) => isSameFile(other, path)))
    throw new AspenError(
      'INVALID_ARGUMENT',
      `another file is on its way to ${basename(target)}; choose another name`,
    );
  underWay.add(whole);
  let hasEnded = false;
  return {
    path,
    end: () => {
      if (hasEnded) return;
      hasEnded = true;
      underWay.delete(whole);
      removePartial(path);
    },
  };
}

/** Takes away what is left of a file that did not come to its place. */
export function removePartial(partial: string): void {
  for (const path of [partial, `${partial}-journal`]) if (existsSync(path)) unlinkSync(path);
}
