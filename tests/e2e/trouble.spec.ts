import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { writeJournal } from '../helpers/hot-journal.ts';
import { buildPreloaded, succeeds } from '../helpers/preloaded-library.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Trouble with a grove's file while it is open (`storage.md`, *Trouble while open*). */

const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });

const offer = (writer: Writer, name: string) => notices(writer).getByRole('button', { name });

const OTHER = 'Another program saved this here.';

const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Waits until the recovery journal has the typed text, which the file does not have. */
async function waitUntilSafe(writer: Writer): Promise<void> {
  await expect(writer.status).toContainText('Not saved');
  await expect(writer.status).toContainText('What you typed is safe on this computer.');
}

/** Answers the system's file dialogs. */
async function chooseFile(writer: Writer, path: string): Promise<void> {
  await writer.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

/** Answers the system's message boxes by button label, and records their text. */
async function answerMessages(writer: Writer, label: string): Promise<() => Promise<string>> {
  await writer.app.evaluate(({ dialog, app }, wanted) => {
    const box = async (first: unknown, second?: unknown) => {
      const { message, buttons } = (second ?? first) as Electron.MessageBoxOptions;
      app.setName(`${app.getName()}\n${message}`);
      return { response: (buttons ?? []).indexOf(wanted), checkboxChecked: false };
    };
    dialog.showMessageBox = box as typeof dialog.showMessageBox;
  }, label);
  return () => writer.app.evaluate(({ app }) => app.getName());
}

/** Takes a picture of the window in the light and the dark theme. */
async function takePictures(writer: Writer, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(test.info().outputPath(`${name}-${colorScheme}.png`));
  }
}

/** `interface.md`, *Looks*: nothing is cut off. */
async function takeSmallPicture(writer: Writer, name: string): Promise<void> {
  await writer.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600),
  );
  await takePictures(writer, name);
}

