import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';
import { promised } from './waits.ts';
import type { Desk, Writer } from './writer.ts';

/** Typed text survives the app, however it ends (`storage.md`, *What is never lost*). */

const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });

/** Kills the app and reopens the grove. */
async function killAndReopen(desk: Desk, writer: Writer, grove = 'story.aspen'): Promise<Writer> {
  await writer.kill();
  return desk.open(grove);
}

test('text typed just before a kill is restored, with a one-line notice and an undo', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('It was in the file. ');
  await writer.waitUntilSaved();
  await writer.type('The rain came. It did not stop. Nobody minded.');
  await expect(writer.status).toContainText('Safe on this computer');
  await writer.waitUntilSafe();
  const again = await killAndReopen(desk, writer);
  await expect(again.manuscript).toContainText(
    'It was in the file. The rain came. It did not stop. Nobody minded.',
  );
  await expect(notices(again)).toContainText('3 sentences that had not reached the file were restored.');
  await again.waitUntilSaved();

  await notices(again).getByRole('button', { name: 'Undo' }).click();
  await expect(again.manuscript).not.toContainText('The rain came.');
  await expect(again.manuscript).toContainText('It was in the file.');
  await notices(again).getByRole('button', { name: 'Bring back' }).click();
  await expect(again.manuscript).toContainText('Nobody minded.');
});

