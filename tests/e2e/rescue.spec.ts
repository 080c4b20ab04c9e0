import { renameSync, truncateSync, unlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { digestOf } from '../helpers/grove.ts';
import { readGrove } from '../helpers/grove-facts.ts';
import { addAnswers } from '../helpers/large-answers.ts';
import { LARGE, otherNodes } from '../helpers/other-nodes.ts';
import { buildPreloaded } from '../helpers/preloaded-library.ts';
import { holdCheck } from './hold-check.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** A grove whose file is damaged or unreadable continues in a copy (`storage.md`, *Trouble while open*). */

const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });

const offer = (writer: Writer, name: string) => notices(writer).getByRole('button', { name });

async function chooseFile(writer: Writer, path: string): Promise<void> {
  await writer.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

async function takePictures(writer: Writer, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(test.info().outputPath(`${name}-${colorScheme}.png`));
  }
}

test('a grove found damaged during typing continues in a recovered copy with the typed text', async ({
  desk,
}) => {
  test.setTimeout(180_000);
  const first = await desk.open('story.aspen');
  await first.type('It rained. ');
  await first.press('Control+s');
  await first.waitUntilSaved();
  await first.close();
  const database = new Database(desk.file('story.aspen'));
  database.exec(`${LARGE} ${otherNodes(50)}`);
  database.close();

  const writer = await desk.reopen();
  const release = await holdCheck(writer);
  await chooseFile(writer, desk.file('story.aspen'));
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect(writer.manuscript).toContainText('It rained.');
  await writer.press('Control+End');
  await writer.type('It snowed. ');
  await release();
  await expect(notices(writer)).toContainText('This grove is damaged: 50 texts', { timeout: 60_000 });
  const before = digestOf(desk.file('story.aspen'));
  await writer.type('Typed after that.');
  await expect(writer.status).toContainText('What you typed is safe on this computer.');
  await expect(notices(writer).getByRole('button', { name: 'Close notice' })).toHaveCount(1);
  await takePictures(writer, 'damaged');
  await chooseFile(writer, desk.file('recovered.aspen'));
  await offer(writer, 'Recover a copy…').click();
  await expect(notices(writer)).toContainText('texts were recovered.', { timeout: 90_000 });
  await expect(notices(writer)).not.toContainText('This grove is damaged');
  await expect(writer.manuscript).toContainText('It rained. It snowed. Typed after that.');
  await expect(notices(writer).getByRole('button', { name: 'Close notice' })).toHaveCount(1);
  await takePictures(writer, 'recovered');
  await writer.press('Control+End');
  await writer.type(' And on.');
  await writer.waitUntilSaved();
  await writer.close();
  expect(digestOf(desk.file('story.aspen'))).toBe(before);
  const { draftText, integrity, logIsWhole } = readGrove(desk.file('recovered.aspen'));
  expect([draftText, integrity, logIsWhole]).toEqual(['It snowed. Typed after that. And on.', 'ok', true]);
  const again = await desk.reopen('recovered.aspen');
  await expect(again.manuscript).toContainText('Typed after that. And on.');
  await expect(notices(again)).toBeHidden();
});

/** Types letters, as a keyboard does, until the page has been reloaded and for a while after that. */
async function typeDuringReload({ app }: Writer): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents;
    let left = Infinity;
    page?.once('did-finish-load', () => {
      left = 30;
    });
    let text = '';
    for (; left > 0 && text.length < 2_000; left -= 1) {
      const keyCode = String.fromCharCode(97 + (text.length % 26));
      for (const type of ['keyDown', 'char', 'keyUp'] as const) page?.sendInputEvent({ type, keyCode });
      text += keyCode;
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
    return text;
  });
}

