import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Backups, and copies of a grove as the writer makes them, by the palette and the system's dialogs. */

/** Answers the system's dialog that asks where a file goes. */
async function chooses({ app }: Writer, filePath: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

async function run(writer: Writer, words: string): Promise<void> {
  await writer.press('Control+Shift+P');
  await writer.page.getByRole('dialog').getByRole('combobox').fill(words);
  await writer.press('Enter');
}

function backupsOf(desk: Desk): readonly string[] {
  const folder = join(desk.dataFolder, 'backups');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((grove) => readdirSync(join(folder, grove)));
}

test('closing leaves a backup, and a copy of it opens as a grove of its own', async ({ desk }, info) => {
  const first = await desk.open('story.aspen');
  await first.type('The lake froze in one night. ');
  await first.generate();
  await first.close();
  expect(backupsOf(desk)).toHaveLength(1);

  const writer = await desk.open('story.aspen');
  await writer.waitUntilSaved();
  const before = await writer.text();
  await writer.press('Control+End');
  await writer.type('It thawed again.');
  await run(writer, 'Open a copy from');
  const dialog = writer.page.getByRole('dialog', { name: 'Open a copy from…' });
  const backup = dialog.getByRole('listitem').getByRole('button');
  await expect(backup).toHaveCount(1);
  await expect(backup).toContainText('nodes in 1 tree');
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`backups-${colorScheme}.png`));
    const { violations } = await new AxeBuilder({ page: writer.page }).setLegacyMode(true).analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  }
  await chooses(writer, desk.file('before.aspen'));
  const opened = writer.app.waitForEvent('window');
  await expect(backup).toBeFocused();
  await writer.press('Enter');
  const page = await opened;
  await expect(page.getByRole('textbox', { name: 'Manuscript' })).toContainText(before.trim().slice(-20));
  await expect(page.getByRole('textbox', { name: 'Manuscript' })).not.toContainText('It thawed again.');
  await expect(dialog).toBeHidden();
  await expect.poll(() => writer.text()).toContain('It thawed again.');
});

test('backups are there for a grove whose file is gone', async ({ desk }) => {
  const first = await desk.open('story.aspen');
  await first.type('The lake froze in one night.');
  await first.close();
  const writer = await desk.open();
  await writer.page.getByRole('button', { name: 'New grove' }).waitFor();
  await run(writer, 'Open a copy from');
  const backup = writer.page.getByRole('dialog', { name: 'Open a copy from…' }).getByRole('listitem');
  await expect(backup).toContainText('story');
  await chooses(writer, desk.file('found.aspen'));
  await backup.getByRole('button').click();
  await expect.poll(() => writer.text()).toBe('The lake froze in one night.');
});

test('Save As goes on in the new file, with what is typed, and the old one stays as it was', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate();
  await writer.press('Control+End');
  await writer.type('Nobody ca');
  const text = await writer.text();
  await chooses(writer, desk.file('Second draft.aspen'));
  await run(writer, 'Save As');
  await expect
    .poll(() => writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()))
    .toBe('Second draft – Aspen Grove');
  await expect.poll(() => writer.text()).toBe(text);
  await writer.press('Control+End');
  await writer.type('me.');
  await writer.waitUntilSaved();
  await writer.screenshot(info.outputPath('saved-as.png'));
  expect(await writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(writer.complaints).toEqual([]);
  await writer.close();

  const old = await desk.open('story.aspen');
  await expect.poll(() => old.text()).toBe(text);
  await old.close();
  const again = await desk.open('Second draft.aspen');
  await expect.poll(() => again.text()).toBe(`${text}me.`);
});

test('Duplicate opens the copy beside, and both go their own ways', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await chooses(writer, desk.file('copy.aspen'));
  const opened = writer.app.waitForEvent('window');
  await run(writer, 'Duplicate the grove');
  const page = await opened;
  const copy = page.getByRole('textbox', { name: 'Manuscript' });
  await expect(copy).toContainText('The lake froze.');
  await writer.type('Here.');
  await copy.pressSequentially('There.');
  await expect(copy).not.toContainText('Here.');
  expect(await writer.text()).not.toContain('There.');
});
