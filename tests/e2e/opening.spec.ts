import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { appEnv, findRuntime } from '../../scripts/runtime/find-runtime.ts';
import type { GroveId } from '../../src/core/ids.ts';
import { handFiles } from '../../src/main/app/lifecycle/command-line.ts';
import { insertTree } from '../../src/main/grove/writing/tree-commands.ts';
import { openFile } from '../../src/main/store/connection/open-file.ts';
import { addAgent } from '../../src/main/store/tables/agents.ts';
import { stateOf } from '../helpers/damage.ts';
import { agentOf, countingIdsAndClock, digestOf, MIGRATIONS } from '../helpers/grove.ts';
import { readGrove } from '../helpers/grove-facts.ts';
import { writeJournal } from '../helpers/hot-journal.ts';
import { makeOlder } from '../helpers/older-grove.ts';
import { LARGE } from '../helpers/other-nodes.ts';
import { holdCheck } from './hold-check.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Questions to the writer before a file with a problem is opened (`storage.md`, *Opening, in order*). */

/** Answers message boxes by button label and records their text. */
async function answerMessages(writer: Writer, ...labels: readonly string[]): Promise<() => Promise<string>> {
  await writer.app.evaluate(({ dialog, app }, wanted) => {
    const box = async (first: unknown, second?: unknown) => {
      const { message, detail, buttons } = (second ?? first) as Electron.MessageBoxOptions;
      app.setName(`${app.getName()}\n${message}\n${detail}`);
      const response = (buttons ?? []).findIndex((button) => wanted.includes(button));
      return { response: Math.max(0, response), checkboxChecked: false };
    };
    dialog.showMessageBox = box as typeof dialog.showMessageBox;
  }, labels);
  return () => writer.app.evaluate(({ app }) => app.getName());
}

async function answerFiles(writer: Writer, open: string, save = open): Promise<void> {
  await writer.app.evaluate(
    ({ dialog }, [opened, saved]) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [opened as string] });
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: saved as string });
    },
    [open, save] as const,
  );
}

/** Writes and closes a grove with one line, then changes it with SQL. */
async function writeGrove(desk: Desk, sql: string): Promise<void> {
  const writer = await desk.open('story.aspen');
  await writer.type('Once there was a light. ');
  await writer.press('Control+Enter');
  await writer.waitForContinuations(3);
  await writer.close();
  const database = new Database(desk.file('story.aspen'));
  database.exec(sql);
  database.close();
}

test('a grove opens and closes and the app quits even if the settings cannot be written', {
  tag: '@isolated',
}, async ({ desk }) => {
  const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });
  const notSaved = 'The settings could not be saved. They stay in effect until you quit the program.';
  // Blocks the temporary file for the settings, so that not even a first start can save them.
  const partial = join(desk.dataFolder, 'settings.json.partial');
  mkdirSync(partial);
  const first = await desk.open('story.aspen');
  await expect(notices(first)).toContainText(notSaved);
  await first.type('Once there was');
  await first.close();
  rmSync(partial, { recursive: true });
  const writer = await desk.open('story.aspen');
  await expect.poll(() => writer.text()).toBe('Once there was');
  await expect(notices(writer)).toBeHidden();
  mkdirSync(partial);
  await writer.command('larger text');
  await expect(notices(writer)).toContainText(notSaved);
  await writer.press('Control+End');
  await writer.type(' a light.');
  await writer.close();
  const again = await desk.open('story.aspen');
  await expect.poll(() => again.text()).toBe('Once there was a light.');
});

/** Opens a file as another program would, by starting the app again. */
async function openFromOutside(writer: Writer, path: string): Promise<void> {
  await writer.app.evaluate(
    ({ app }, file) => {
      app.emit('second-instance', {}, [], '/', file);
    },
    handFiles({ paths: [path], creates: false }),
  );
}

