import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/project.mjs';

/** A file states this if its tests all have programs of their own. */
const NOT_SHARED = 'isShared: false';

/**
 * Picks one of the end-to-end files whose tests share a program and gives each of its tests a program of its own in this
 * run. This exposes tests that pass only after others have run. `ASPEN_ISOLATED_FILE` names the file instead.
 *
 * @param random returns a number from 0 up to but not including 1
 */
export function pickIsolatedFile(random: () => number = Math.random): string | undefined {
  if (process.env.ASPEN_ISOLATED_FILE !== undefined) return process.env.ASPEN_ISOLATED_FILE;
  const folder = join(root, 'tests', 'e2e');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .filter((name) => !readFileSync(join(folder, name), 'utf8').includes(NOT_SHARED));
  return files[Math.floor(random() * files.length)];
}
