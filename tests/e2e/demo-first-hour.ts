/** The first hour of a new writer, as `docs/first-hour.md` tells it, with its pictures. */
import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect } from './demo-steps.ts';
import type { Desk, Writer } from './writer.ts';

export interface FirstHour {
  readonly desk: Desk;
  /** For the pictures and the exported text. */
  readonly folder: string;
}

const OPENING =
  'The lake froze in one night, and in the morning there were footprints on it, going out. Nobody in the house ' +
  'had heard a door.';

/** Does what the document tells. @returns the pictures, in order */
export async function showFirstHour({ desk, folder }: FirstHour): Promise<readonly string[]> {
  const pictures: string[] = [];
  let writer = await desk.open();
  const { page } = writer;
  const picture = async (name: string) => {
    pictures.push(`first-hour-${pictures.length + 1}-${name}.png`);
    await writer.page.emulateMedia({ colorScheme: 'light' });
    await writer.page.mouse.move(0, 0);
    await writer.takePicture(join(folder, pictures.at(-1) ?? name));
  };
  await expect(page.getByRole('button', { name: 'New grove' })).toBeVisible();
  await picture('welcome');

  // Write, and ask for three continuations.
  await page.getByRole('button', { name: 'New grove' }).click();
  await expect(writer.manuscript).toBeFocused();
  await writer.type(`## The Lake\n\n${OPENING}`);
  await writer.generate(3);
  await picture('continuations');

  // Read them, choose, and edit.
  const chosen = writer.continuations.getByRole('option', { selected: true });
  await writer.press('Alt+ArrowDown', 'Alt+ArrowDown');
  await expect(chosen).toHaveAccessibleName(/^3 of 3/);
  await writer.press('Alt+ArrowUp');
  await expect(chosen).toHaveAccessibleName(/^2 of 3/);
  await writer.press('Control+End');
  await writer.type(' Her brother said it was the wind.');
  await picture('chosen');

  // A second chapter with two scenes, seen in the outline.
  await writer.type(
    '\n\n## The House\n\nBy noon the prints had filled with snow. She went down with the lamp and the good rope.' +
      '\n\n***\n\nIn the evening somebody had lit the stove.',
  );
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.command('Outline tab');
  const outline = page.getByRole('tree', { name: 'Outline' });
  await expect(outline.getByRole('treeitem', { name: /^The House/ })).toBeVisible();
  await writer.manuscript.click();
  await writer.press('Control+End', 'Control+PageUp');
  await expect(page.getByRole('log', { name: 'Announcements' })).toContainText('The House.');
  await picture('chapters');

  // A note, and a bookmark.
  await writer.press('Control+d', 'Alt+n');
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeFocused();
  await page.keyboard.type('Who has the other key?');
  await picture('note');
  await writer.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Who has the other key?');

  // Two tags.
  const tag = page.getByRole('combobox', { name: 'Add a tag', exact: true });
  await tag.fill('#key');
  await writer.press('Enter', tag);
  await tag.fill('house/door');
  await writer.press('Enter', tag);
  await expect(
    page.getByRole('tabpanel').getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem'),
  ).toHaveCount(2);

  // Find a word in everything that was written, chosen or not.
  await writer.press('Control+Shift+F');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.type('lake');
  await expect(
    page.getByRole('option').or(page.getByRole('listitem')).filter({ hasText: 'lake' }).first(),
  ).toBeVisible();
  await picture('search');
  await search.fill('');
  await writer.press('Escape');

  // Take the text out.
  const file = join(folder, 'The Lake.md');
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, file);
  await writer.command('Export as Markdown');
  await expect.poll(() => read(file)).toContain('In the evening somebody had lit the stove.');
  for (const [command, ending] of [
    ['Export as an e-book', 'epub'],
    ['Export as a Word document', 'docx'],
  ] as const) {
    const book = join(folder, `The Lake.${ending}`);
    await writer.app.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
    }, book);
    await writer.command(command);
    await expect.poll(() => readParts(book)).toContain('In the evening somebody had lit the stove.');
  }

  // Close, and find the last line again.
  await writer.manuscript.click();
  await writer.press('Control+End');
  const text = await writer.text();
  await writer.waitUntilSaved();
  await writer.close();
  writer = await reopen(desk);
  await expect.poll(() => writer.text()).toBe(text);
  await expect(writer.manuscript).toBeFocused();
  await picture('again');
  await writer.close();
  assert.equal(pictures.length, 7);
  return pictures;
}

async function reopen(desk: Desk): Promise<Writer> {
  const writer = await desk.openLast();
  await expect(writer.manuscript).toBeVisible();
  return writer;
}

/** A file that may not be there yet. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The files in an archive, which may not be there yet. */
function readParts(archive: string): string {
  if (!existsSync(archive)) return '';
  return Object.values(unzipSync(readFileSync(archive)))
    .map((part) => strFromU8(part))
    .join('\n');
}
