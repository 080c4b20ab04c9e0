/**
 * The main job in a packaged program: a grove from its file, writing, generating offline, closing, opening again.
 * `node tests/e2e/packaged-job.ts PROGRAM` does it with an installed one, as the release does on every system.
 */
import { strict as assert } from 'node:assert';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect } from './demo-steps.ts';
import { PackagedProgram } from './packaged-program.ts';

export interface PackagedJob {
  readonly executable: string;
  /** Folder of the program's own data. */
  readonly data: string;
  /** For the grove and the picture. */
  readonly folder: string;
}

/** The grove that the job leaves in its folder. */
export const PACKAGED_GROVE = 'The Rain, packaged';

const OPENING = 'The rain came down in the night and nobody herad it. ';

/** Does the job. @returns what was checked, as lines */
export async function doPackagedJob({ executable, data, folder }: PackagedJob): Promise<readonly string[]> {
  const file = join(folder, `${PACKAGED_GROVE}.aspen`);
  let program = await PackagedProgram.start(executable, data, ['--create', file]);
  let page = await program.window(PACKAGED_GROVE);
  const manuscript = page.getByRole('textbox', { name: 'Manuscript' });
  await expect(manuscript).toBeFocused();
  await manuscript.pressSequentially(OPENING);
  await expect(manuscript.locator('.misspelled')).toHaveText('herad');
  await page.keyboard.press('Control+Enter');
  const continuations = page.getByRole('listbox', { name: 'Continuations' });
  await expect(continuations.getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(page.getByRole('status', { name: 'Status' })).toContainText('Saved');
  const text = await readText(page);
  assert.ok(text.startsWith(OPENING) && text.length > OPENING.length);
  await page.screenshot({ path: join(folder, 'packaged.png') });
  await program.quit();
  const checked = checkHashes(readGrove(file));

  program = await PackagedProgram.start(executable, data, [pathToFileURL(file).href]);
  page = await program.window(PACKAGED_GROVE);
  await expect.poll(() => readText(page)).toBe(text);
  await program.quit();
  return [
    'written, spelled, continued three times offline, closed, and opened again by its file: address',
    checked,
  ];
}

/** The text on the screen. */
export function readText(page: Page): Promise<string> {
  return page
    .getByRole('textbox', { name: 'Manuscript' })
    .locator('.cm-line')
    .evaluateAll((lines) => lines.map((line) => line.textContent ?? '').join('\n'));
}

if (import.meta.main) {
  const [executable] = process.argv.slice(2);
  if (executable === undefined) throw new Error('Give a program: node tests/e2e/packaged-job.ts PROGRAM');
  const folder = mkdtempSync(join(tmpdir(), 'aspen-packaged-'));
  const lines = await doPackagedJob({ executable: resolve(executable), data: join(folder, 'data'), folder });
  process.stdout.write(`${lines.join('\n')}\n`);
}