async function begin(desk: Desk): Promise<Writer> {
  const writer = await desk.reopen('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  return writer;
}

test.describe('a grove whose file was moved', () => {
  test('is reported within two seconds, without a key press, and is found again', async ({ desk }) => {
    const writer = await begin(desk);
    renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
    await expect(notices(writer)).toContainText('The grove’s file is gone', { timeout: 2_000 });
    await expect(writer.status).toContainText('Not saved');
    const before = digestOf(desk.file('elsewhere.aspen'));
    await writer.manuscript.focus();
    await writer.type('Meanwhile. ');
    await waitUntilSafe(writer);
    await takePictures(writer, 'moved');
    expect(digestOf(desk.file('elsewhere.aspen'))).toBe(before);
    expect(existsSync(desk.file('story.aspen'))).toBe(false);

    await chooseFile(writer, desk.file('elsewhere.aspen'));
    await offer(writer, 'Find it…').click();
    await writer.waitUntilSaved();
    await expect(notices(writer)).toBeHidden();
    await writer.type('Afterwards.');
    await writer.waitUntilSaved();
    expect(readGrove(desk.file('elsewhere.aspen')).draftText).toBe('Before. Meanwhile. Afterwards.');
    await writer.close();
    expect(desk.filesBeside('elsewhere')).toEqual(['elsewhere.aspen']);
  });

  test('is also found through the palette, once the banner is dismissed', async ({ desk }) => {
    const writer = await begin(desk);
    renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
    await expect(notices(writer)).toContainText('The grove’s file is gone');
    await notices(writer).getByRole('button', { name: 'Close notice' }).click();
    await expect(notices(writer)).toBeHidden();
    await expect(writer.status).toContainText('Not saved');
    await chooseFile(writer, desk.file('elsewhere.aspen'));
    await writer.press('F1', writer.palette);
    await writer.page.keyboard.insertText('find the grove');
    await expect(writer.page.getByRole('option', { name: /Find the grove’s file…/ })).toBeVisible();
    await writer.press('Enter');
    await writer.waitUntilSaved();
    await writer.manuscript.focus();
    await writer.press('Control+End');
    await writer.page.keyboard.insertText('Afterwards.');
    await writer.waitUntilSaved();
    expect(readGrove(desk.file('elsewhere.aspen')).draftText).toBe('Before. Afterwards.');
  });

  test('is not closed without asking, since the file may be gone for good', async ({ desk }) => {
    const writer = await begin(desk);
    unlinkSync(desk.file('story.aspen'));
    await expect(notices(writer)).toContainText('The grove’s file is gone');
    const said = await answerMessages(writer, 'Keep open');
    await writer.askToClose();
    await expect.poll(said).toContain('The grove’s file is no longer where it was.');
    await expect(writer.manuscript).toContainText('Before.');
    await offer(writer, 'Save a copy here').click();
    await writer.waitUntilSaved();
    await writer.close();
    expect(readGrove(desk.file('story.aspen')).draftText).toBe('Before. ');
  });

  test('resumes by itself when the file is back', async ({ desk }) => {
    const writer = await begin(desk);
    renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
    await expect(notices(writer)).toContainText('The grove’s file is gone');
    await writer.type('Meanwhile.');
    await waitUntilSafe(writer);
    // An impossible command says why, and writes no file in the old place.
    await writer.press('Control+s');
    await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText(
      'The grove was moved or replaced by another program.',
    );
    renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
    await writer.waitUntilSaved();
    await expect(notices(writer)).toBeHidden();
    expect(readGrove(desk.file('story.aspen')).draftText).toBe('Before. Meanwhile.');
  });
});

test('a grove whose file was deleted is rewritten in full in its old place', async ({ desk }) => {
  const writer = await begin(desk);
  await writer.generate();
  const { counts } = readGrove(desk.file('story.aspen'));
  unlinkSync(desk.file('story.aspen'));
  await writer.type('Meanwhile. ');
  await expect(notices(writer)).toContainText('it was deleted, moved or replaced by another program');
  await takePictures(writer, 'deleted');
  await offer(writer, 'Save a copy here').click();
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  await writer.type('Afterwards.');
  await writer.waitUntilSaved();
  const after = readGrove(desk.file('story.aspen'));
  expect(after).toMatchObject({
    integrity: 'ok',
    logIsWhole: true,
    draftText: expect.stringMatching('Afterwards.'),
  });
  expect(after.counts.nodes).toBe(counts.nodes);
  await writer.close();
  expect(desk.filesBeside('story')).toEqual(['story.aspen']);
  const again = await desk.reopen('story.aspen');
  await expect(again.manuscript).toContainText('Meanwhile. Afterwards.');
  await expect(notices(again)).toBeHidden();
});

test('a grove whose file was replaced leaves the new file alone and continues where the writer chooses', async ({
  desk,
}) => {
  const writer = await begin(desk);
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  writeFileSync(desk.file('story.aspen'), OTHER);
  await expect(notices(writer)).toContainText('another file has taken its place');
  await writer.type('Meanwhile. ');
  await waitUntilSafe(writer);
  await takePictures(writer, 'replaced');
  await takeSmallPicture(writer, 'replaced-small');
  for (const name of ['Find it…', 'Save a copy here', 'Compare', 'Save a copy elsewhere…'])
    await expect(offer(writer, name)).toBeInViewport({ ratio: 1 });

  await chooseFile(writer, desk.file('story.aspen'));
  await offer(writer, 'Save a copy here').click();
  await expect(notices(writer)).toContainText('story.aspen already exists. Choose another name.');
  await chooseFile(writer, desk.file('mine.aspen'));
  await offer(writer, 'Save a copy here').click();
  await writer.waitUntilSaved();
  await writer.type('Afterwards.');
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('mine.aspen')).draftText).toBe('Before. Meanwhile. Afterwards.');
  expect(readGrove(desk.file('elsewhere.aspen')).draftText).toBe('Before. ');
  await writer.close();
  expect(readFileSync(desk.file('story.aspen'), 'utf8')).toBe(OTHER);
});