test('a deleted file that can no longer be read is rewritten in full', async ({ desk }) => {
  const first = await desk.open('story.aspen');
  await first.type('It was backed up. ');
  await first.press('Control+s');
  await first.waitUntilSaved();
  await first.close();
  const writer = await desk.reopen('story.aspen');
  await writer.press('Control+End');
  await writer.type('This was not. ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  truncateSync(desk.file('story.aspen'), 0);
  unlinkSync(desk.file('story.aspen'));
  await writer.type('Nor was this.');
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await takePictures(writer, 'unreadable');
  await offer(writer, 'Save a copy here').click();
  await writer.manuscript.focus();
  const typed = await typeDuringReload(writer);
  await expect(notices(writer)).toContainText('and has everything.', { timeout: 20_000 });
  await expect.poll(() => writer.text()).toBe(`It was backed up. This was not. Nor was this.${typed}`);
  await expect(notices(writer).getByRole('button', { name: 'Close notice' })).toHaveCount(1);
  await takePictures(writer, 'rebuilt');
  await writer.waitUntilSaved();
  await writer.close();
  const { draftText, integrity, logIsWhole } = readGrove(desk.file('story.aspen'));
  expect([draftText, integrity, logIsWhole]).toEqual([`Nor was this.${typed}`, 'ok', true]);
  expect(desk.filesBeside('story')).toEqual(['story.aspen']);
});

/** Grows the grove to 10 MB, so that a separate process checks its copies. */
async function growLarge(desk: Desk): Promise<void> {
  const first = await desk.open('story.aspen');
  await first.type('The lake froze. ');
  await first.press('Control+s');
  await first.close();
  const database = new Database(desk.file('story.aspen'));
  addAnswers(database, 10);
  database.close();
}

/** A large grove whose file is gone. */
async function openLost(desk: Desk): Promise<Writer> {
  await growLarge(desk);
  const writer = await desk.reopen('story.aspen');
  await writer.waitUntilSaved();
  await writer.manuscript.focus();
  await writer.press('Control+End');
  unlinkSync(desk.file('story.aspen'));
  await writer.type('It sno');
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  return writer;
}

/** The check of the next file never finishes. */
async function checkForEver({ app }: Writer): Promise<void> {
  await app.evaluate(({ utilityProcess }) => {
    const { fork } = utilityProcess;
    const child = { on: () => child, kill: () => true };
    utilityProcess.fork = () => {
      utilityProcess.fork = fork;
      return child as never;
    };
  });
}

const partialsOf = (desk: Desk) => desk.filesBeside('story').filter((name) => name.endsWith('.partial'));

test('rewriting a large grove shows progress, allows typing, and can be stopped and retried', async ({
  desk,
}) => {
  const writer = await openLost(desk);
  await checkForEver(writer);
  await offer(writer, 'Save a copy here').click();
  await expect(notices(writer)).toContainText('Writing story.aspen…');
  await writer.manuscript.focus();
  await writer.type('wed. ');
  await takePictures(writer, 'writing-anew');
  await offer(writer, 'Stop').click();
  await expect(notices(writer)).not.toContainText('Writing');
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await expect.poll(() => partialsOf(desk)).toEqual([]);
  expect(desk.filesBeside('story')).not.toContain('story.aspen');
  // The banner offers it again once the first attempt is cleaned up.
  await offer(writer, 'Save a copy here').click();
  await writer.type('It thawed.');
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  await expect.poll(() => writer.text()).toBe('The lake froze. It snowed. It thawed.');
  expect(writer.complaints).toEqual([]);
  await writer.close();
  const { draftText, integrity, logIsWhole } = readGrove(desk.file('story.aspen'));
  expect([draftText, integrity, logIsWhole]).toEqual(['It snowed. It thawed.', 'ok', true]);
  expect(desk.filesBeside('story')).toEqual(['story.aspen']);
});

test('the search for the grove’s file shows progress and can be stopped', async ({ desk }) => {
  const other = await desk.open('other.aspen');
  await other.type('Another story.');
  await other.close();
  const before = digestOf(desk.file('other.aspen'));
  const writer = await desk.reopen('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  await chooseFile(writer, desk.file('other.aspen'));
  await checkForEver(writer);
  await offer(writer, 'Find it…').click();
  await expect(notices(writer)).toContainText('Checking other.aspen…');
  await takePictures(writer, 'finding');
  await offer(writer, 'Stop').click();
  await expect(notices(writer)).not.toContainText('Checking');
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  expect(digestOf(desk.file('other.aspen'))).toBe(before);
  await chooseFile(writer, desk.file('elsewhere.aspen'));
  await offer(writer, 'Find it…').click();
  await expect(notices(writer)).toBeHidden();
  await writer.waitUntilSaved();
});

test('a disk that can no longer be read or written leaves a complete copy', { tag: '@isolated' }, async ({
  desk,
}) => {
  const source = fileURLToPath(new URL('../faults/system-calls/fail-at.c', import.meta.url));
  const library = await buildPreloaded(source, desk.folder);
  test.skip(library === undefined, 'needs Linux and a C compiler');
  const first = await desk.open('story.aspen');
  await first.type('It was backed up. ');
  await first.press('Control+s');
  await first.waitUntilSaved();
  await first.close();
  const environment = { LD_PRELOAD: library ?? '', FAIL_FILES: 'story.aspen', FAIL_HOW: 'eio' };
  const writer = await desk.open('story.aspen', [], environment);
  await expect(writer.manuscript).toContainText('It was backed up.');
  await writer.press('Control+End');
  await writer.type('This was not. ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.app.evaluate(() => {
    process.env.FAIL_AT = 'all';
    process.env.FAIL_READS = 'yes';
  });
  await writer.type('Nor was this.');
  await expect(notices(writer)).toContainText('The disk could not be read or written.', { timeout: 10_000 });
  await expect(writer.status).toContainText('What you typed is safe on this computer.');
  await chooseFile(writer, desk.file('copy.aspen'));
  await offer(writer, 'Save a copy elsewhere…').click();
  await expect(notices(writer)).toContainText('copy.aspen was made from the backup', { timeout: 20_000 });
  await takePictures(writer, 'gone');
  const { draftText, integrity, logIsWhole, counts } = readGrove(desk.file('copy.aspen'));
  expect([draftText, integrity, logIsWhole]).toEqual(['Nor was this.', 'ok', true]);
  await writer.app.evaluate(() => {
    delete process.env.FAIL_AT;
    delete process.env.FAIL_READS;
  });
  await writer.waitUntilSaved();
  await expect(notices(writer)).not.toContainText('The disk could not be read or written.');
  await writer.close();
  expect(readGrove(desk.file('story.aspen'))).toMatchObject({ draftText, integrity, logIsWhole, counts });
});