test('a damaged grove is not changed, and a copy of it is recovered, but never over an open grove', async ({
  desk,
}) => {
  await writeGrove(desk, "CREATE TRIGGER t AFTER INSERT ON node BEGIN UPDATE node SET text = ''; END");
  const before = digestOf(desk.file('story.aspen'));
  const writer = await desk.reopen();
  const notices = writer.page.getByRole('region', { name: 'Notices' });
  await answerFiles(writer, desk.file('story.aspen'), desk.file('recovered.aspen'));
  const said = await answerMessages(writer, 'Cancel');
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect(notices).toContainText('This grove is damaged.');
  expect(existsSync(desk.file('recovered.aspen'))).toBe(false);

  await answerMessages(writer, 'Recover a copy…');
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect(writer.manuscript).toContainText('Once there was a light.');
  expect(await said()).toContain('texts were recovered.');
  await writer.type(' And then another.');
  await writer.waitUntilSaved();
  await writer.screenshot(test.info().outputPath('recovered.png'));

  await openFromOutside(writer, desk.file('story.aspen'));
  await expect(notices).toContainText('recovered.aspen is open in a window. Choose another name.');
  await writer.type(' And go on.');
  await writer.waitUntilSaved();
  await writer.screenshot(test.info().outputPath('open-in-a-window.png'));
  await writer.close();
  expect(readGrove(desk.file('recovered.aspen')).draftText).toBe(' And then another. And go on.');

  // Once it is closed, it can be replaced, and is then as new.
  const again = await desk.reopen();
  await answerFiles(again, desk.file('story.aspen'), desk.file('recovered.aspen'));
  await answerMessages(again, 'Recover a copy…');
  await again.page.getByRole('button', { name: 'Open…' }).click();
  await expect(again.manuscript).toContainText('Once there was a light.');
  await again.waitUntilSaved();
  await expect(again.manuscript).not.toContainText('And then another.');
  await expect(again.page.getByText('changes that were made on this computer')).toHaveCount(0);
  expect(digestOf(desk.file('story.aspen'))).toBe(before);
});

test('files named by another start open, and a name that no file has is asked about', {
  tag: '@isolated',
}, async ({ desk }) => {
  await (await desk.open('Story.ASPEN')).close();
  symlinkSync(desk.file('Story.ASPEN'), desk.file('-link'));
  const writer = await desk.open('winter.aspen');
  const titles = () =>
    writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getTitle()));
  const said = await answerMessages(writer, 'Cancel');
  const odd = `${pathToFileURL(desk.file('odd # “name” 🌲?.aspen'))}`;
  const long = `${'n'.repeat(249)}.aspen`;
  const again = () => startAgain(desk, 'Story.ASPEN', odd, long, '--', '-link');
  await again();
  await expect.poll(titles).toEqual(['Story – Aspen Grove', 'winter – Aspen Grove']);
  await expect.poll(said).toContain('There is no file “odd # “name” 🌲?.aspen”.');
  expect([...desk.filesBeside('odd'), ...desk.filesBeside('n')]).toEqual([]);
  const refusal = /^n{50}…n{14}\.aspen could not be opened\..*Its name is too long\./;
  const refused = () =>
    Promise.all(writer.app.windows().map((page) => page.getByText(refusal).count())).then((all) =>
      Math.max(...all),
    );
  await expect.poll(refused).toBe(1);

  await answerMessages(writer, 'Create a grove');
  await again();
  await expect.poll(titles).toHaveLength(3);
  expect(desk.filesBeside('odd').length).toBeGreaterThan(0);

  // The end of the system's session closes all of them, as quitting does.
  await writer.type('Kept.');
  const gone = writer.untilGone();
  await writer.app.evaluate(({ BrowserWindow }) => {
    setImmediate(() =>
      BrowserWindow.getAllWindows()[0]?.emit('query-session-end', { preventDefault: () => undefined }),
    );
  });
  await gone;
  expect(readGrove(desk.file('winter.aspen')).draftText).toBe('Kept.');
});