test('a grove whose file was overwritten by an older state loses nothing, and is put back', async ({
  desk,
}) => {
  const first = await begin(desk);
  await first.close();
  cpSync(desk.file('story.aspen'), desk.file('older.aspen'));
  const writer = await desk.reopen('story.aspen');
  await writer.press('Control+End');
  await writer.type('Written since. ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  execFileSync('cp', [desk.file('older.aspen'), desk.file('story.aspen')]);
  await expect(notices(writer)).toContainText(
    'overwrote the grove’s file with another version of this grove',
    {
      timeout: 2_000,
    },
  );
  await expect(notices(writer)).toContainText(/Your version is in the backups, from .+, complete\./);
  await writer.type('Meanwhile. ');
  await waitUntilSafe(writer);
  await takePictures(writer, 'overwritten');
  await expect(notices(writer)).not.toContainText('could not be backed up');
  await offer(writer, 'Put my version back').click();
  await expect(notices(writer)).toContainText('Your version is back in its file, complete.');
  await expect(writer.manuscript).toContainText('Before. Written since. Meanwhile.');
  await writer.press('Control+End');
  await writer.type('Afterwards.');
  await writer.waitUntilSaved();
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await expect(again.manuscript).toContainText('Before. Written since. Meanwhile. Afterwards.');
  await expect(notices(again)).toBeHidden();
});

test('a grove whose file was replaced by an older copy is compared with it, in words and numbers', async ({
  desk,
}) => {
  const writer = await begin(desk);
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  cpSync(desk.file('story.aspen'), desk.file('older.aspen'));
  await writer.type('A later sentence. ');
  await writer.generate();
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  renameSync(desk.file('older.aspen'), desk.file('story.aspen'));
  const older = digestOf(desk.file('story.aspen'));
  await expect(notices(writer)).toContainText('another file has taken its place');
  await writer.type('Five words and no more.');
  await waitUntilSafe(writer);
  await offer(writer, 'Compare').click();
  const dialog = writer.page.getByRole('dialog');
  await expect(dialog).toContainText('Everything in story.aspen is in this window too.');
  const here = dialog.getByRole('region', { name: 'Only in this window' });
  await expect(here).toContainText('4 of 5 texts, and 5 words typed last');
  await expect(here).toContainText('A later sentence.');
  await expect(dialog.getByRole('region', { name: 'Only in story.aspen' })).toContainText('No text');
  await takePictures(writer, 'compared');

  await dialog.getByRole('button', { name: 'Close' }).click();
  await chooseFile(writer, desk.file('story.aspen'));
  await offer(writer, 'Find it…').click();
  await expect(notices(writer)).toContainText('story.aspen is an older copy of this grove');
  expect(digestOf(desk.file('story.aspen'))).toBe(older);

  await offer(writer, 'Compare').click();
  const opened = writer.app.waitForEvent('window');
  await dialog.getByRole('button', { name: 'Open it in another window' }).click();
  const other = await opened;
  await expect(other.getByRole('textbox', { name: 'Manuscript' })).toContainText('Before.');
  await expect(other.getByRole('textbox', { name: 'Manuscript' })).not.toContainText('A later sentence.');
  await chooseFile(writer, desk.file('mine.aspen'));
  await offer(writer, 'Save a copy here').click();
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('mine.aspen')).draftText).toBe('Five words and no more.');
});

test('a grove whose file was replaced by something that is not a grove says so when compared', async ({
  desk,
}) => {
  const writer = await begin(desk);
  unlinkSync(desk.file('story.aspen'));
  writeFileSync(desk.file('story.aspen'), OTHER);
  await offer(writer, 'Compare').click();
  await expect(writer.page.getByRole('dialog')).toContainText('story.aspen: This file is not a grove.');
  await writer.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await answerMessages(writer, 'Close');
  await writer.close();
  expect(readFileSync(desk.file('story.aspen'), 'utf8')).toBe(OTHER);
});

