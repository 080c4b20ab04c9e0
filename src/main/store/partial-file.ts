import { existsSync, unlinkSync } from 'node:fs';

/** What is on its way to a place is written beside it under this name. */
export function partialOf(target: string): string {
  return `${target}.partial`;
}

/** Takes away what is left of a file that did not come to its place. */
export function removePartial(partial: string): void {
  for (const path of [partial, `${partial}-journal`]) if (existsSync(path)) unlinkSync(path);
}