/** Starts the program a second time with these arguments, in the folder of the desk, until it has handed them over. */
async function startAgain(desk: Desk, ...args: readonly string[]): Promise<void> {
  const runtime = await findRuntime(() => undefined);
  const data = `--user-data-dir=${desk.dataFolder}`;
  const again = spawn(runtime.executable, [...runtime.args, data, ...args], {
    cwd: desk.folder,
    env: appEnv(runtime),
    stdio: 'ignore',
  });
  expect(await once(again, 'exit')).toEqual([0, null]);
}

test('a grove that was not closed on another computer can be read', async ({ desk }) => {
  await writeGrove(desk, "UPDATE session SET host = 'attic', closed_at = NULL");
  const writer = await desk.reopen();
  await answerFiles(writer, desk.file('story.aspen'));
  const said = await answerMessages(writer, 'Open for reading');
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect(writer.manuscript).toContainText('Once there was a light.');
  expect(await said()).toContain('was not closed on the computer “attic”');
  await expect(writer.status).toContainText('Read only');
  await writer.screenshot(test.info().outputPath('read-only.png'));
  await writer.press('Control+Home');
  await writer.page.keyboard.insertText('No. ');
  await expect(writer.manuscript).not.toContainText('No. ');
});

test('while a large grove is checked, typing is safe, an action waits, and closing asks nothing', async ({
  desk,
}) => {
  await writeGrove(desk, LARGE);
  const before = stateOf(desk.file('story.aspen'));
  // Only the quick checks come before opening; the check that follows is held.
  const writer = await desk.reopen();
  const banner = writer.page.getByRole('region', { name: 'Notices' });
  const release = await holdCheck(writer);
  await answerFiles(writer, desk.file('story.aspen'));
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect(writer.manuscript).toBeVisible();
  await writer.press('Control+End');
  await writer.type('I write. ');
  await expect(writer.status).toContainText('Safe on this computer · Checking the file');
  await writer.press('Control+s');
  await expect(banner).toContainText('Checking the file · 0 %');
  await writer.type('And on. ');
  await writer.screenshot(test.info().outputPath('checking.png'));
  await banner.getByRole('button', { name: 'Stop' }).click();
  await expect(banner).toHaveCount(0);
  await expect(writer.status).toContainText('Safe on this computer · Checking the file');
  await writer.close();
  expect(stateOf(desk.file('story.aspen'))).toBe(before);
  if (writer.isShared) await release();

  // With text in the journal, all of the file is checked before it is opened.
  const again = await desk.reopen('story.aspen');
  await expect(again.manuscript).toContainText('I write. And on.');
  await again.waitUntilSaved();
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('I write. And on. ');
});

/** Writes to a grove twice; returns its bytes in between. */
async function writeTwice(desk: Desk): Promise<Buffer> {
  const first = await desk.open('story.aspen');
  await first.type('Once there was a light. ');
  await first.waitUntilSaved();
  await first.close();
  const between = readFileSync(desk.file('story.aspen'));
  const second = await desk.reopen('story.aspen');
  await second.type('And then it went out. ');
  await second.generate();
  await second.close();
  return between;
}

test('an old journal beside a grove does not roll it back: a copy has every word', async ({ desk }) => {
  test.slow();
  const between = await writeTwice(desk);
  // The journal lies beside the file itself, not beside the link that the writer opens.
  symlinkSync(desk.file('story.aspen'), desk.file('link.aspen'));
  const journal = desk.file('story.aspen-journal');
  writeJournal(journal, between);
  const before = [digestOf(desk.file('story.aspen')), digestOf(journal)];
  const writer = await desk.reopen();
  await answerFiles(writer, desk.file('link.aspen'), desk.file('story copy.aspen'));
  const said = await answerMessages(writer, 'Cancel');
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect.poll(said).toContain('There is an old journal next to “link”.');
  expect(existsSync(desk.file('story copy.aspen'))).toBe(false);

  await answerMessages(writer, 'Open a copy…');
  await writer.page.getByRole('button', { name: 'Open…' }).click();
  await expect(writer.manuscript).toContainText('Once there was a light. And then it went out.');
  await writer.type('It came back. ');
  await writer.waitUntilSaved();
  await writer.close();
  expect([digestOf(desk.file('story.aspen')), digestOf(journal)]).toEqual(before);
  expect(readGrove(desk.file('story copy.aspen')).draftText).toContain('It came back.');
});