/** Mounts a small disk in the desk's folder `disk`, if this machine allows it, and closes every grove before it goes. */
async function withDisk(desk: Desk, size: string, use: () => Promise<void>): Promise<void> {
  const disk = desk.file('disk');
  mkdirSync(disk);
  const mounted = await succeeds('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  test.skip(!mounted, 'needs the right to mount a small disk');
  try {
    await use();
    await desk.expectKeyboard();
  } finally {
    await desk.leaveScreenshots((name) => test.info().outputPath(name));
    await desk.closeAll();
    await succeeds('umount', [disk]);
  }
}

/** Fills a disk to its last page. */
function fill(ballast: string): void {
  for (let size = 4 * 1024 * 1024; size >= 512; size /= 2) {
    for (;;) {
      const before = existsSync(ballast) ? readFileSync(ballast) : Buffer.alloc(0);
      try {
        writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
      } catch {
        writeFileSync(ballast, before);
        break;
      }
    }
  }
}

test('a full disk is reported, nothing is written to it, and the next save succeeds once there is room', async ({
  desk,
}) => {
  await withDisk(desk, '1m', async () => {
    const writer = await desk.open('disk/story.aspen');
    await writer.type('Before. ');
    await writer.waitUntilSaved();
    fill(desk.file('disk/ballast'));
    await writer.manuscript.focus();
    await writer.page.keyboard.insertText(`Meanwhile. ${'A long evening by the fire. '.repeat(2_000)}`);
    await expect(notices(writer)).toContainText('The disk is full.', { timeout: 7_000 });
    await expect(writer.status).toContainText('Not saved');
    await expect(writer.status).toContainText('What you typed is safe on this computer.');
    await takePictures(writer, 'full');

    await chooseFile(writer, desk.file('disk/copy.aspen'));
    await offer(writer, 'Save a copy elsewhere…').click();
    await expect(notices(writer)).toContainText('No copy was saved. The disk is full.');
    await takePictures(writer, 'full-too');
    await chooseFile(writer, desk.file('copy.aspen'));
    await offer(writer, 'Save a copy elsewhere…').click();
    await expect.poll(() => existsSync(desk.file('copy.aspen'))).toBe(true);
    expect(readGrove(desk.file('copy.aspen')).draftText).toContain('Before. Meanwhile. A long evening');

    rmSync(desk.file('disk/ballast'));
    await writer.waitUntilSaved();
    await expect(notices(writer)).toContainText('copy.aspen was saved and has everything.');
    expect(readGrove(desk.file('disk/story.aspen')).draftText).toContain('Before. Meanwhile. A long evening');
  });
});

test('an edit of older text beside another program’s journal is kept and copied', async ({ desk }) => {
  const path = desk.file('story.aspen');
  const writer = await desk.open('story.aspen');
  await writer.type('One. ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  const older = readFileSync(path);
  await writer.type('Two. ');
  await writer.press('Control+s');
  await writer.type('Three. ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  const journal = `${path}-journal`;
  writeJournal(journal, older);
  await writer.press('Control+Home');
  await writer.page.keyboard.insertText('Not ');
  await expect(notices(writer)).toContainText('There is another program’s journal next to the grove’s file', {
    timeout: 10_000,
  });
  await waitUntilSafe(writer);
  await takePictures(writer, 'strange-journal');
  await chooseFile(writer, desk.file('copy.aspen'));
  await offer(writer, 'Save a copy elsewhere…').click();
  await expect.poll(() => existsSync(desk.file('copy.aspen')), { timeout: 15_000 }).toBe(true);
  await expect(notices(writer)).toContainText('has everything.');

  await answerMessages(writer, 'Close');
  await writer.close();
  rmSync(journal);
  const again = await desk.reopen('story.aspen');
  await expect(again.manuscript).toContainText('Not One. Two. Three.');
  await again.close();
  const copy = await desk.reopen('copy.aspen');
  await expect(copy.manuscript).toContainText('Not One. Two. Three.');
});

/** Locks the file from another process, as another program would. */
function hold(path: string, statement: string): () => void {
  const database = new Database(path);
  database.exec(statement);
  return () => database.close();
}

test('a grove locked by another program is waited for, then reported, and saved automatically afterwards', async ({
  desk,
}) => {
  const writer = await begin(desk);
  const letGo = hold(desk.file('story.aspen'), 'BEGIN IMMEDIATE');
  await writer.type('Meanwhile. ');
  await expect(writer.status).toContainText('Waiting for another program that uses the grove');
  await expect(writer.status).toContainText('Safe on this computer');
  await takePictures(writer, 'waiting');
  await expect(notices(writer)).toContainText('Another program is using this grove.');
  await writer.type('And longer. ');
  await waitUntilSafe(writer);
  await takePictures(writer, 'in-use');
  letGo();
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('Before. Meanwhile. And longer. ');
});

test('a grove locked by another program can be opened read-only, left, or tried again', async ({ desk }) => {
  await (await begin(desk)).close();
  const letGo = hold(desk.file('story.aspen'), 'BEGIN IMMEDIATE');
  const writer = await desk.reopen();
  const open = () => writer.page.getByRole('button', { name: 'Open…' }).click();
  await chooseFile(writer, desk.file('story.aspen'));
  const said = await answerMessages(writer, 'Cancel');
  await open();
  await expect.poll(said).toContain('Another program is using “story”.');
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
  await expect(notices(writer)).toBeHidden();

  await answerMessages(writer, 'Open for reading');
  await open();
  await expect(writer.manuscript).toContainText('Before.');
  await expect(writer.status).toContainText('Read only');
  await writer.close();

  const again = await desk.reopen();
  await chooseFile(again, desk.file('story.aspen'));
  await answerMessages(again, 'Try again');
  await again.page.getByRole('button', { name: 'Open…' }).click();
  setTimeout(letGo, 2_000);
  await expect(again.manuscript).toContainText('Before.', { timeout: 15_000 });
  await again.type('Afterwards.');
  await again.waitUntilSaved();
});

test('a disk that becomes read-only is reported, and written to when it is writable again', async ({
  desk,
}) => {
  await withDisk(desk, '4m', async () => {
    const writer = await desk.open('disk/story.aspen');
    await writer.type('Before. ');
    await writer.waitUntilSaved();
    const disk = desk.file('disk');
    // The open file keeps the mount itself from becoming read-only, so a read-only bind mount covers it.
    const isReadOnly =
      (await succeeds('mount', ['--bind', disk, disk])) &&
      (await succeeds('mount', ['-o', 'remount,bind,ro', disk]));
    test.skip(!isReadOnly, 'needs the right to mount a folder read-only');
    try {
      await writer.type('Meanwhile. ');
      await expect(notices(writer)).toContainText('This grove is read-only.', {
        timeout: 7_000,
      });
      await waitUntilSafe(writer);
      await takePictures(writer, 'read-only');
      await chooseFile(writer, desk.file('copy.aspen'));
      await offer(writer, 'Save a copy elsewhere…').click();
      await expect.poll(() => existsSync(desk.file('copy.aspen'))).toBe(true);
      expect(readGrove(desk.file('copy.aspen')).draftText).toBe('Before. Meanwhile. ');
    } finally {
      await succeeds('umount', [disk]);
    }
    await writer.waitUntilSaved();
    await expect(notices(writer)).toContainText('copy.aspen was saved and has everything.');
    expect(readGrove(desk.file('disk/story.aspen')).draftText).toBe('Before. Meanwhile. ');
  });
});

test('calls that fail are reported, and the next save succeeds', { tag: '@isolated' }, async ({ desk }) => {
  const source = fileURLToPath(new URL('../faults/system-calls/fail-at.c', import.meta.url));
  const library = await buildPreloaded(source, desk.folder);
  test.skip(library === undefined, 'needs Linux and a C compiler');
  const environment = { LD_PRELOAD: library ?? '', FAIL_FILES: 'story.aspen', FAIL_HOW: 'eio' };
  const writer = await desk.open('story.aspen', [], environment);
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  await writer.app.evaluate(() => {
    process.env.FAIL_AT = 'all';
  });
  await writer.type('Meanwhile. ');
  await expect(notices(writer)).toContainText('The disk could not be read or written.', { timeout: 7_000 });
  await waitUntilSafe(writer);
  // A commit is refused too, and nothing is duplicated afterwards.
  await writer.press('Control+s');
  await writer.type('And longer. ');
  await takePictures(writer, 'eio');
  await chooseFile(writer, desk.file('copy.aspen'));
  await offer(writer, 'Save a copy elsewhere…').click();
  await expect.poll(() => existsSync(desk.file('copy.aspen'))).toBe(true);
  const copy = readGrove(desk.file('copy.aspen'));
  expect(copy).toMatchObject({ integrity: 'ok', draftText: 'Before. Meanwhile. And longer. ' });

  await writer.app.evaluate(() => {
    delete process.env.FAIL_AT;
  });
  await writer.waitUntilSaved();
  await expect(notices(writer)).toContainText('copy.aspen was saved and has everything.');
  await writer.type('Afterwards.');
  await writer.waitUntilSaved();
  await expect.poll(() => writer.text()).toBe('Before. Meanwhile. And longer. Afterwards.');
  await writer.close();
  const draftText = 'Before. Meanwhile. And longer. Afterwards.';
  expect(readGrove(desk.file('story.aspen'))).toMatchObject({ integrity: 'ok', logIsWhole: true, draftText });
});