/** Answers the system's message box with this button; the result reads what the box said. */
async function answerMessages(writer: Writer, button: number): Promise<() => Promise<string>> {
  await writer.app.evaluate(({ dialog, app }, response) => {
    dialog.showMessageBox = (async (_window: unknown, { message }: { message: string }) => {
      app.setName(message);
      return { response, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  }, button);
  return () => writer.app.evaluate(({ app }) => app.getName());
}

async function chooseFile(writer: Writer, filePath: string): Promise<void> {
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

test('a grove that cannot be written closes with its text in the journal, and says so', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await writer.type('After it was moved.');
  await expect(writer.status).toContainText('Not saved');
  await expect(writer.status).toContainText('What you typed is safe on this computer.');
  await expect(notices(writer)).toContainText('moved or replaced by another program');
  await writer.screenshot(test.info().outputPath('moved.png'));

  const asked = await answerMessages(writer, 1);
  await writer.askToClose();
  await expect.poll(asked).toContain('What you typed is safe on this computer.');
  await expect(writer.manuscript).toContainText('After it was moved.');

  await answerMessages(writer, 0);
  await writer.close();
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  const again = await desk.reopen('story.aspen');
  await expect(again.manuscript).toContainText('Before. After it was moved.');
});

/** Reads from a reloaded page; a page that ends while it is asked never answers. */
function readReloaded<T>(writer: Writer, script: string, otherwise: T): Promise<T> {
  return writer.app.evaluate(
    ({ BrowserWindow }, [code, fallback]) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return fallback;
      const silence = new Promise((resolve) => setTimeout(() => resolve(fallback), 500));
      return Promise.race([contents.executeJavaScript(code as string), silence]);
    },
    [script, otherwise] as const,
  ) as Promise<T>;
}

interface Place {
  readonly line: string;
  readonly offset: number;
  readonly scroll: number;
}

const CARET = `(() => {
  const view = document.querySelector('.cm-scroller');
  const { focusNode, focusOffset } = getSelection() ?? {};
  const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
  const line = element?.closest('.cm-line')?.textContent ?? '';
  return { line, offset: focusOffset ?? -1, scroll: Math.round(view?.scrollTop ?? -1) };
})()`;

test('a crashed page comes back with its caret and scroll position', { tag: '@isolated' }, async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index + 1} of the story.`);
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(lines.join('\n'));
  await writer.press('Control+Home');
  for (let line = 0; line < 40; line++) await writer.press('ArrowDown');
  await writer.press('End');
  await writer.waitUntilSaved();
  // The position is sent half a second after it settles.
  await promised(1_000);
  const before = await readReloaded<Place | null>(writer, CARET, null);
  expect(before).toMatchObject({ line: 'Line 41 of the story.' });
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const after = () => readReloaded<Place | null>(writer, CARET, null);
  await expect.poll(after).toMatchObject({ line: before?.line, offset: before?.offset });
  // The view is restored by the text at its top, to within a line.
  await expect
    .poll(async () => Math.abs(((await after())?.scroll ?? 0) - (before?.scroll ?? 0)))
    .toBeLessThan(40);
});

test('a page that crashed during typing comes back with the caret after the typed text', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('It was in the file. ');
  await writer.waitUntilSaved();
  await writer.manuscript.pressSequentially('The rain came, and nobody minded it. ', { delay: 60 });
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const shown = "document.querySelector('[aria-label=Manuscript]')?.textContent ?? ''";
  await expect
    .poll(() => readReloaded(writer, shown, ''))
    .toContain('It was in the file. The rain came, and');
  await expect
    .poll(async () => (await readReloaded<Place | null>(writer, CARET, null))?.offset)
    .toBe((await readReloaded(writer, shown, '')).length);
});

test('an unresponsive window can be reloaded with its text', { tag: '@isolated' }, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Typed before the hang.');
  await writer.waitUntilSaved();
  const asked = await answerMessages(writer, 1);
  await writer.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    void window?.webContents.executeJavaScript('for (;;);');
    // Chromium's report after half a minute without a response.
    setTimeout(() => window?.emit('unresponsive'), 500);
  });
  await expect.poll(asked).toBe('This window is not responding.');
  const shown = "document.querySelector('[aria-label=Manuscript]')?.textContent ?? ''";
  await expect.poll(() => readReloaded(writer, shown, '')).toContain('Typed before the hang.');
});

test('a window that does not respond when it is closed asks first, and closes with its text once it responds', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Typed before. ');
  await writer.waitUntilSaved();
  // The system's message box stays until it is withdrawn.
  await writer.app.evaluate(({ dialog, app }) => {
    dialog.showMessageBox = ((_window: unknown, { message, signal }: Electron.MessageBoxOptions) => {
      app.setName(message);
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ response: 0, checkboxChecked: false }));
      });
    }) as typeof dialog.showMessageBox;
  });
  await writer.page.evaluate(() => {
    const end = Date.now() + 5_000;
    setTimeout(() => {
      while (Date.now() < end);
    });
  });
  const typed = writer.page.keyboard.insertText('Typed during the hang.').catch(() => undefined);
  // The program ends with its last window.
  const gone = writer.untilGone();
  await writer.askToClose();
  await expect.poll(() => writer.app.evaluate(({ app }) => app.getName())).toMatch('not responding');
  await Promise.all([typed, gone]);
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('Typed before. Typed during the hang.');
});

test('a window whose text cannot be written anywhere stays open until it can', { tag: '@isolated' }, async ({
  desk,
}) => {
  test.skip(process.platform !== 'linux', 'limits the size of files that a running process may write');
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  const pid = String(await writer.app.evaluate(() => process.pid));
  const limit = (size: string) => execFileSync('prlimit', ['--pid', pid, `--fsize=${size}`]);
  limit('0:unlimited');
  await writer.type('Nowhere to go.');
  await expect(writer.status).toContainText('Not saved');
  await expect(writer.status).not.toContainText('safe on this computer');
  await writer.askToClose();
  await expect(notices(writer)).toContainText('This window stays open');
  await writer.screenshot(test.info().outputPath('stays-open.png'));
  limit('unlimited:unlimited');
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  await writer.close();
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('Before. Nowhere to go.');
});

/** Makes main fail every request of this name, as a bug would; null ends this. */
async function refuse(writer: Writer, name: string | null): Promise<void> {
  await writer.app.evaluate(({ ipcMain }, refused) => {
    type Answer = (event: unknown, request: unknown, input: unknown) => unknown;
    const { _invokeHandlers: channels } = ipcMain as unknown as { _invokeHandlers: Map<string, Answer> };
    const error = { code: 'IO_ERROR', sentence: 'The disk could not be read or written.', detail: '' };
    if (process.env.REFUSED === undefined)
      for (const [channel, answer] of channels)
        channels.set(channel, (event, request, input) =>
          process.env.REFUSED === request ? { ok: false, error } : answer(event, request, input),
        );
    process.env.REFUSED = refused ?? '';
  }, name);
}

test('a window with refused text stays open and switches no grove until it is accepted or the writer gives it up', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  await refuse(writer, 'draft.save');
  await writer.type('In the page alone.');
  await writer.askToClose();
  await expect(notices(writer)).toContainText('This window stays open');
  await expect(notices(writer).getByRole('button', { name: 'Close and lose it' })).toBeVisible();
  await writer.screenshot(test.info().outputPath('refused.png'));
  await refuse(writer, null);
  await writer.waitUntilSaved();
  await expect(notices(writer)).toBeHidden();
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('Before. In the page alone.');

  await refuse(writer, 'draft.save');
  await writer.manuscript.focus();
  await writer.press('Control+End');
  await writer.page.keyboard.insertText(' Again.');
  await chooseFile(writer, desk.file('elsewhere.aspen'));
  await writer.command('Save As');
  await expect(notices(writer)).toContainText('This window stays open');
  expect(desk.filesBeside('elsewhere.aspen')).toEqual([]);
  await refuse(writer, null);
  await writer.manuscript.focus();
  await writer.press('Control+End');
  await writer.page.keyboard.insertText(' And on.');
  await writer.waitUntilSaved();
  const accepted = 'Before. In the page alone. Again. And on.';
  expect(readGrove(desk.file('story.aspen')).draftText).toBe(accepted);

  await refuse(writer, 'draft.save');
  await writer.page.keyboard.insertText(' Given up.');
  await writer.askToClose();
  const gone = writer.untilGone();
  await notices(writer).getByRole('button', { name: 'Close and lose it' }).click();
  await gone;
  expect(readGrove(desk.file('story.aspen')).draftText).toBe(accepted);
});

for (const how of ['itself', 'from outside'] as const) {
  test(`a page ended ${how} leaves a closed file with the typed text`, { tag: '@isolated' }, async ({
    desk,
  }) => {
    const writer = await desk.open('story.aspen');
    await writer.type('It was in the file. ');
    await writer.waitUntilSaved();
    await writer.type('It was on its way. ');
    await writer.waitUntilSafe();
    const gone = writer.untilGone();
    await writer.endPage(how);
    await gone;
    expect(desk.filesBeside('story.aspen')).toEqual(['story.aspen']);
    const { draftText, unclosedSessions } = readGrove(desk.file('story.aspen'));
    expect(draftText).toBe('It was in the file. It was on its way. ');
    expect(unclosedSessions).toBe(0);
  });
}

test('a page ended while its file is gone comes back, since its window is the last with the grove', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('It was in the file. ');
  await writer.waitUntilSaved();
  rmSync(desk.file('story.aspen'));
  await expect(notices(writer)).toContainText('The grove’s file is gone');
  const opened = writer.app.waitForEvent('window');
  await writer.endPage('from outside');
  const page = await opened;
  await expect(page.getByRole('textbox', { name: 'Manuscript' })).toContainText('It was in the file.');
  await page.getByRole('button', { name: 'Save a copy here' }).click();
  await expect.poll(() => existsSync(desk.file('story.aspen'))).toBe(true);
  await expect(page.getByRole('status', { name: 'Status' })).toContainText('Saved');
  expect(readGrove(desk.file('story.aspen')).draftText).toBe('It was in the file. ');
});