test('a rolled-back grove is opened, and says which backup has the rest', async ({ desk }) => {
  test.slow();
  const between = await writeTwice(desk);
  writeFileSync(desk.file('story.aspen'), between);
  const writer = await desk.reopen('story.aspen');
  await expect(writer.manuscript).toContainText('Once there was a light.');
  await expect(writer.manuscript).not.toContainText('And then it went out.');
  const banner = writer.page.getByRole('region', { name: 'Notices' });
  await expect(banner).toContainText('This grove is older than the one last saved on this computer.');
  await expect(banner).toContainText(/The changes saved here on .+ The backup from .+ has them\./);
  await writer.screenshot(test.info().outputPath('set-back.png'));
  await banner.getByRole('button', { name: 'Open a copy from…' }).click();
  await expect(writer.page.getByRole('dialog')).toContainText(/\d texts?/);
  await writer.screenshot(test.info().outputPath('backups.png'));
  await writer.press('Escape');
  await writer.type('Another way. ');
  await writer.waitUntilSaved();
});

/** Suspends the next file check, as a slow disk would. Returns a function that resumes it, if it is still running. */
async function suspendCheck(writer: Writer): Promise<() => Promise<void>> {
  await writer.app.evaluate(({ utilityProcess, app }) => {
    const { fork } = utilityProcess;
    utilityProcess.fork = (...which) => {
      utilityProcess.fork = fork;
      const child = fork(...which);
      child.once('spawn', () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGSTOP');
      });
      app.once('continue-activity', () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGCONT');
      });
      return child;
    };
  });
  return () =>
    writer.app.evaluate(({ app }) => {
      app.emit('continue-activity');
    });
}

/** Closes the window that shows no grove. */
async function closeEmpty(writer: Writer): Promise<void> {
  await writer.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    windows.find((window) => window.getTitle() === 'Aspen Grove')?.close();
  });
  await expect.poll(() => writer.app.windows().length).toBe(1);
}

async function openRecent(writer: Writer, name: string): Promise<void> {
  await writer.app.evaluate(({ Menu }, label) => {
    const file = Menu.getApplicationMenu()?.items.find((item) => item.label === 'File');
    const recent = file?.submenu?.items.find((item) => item.label === 'Open recent');
    recent?.submenu?.items.find((item) => item.label.startsWith(label))?.click();
  }, name);
}

async function writeTwo(desk: Desk): Promise<void> {
  for (const name of ['story.aspen', 'winter.aspen']) {
    const writer = await desk.reopen(name);
    await writer.type(`This is ${name}. `);
    await writer.waitUntilSaved();
    await writer.close();
    // A file that was touched since is checked before it opens.
    utimesSync(desk.file(name), new Date(), new Date());
  }
}

