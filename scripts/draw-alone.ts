import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/project.mjs';

const SHARES = "from './shared.ts'";

/**
 * Draws one of the end-to-end files whose tests share a program, to run with a program for each test this time: what
 * only holds after other tests comes to light that way. `ASPEN_ALONE` names one instead of drawing it.
 *
 * @param random from 0 to 1, less than 1
 */
export function drawAlone(random: () => number = Math.random): string | undefined {
  if (process.env.ASPEN_ALONE !== undefined) return process.env.ASPEN_ALONE;
  const folder = join(root, 'tests', 'e2e');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes(SHARES));
  return files[Math.floor(random() * files.length)];
}
