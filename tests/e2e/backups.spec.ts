import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { EVENT_CHANNEL } from '../../src/ipc/contract.ts';
import { examine } from '../helpers/examine.ts';
import { addAnswers } from '../helpers/large-answers.ts';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Backups and copies of a grove, through the palette and the system's dialogs. */

/** Answers the system's save dialog. */
async function answerSaveDialog({ app }: Writer, filePath: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

async function run(writer: Writer, words: string): Promise<void> {
  await writer.press('Control+Shift+P');
  await writer.page.getByRole('dialog').getByRole('combobox').fill(words);
  await writer.press('Enter');
}

test('closing makes a backup, and a copy of it opens as a separate grove', async ({ desk }, info) => {
  const first = await desk.open('story.aspen');
  await first.type('The lake froze in one night. ');
  await first.generate();
  await first.close();

  const writer = await desk.reopen('story.aspen');
  await writer.waitUntilSaved();
  const before = await writer.text();
  await writer.press('Control+End');
  await writer.type('It thawed again.');
  await run(writer, 'Open a copy from');
  const dialog = writer.page.getByRole('dialog', { name: 'Open a copy from…' });
  const backup = dialog.getByRole('listitem').getByRole('button');
  await expect(backup).toHaveCount(1);
  await expect(backup).toHaveText(/^\d\d:\d\d, \d texts$/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`backups-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await answerSaveDialog(writer, desk.file('before.aspen'));
  const opened = writer.app.waitForEvent('window');
  await expect(backup).toBeFocused();
  await writer.press('Enter');
  const page = await opened;
  // Lines are elements on the page, without line breaks.
  const lastLine = before.trim().split('\n').at(-1) ?? '';
  await expect(page.getByRole('textbox', { name: 'Manuscript' })).toContainText(lastLine.slice(-20));
  await expect(page.getByRole('textbox', { name: 'Manuscript' })).not.toContainText('It thawed again.');
  await expect(dialog).toBeHidden();
  await expect.poll(() => writer.text()).toContain('It thawed again.');
});

test('backups are available for a grove whose file is gone', async ({ desk }) => {
  const first = await desk.open('The lake.aspen');
  await first.type('The lake froze in one night.');
  await first.close();
  rmSync(desk.file('The lake.aspen'));
  const writer = await desk.reopen();
  await writer.page.getByRole('button', { name: 'New grove' }).waitFor();
  await run(writer, 'Open a copy from');
  // Other tests of the same program have backups, too.
  const dialog = writer.page.getByRole('dialog', { name: 'Open a copy from…' });
  const backup = dialog.getByRole('listitem').filter({ hasText: 'The lake' });
  await expect(backup).toHaveCount(1);
  await answerSaveDialog(writer, desk.file('found.aspen'));
  await backup.getByRole('button').click();
  await expect.poll(() => writer.text()).toBe('The lake froze in one night.');
});

test('Save As continues in the new file with the draft, and the old file stays unchanged', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate();
  await writer.press('Control+End');
  await writer.type('Nobody ca');
  const text = await writer.text();
  await answerSaveDialog(writer, desk.file('Second draft.aspen'));
  await run(writer, 'Save As');
  await expect
    .poll(() => writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()))
    .toBe('Second draft – Aspen Grove');
  await expect.poll(() => writer.text()).toBe(text);
  await writer.press('Control+End');
  await writer.type('me.');
  await writer.waitUntilSaved();
  await writer.screenshot(info.outputPath('saved-as.png'));
  await expect
    .poll(() => writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1);
  expect(writer.complaints).toEqual([]);
  await writer.close();

  const old = await desk.reopen('story.aspen');
  await expect.poll(() => old.text()).toBe(text);
  await old.close();
  const again = await desk.reopen('Second draft.aspen');
  await expect.poll(() => again.text()).toBe(`${text}me.`);
});

/** A grove with 10 MB of answers, so that a separate process checks its copies. */
async function openLarge(desk: Desk): Promise<Writer> {
  const first = await desk.open('story.aspen');
  await first.type('The lake froze. ');
  await first.press('Control+s');
  await first.close();
  const database = new Database(desk.file('story.aspen'));
  addAnswers(database, 10);
  database.close();
  const writer = await desk.reopen('story.aspen');
  await writer.waitUntilSaved();
  await writer.manuscript.focus();
  await writer.press('Control+End');
  return writer;
}

test('copying a large grove shows progress, and leaves nothing behind when stopped', async ({
  desk,
}, info) => {
  const writer = await openLarge(desk);
  await writer.type('It snow');
  await answerSaveDialog(writer, desk.file('copy.aspen'));
  // The check of the copy never finishes.
  await writer.app.evaluate(({ utilityProcess }) => {
    const { fork } = utilityProcess;
    const child = { on: () => child, kill: () => true };
    utilityProcess.fork = () => {
      utilityProcess.fork = fork;
      return child as never;
    };
  });
  await run(writer, 'Duplicate the grove');
  const bar = writer.page.getByRole('region', { name: 'Copy' });
  await expect(bar).toContainText('Writing copy.aspen');
  await expect(bar.getByRole('progressbar', { name: 'Writing copy.aspen' })).toBeVisible();
  await writer.screenshot(info.outputPath('copying.png'));
  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toBeHidden();
  await expect.poll(() => desk.filesBeside('copy')).toEqual([]);
  await writer.type('ed.');
  await expect.poll(() => writer.text()).toBe('The lake froze. It snowed.');
  expect(writer.complaints).toEqual([]);
});

test('a program killed or closed during a copy leaves nothing behind', { tag: '@isolated' }, async ({
  desk,
}) => {
  const startCopying = async (writer: Writer) => {
    await answerSaveDialog(writer, desk.file('copy.aspen'));
    // The check of the copy never finishes.
    await writer.app.evaluate(({ utilityProcess }) => {
      const { fork } = utilityProcess;
      const child = { on: () => child, kill: () => true };
      utilityProcess.fork = () => {
        utilityProcess.fork = fork;
        return child as never;
      };
    });
    await run(writer, 'Duplicate the grove');
    await expect(writer.page.getByRole('region', { name: 'Copy' })).toContainText('Writing copy.aspen');
    await expect.poll(() => desk.filesBeside('copy')).toHaveLength(1);
  };
  const first = await openLarge(desk);
  await startCopying(first);
  await first.kill();
  expect(desk.filesBeside('copy')).toHaveLength(1);
  const second = await desk.open('story.aspen');
  await second.waitUntilSaved();
  await expect.poll(() => desk.filesBeside('copy')).toEqual([]);
  await startCopying(second);
  await second.close();
  expect(readdirSync(dirname(desk.file('copy.aspen')))).toEqual(['story.aspen']);
});

test('text typed while a page is paused to switch groves is there after a reload', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  const content = writer.page.locator('[contenteditable="true"]');
  await writer.app.evaluate(({ BrowserWindow }, channel) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send(channel, 'window.paused', {});
  }, EVENT_CHANNEL);
  await expect.poll(() => content.evaluate((element) => element.matches('[inert] *'))).toBe(true);
  await writer.page.keyboard.type(' It snowed.');
  await writer.press('Control+Shift+P');
  await expect(writer.page.getByRole('dialog')).toHaveCount(0);
  await expect(content).toHaveText('The lake froze.');
  await writer.screenshot(info.outputPath('resting.png'));
  await writer.page.reload();
  await expect.poll(() => writer.text()).toBe('The lake froze. It snowed.');
  await writer.type(' It thawed.');
  await expect.poll(() => writer.text()).toBe('The lake froze. It snowed. It thawed.');
  expect(writer.complaints).toEqual([]);
});

test('Duplicate opens the copy in a second window, and the two are independent', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await answerSaveDialog(writer, desk.file('copy.aspen'));
  const opened = writer.app.waitForEvent('window');
  await run(writer, 'Duplicate the grove');
  const page = await opened;
  const copy = page.getByRole('textbox', { name: 'Manuscript' });
  await expect(copy).toContainText('The lake froze.');
  await writer.type('Here.');
  await copy.pressSequentially('There.');
  await expect(copy).not.toContainText('Here.');
  await expect.poll(() => writer.text()).not.toContain('There.');
});

test('a path or a whole grove is shared through a dialog, and a shared path has nothing else in it', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate();
  const shown = await writer.text();
  await writer.command('New document beside the text');
  await writer.press(writer.page.getByRole('combobox', { name: 'Template' }), 'Enter');
  await expect(writer.page.getByRole('textbox', { name: 'Document', exact: true })).toBeFocused();
  await writer.page.keyboard.type('# Marie');
  await writer.press('Control+s');
  await writer.page.getByRole('tab', { name: 'Alternatives' }).click();
  await writer.manuscript.focus();
  await run(writer, 'Share a copy');
  const dialog = writer.page.getByRole('dialog', { name: 'Share a copy' });
  await expect(dialog.getByRole('radio', { name: 'This path' })).toBeChecked();
  await writer.screenshot(info.outputPath('share-path.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await dialog.getByRole('radio', { name: 'The whole grove' }).click();
  for (const part of await dialog.getByRole('switch').all()) await expect(part).not.toBeChecked();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`share-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await answerSaveDialog(writer, desk.file('whole.aspen'));
  await dialog.getByRole('button', { name: 'Choose where…' }).click();
  await expect(dialog).toBeHidden();
  expect(examine(desk.file('whole.aspen')).isHealthy).toBe(true);

  await run(writer, 'Share a copy');
  await dialog.getByRole('radio', { name: 'This path' }).click();
  const documents = dialog.getByRole('group', { name: 'Documents to include' });
  await expect(documents.getByRole('checkbox', { name: 'Marie' })).not.toBeChecked();
  await documents.getByText('Marie').click();
  await answerSaveDialog(writer, desk.file('path.aspen'));
  await dialog.getByRole('button', { name: 'Choose where…' }).click();
  await expect(dialog).toBeHidden();
  expect(examine(desk.file('path.aspen')).isHealthy).toBe(true);
  await writer.close();

  const friend = await desk.reopen('path.aspen');
  await expect.poll(() => friend.text()).toBe(shown);
  await expect(friend.continuations.getByRole('option')).toHaveCount(1);
  await expect(friend.page.getByRole('complementary', { name: 'Grove' })).toContainText('Marie');
});

test('merging a conflicted copy turns its extra text and its draft into branches', async ({ desk }, info) => {
  const first = await desk.open('story.aspen');
  await first.type('The lake froze. ');
  await first.press('Control+s');
  await first.close();
  copyFileSync(desk.file('story.aspen'), desk.file('story (conflicted copy).aspen'));
  const other = await desk.reopen('story (conflicted copy).aspen');
  await other.press('Control+End');
  await other.type('There it thawed. ');
  await other.press('Control+s');
  await other.type('And nobody knew');
  await other.close();

  const writer = await desk.reopen('story.aspen');
  await writer.press('Control+End');
  await writer.type('Here it stay');
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, desk.file('story (conflicted copy).aspen'));
  await run(writer, 'Merge a copy into this grove');
  const notices = writer.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText(
    'Added 1 text and 1 draft as a bookmarked branch from “story (conflicted copy)”.',
  );
  await expect.poll(() => writer.text()).toBe('The lake froze. Here it stay');
  await writer.press('Control+End');
  await writer.type('ed. ');
  await writer.press('Control+s');
  await expect(writer.continuations.getByRole('option')).toHaveCount(2);
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`merged-${colorScheme}.png`));
  }
  await writer.waitUntilSaved();
  expect(writer.complaints).toEqual([]);
  await writer.close();
  expect(examine(desk.file('story.aspen')).isHealthy).toBe(true);
});