/** Opens the chosen grove from another window; it gets its own window. */
async function openStory(writer: Writer, other: Writer['page']): Promise<void> {
  await other.getByRole('button', { name: 'Open…' }).click();
  // The next window event may be for a window that is already closed.
  const texts = async () => {
    const shown = writer.app.windows().map((page) => page.getByRole('textbox', { name: 'Manuscript' }));
    const found = await Promise.allSettled(shown.map((manuscript) => manuscript.allTextContents()));
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
  await expect.poll(async () => (await texts()).join('\n')).toContain('This is story.aspen.');
}

for (const [where, start] of [
  ['a window without a grove', undefined],
  ['a window of its own', 'winter.aspen'],
] as const) {
  test(`closing ${where} that is opening a grove leaves the grove openable`, async ({ desk }) => {
    test.slow();
    await writeTwo(desk);
    const writer = await desk.reopen(start);
    const winter = async () => {
      if (start !== undefined) return writer.page;
      const opened = writer.app.waitForEvent('window');
      await openRecent(writer, 'winter');
      return opened;
    };
    const other = await winter();
    await expect(other.getByRole('textbox', { name: 'Manuscript' })).toContainText('This is winter.aspen.');
    await answerFiles(writer, desk.file('story.aspen'));

    const resume = await suspendCheck(writer);
    const waiting = start === undefined ? Promise.resolve(writer.page) : writer.app.waitForEvent('window');
    if (start === undefined) await writer.page.getByRole('button', { name: 'Open…' }).click();
    else await openRecent(writer, 'story');
    const notices = (await waiting).getByRole('region', { name: 'Notices' });
    await expect(notices).toContainText('Checking story.aspen');
    await closeEmpty(writer);
    await resume();

    await openStory(writer, other);
  });
}

test('closing a window before it shows what it is opening cancels that and nothing else', async ({
  desk,
}) => {
  test.slow();
  await writeTwo(desk);
  const writer = await desk.reopen('winter.aspen');
  await expect(writer.manuscript).toContainText('This is winter.aspen.');
  await answerFiles(writer, desk.file('story.aspen'));
  const resume = await suspendCheck(writer);
  const closed = writer.app.evaluate(
    ({ app }) =>
      new Promise<void>((resolve) => {
        app.once('browser-window-created', (_event, window) => {
          window.once('closed', () => resolve());
          setImmediate(() => window.close());
        });
      }),
  );
  await openRecent(writer, 'story');
  await closed;
  await resume();
  await openStory(writer, writer.page);
});

test('no other window follows one that is closed while it loads what it opened', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.app.evaluate(
    async ({ app, BrowserWindow }, [winter, story]) => {
      const { quit } = app;
      // Keep running without a window, as on macOS.
      app.quit = () => undefined;
      const close = (window: Electron.BrowserWindow) =>
        new Promise<void>((resolve) => {
          window.once('closed', () => resolve());
          setImmediate(() => window.close());
        });
      for (const window of BrowserWindow.getAllWindows()) await close(window);
      const closed = new Promise<void>((resolve) => {
        app.once('browser-window-created', (_event, window) => void close(window).then(resolve));
      });
      app.emit('second-instance', {}, [], '/', winter);
      await closed;
      app.emit('second-instance', {}, [], '/', story);
      app.once('browser-window-created', () => Object.assign(app, { quit }));
    },
    ['winter.aspen', 'story.aspen'].map((name) => handFiles({ paths: [desk.file(name)], creates: true })),
  );
  const titles = () =>
    writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getTitle()));
  await expect.poll(titles).toEqual(['story – Aspen Grove']);
});

test('an opening that fails or is cancelled leaves no empty window', async ({ desk }) => {
  test.slow();
  await writeGrove(desk, 'PRAGMA user_version = 9000');
  const writer = await desk.reopen('winter.aspen');
  await writer.type('This is winter.');
  const refusal =
    'story.aspen could not be opened. This grove was created by a newer version of Aspen Grove.';
  /** Opens the file from outside; its check is suspended until `resume`. */
  const open = async () => {
    const resume = await suspendCheck(writer);
    const opened = writer.app.waitForEvent('window');
    await openFromOutside(writer, desk.file('story.aspen'));
    const page = await opened;
    const notices = page.getByRole('region', { name: 'Notices' });
    await expect(notices).toContainText('Checking story.aspen');
    await expect(page.getByRole('heading', { name: 'story.aspen' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New grove' })).toBeHidden();
    return { page, notices, resume };
  };
  const own = writer.page.getByRole('region', { name: 'Notices' });

  const cancelled = await open();
  await cancelled.notices.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => writer.app.windows().length).toBe(1);
  await cancelled.resume();
  await expect(own).toBeHidden();

  const refused = await open();
  await refused.resume();
  await expect(own).toContainText(refusal);
  await expect.poll(() => writer.app.windows().length).toBe(1);
  await writer.screenshot(test.info().outputPath('refused.png'));
  await writer.type(' And go on.');
  await writer.waitUntilSaved();

  // The only window stays, as the welcome page.
  const last = await open();
  await writer.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    windows.find((window) => window.getTitle().startsWith('winter'))?.close();
  });
  await expect.poll(() => writer.app.windows().length).toBe(1);
  await last.resume();
  await expect(last.notices).toContainText(refusal);
  await expect(last.page.getByRole('button', { name: 'New grove' })).toBeVisible();
});

test('a window that is closed while its page loads, or whose page crashes then, does not end the program', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open();
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
  const exits = await writer.app.evaluate(async ({ app, BrowserWindow, session }) => {
    const codes: (number | undefined)[] = [];
    const { quit, exit } = app;
    // Keep running without a window, as on macOS.
    app.quit = () => undefined;
    app.exit = (code) => codes.push(code);
    const close = (window: Electron.BrowserWindow | undefined) =>
      new Promise<void>((resolve) => {
        window?.once('closed', () => resolve());
        window?.close();
      });
    await close(BrowserWindow.getAllWindows()[0]);
    const { webRequest } = session.defaultSession;
    for (const end of ['close', 'crash']) {
      // The page's first request is never answered.
      webRequest.onBeforeRequest(() => undefined);
      app.emit('activate');
      const [window] = BrowserWindow.getAllWindows();
      if (end === 'close') await close(window);
      webRequest.onBeforeRequest(null);
      if (end === 'crash') window?.webContents.forcefullyCrashRenderer();
      // Long enough for the program to notice that the page did not load.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    Object.assign(app, { quit, exit });
    return codes;
  });
  expect(exits).toEqual([]);
  // The program soon shows another page. Playwright sometimes waits for the first one for good, so main is asked.
  const shown = () =>
    writer.app.evaluate(({ BrowserWindow }) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
        // A page that has crashed answers nothing, ever.
        new Promise((resolve) => setTimeout(resolve, 1000)),
      ]),
    );
  await expect.poll(shown).toContain('Write a story');
});

/** A grove in the first version of the format, with an empty tree. */
function writeOldGrove(desk: Desk): void {
  const create = { id: '01KDXG00000000000000000000' as GroveId, name: 'Old' };
  const idsAndClock = countingIdsAndClock();
  const store = openFile(desk.file('old.aspen'), { migrations: MIGRATIONS, now: () => 1, create });
  store.transact((tx) => {
    const human = agentOf(idsAndClock, 'human', 'Writer');
    addAgent(tx, human);
    insertTree(tx, 'Old', human.id, idsAndClock);
  });
  store.close();
  makeOlder(desk.file('old.aspen'), 10);
}

test('a grove of an older version that cannot be backed up opens for reading, and for writing if the writer goes on', {
  tag: '@isolated',
}, async ({ desk }) => {
  writeOldGrove(desk);
  const before = digestOf(desk.file('old.aspen'));
  // A file in its place prevents the folder.
  writeFileSync(join(desk.dataFolder, 'backups'), '');
  const writer = await desk.open('old.aspen');
  const banner = writer.page.getByRole('region', { name: 'Notices' });
  await expect(banner).toContainText('It could not be backed up, so it is open for reading.');
  await expect(banner).toContainText('The backup folder cannot be used');
  await expect(writer.status).toContainText('Read only');
  await writer.screenshot(test.info().outputPath('no-backup.png'));
  expect(digestOf(desk.file('old.aspen'))).toBe(before);

  await banner.getByRole('button', { name: 'Go on without a backup' }).click();
  await expect(writer.status).not.toContainText('Read only');
  await expect(banner).toBeHidden();
  await writer.type('It goes on. ');
  await writer.waitUntilSaved();
  await writer.close();
  expect(readGrove(desk.file('old.aspen')).draftText).toBe('It goes on. ');
});
