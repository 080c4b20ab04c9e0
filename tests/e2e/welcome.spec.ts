import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Answers the system's dialogs, which tests cannot reach, with a path. */
async function answerDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

test('a new grove is ready to type in, and moves to a file of the writer’s choice when it is named', async ({
  desk,
}) => {
  let writer = await desk.open();
  await writer.page.getByRole('button', { name: 'New grove' }).click();
  await expect(writer.manuscript).toBeFocused();
  await writer.type('First words.');
  await answerDialogs(writer.app, desk.file('winter.aspen'));
  await writer.command('Rename the grove');
  await writer.page.getByRole('combobox', { name: 'Name of the grove' }).fill('The Winter Orchard');
  await writer.press('Enter');
  await expect.poll(() => readdirSync(join(desk.dataFolder, 'Untitled'))).toEqual([]);
  await expect(writer.manuscript).toBeFocused();
  await writer.type(' And on.');
  await writer.waitUntilSaved();
  expect(readGrove(desk.file('winter.aspen')).draftText).toBe('First words. And on.');
  expect(writer.complaints).toEqual([]);
  await writer.close();

  // The program starts with it, with the caret where the writer stopped.
  writer = await desk.openLast();
  await expect(writer.manuscript).toBeFocused();
  await writer.type(' Go on.');
  await expect(writer.manuscript).toContainText('First words. And on. Go on.');
});

test('a recent grove is listed with its last line, its words and the day, and opens', async ({ desk }) => {
  let writer = await desk.open();
  await writer.page.getByRole('button', { name: 'New grove' }).click();
  await expect(writer.manuscript).toBeFocused();
  await writer.type('Snow fell.');
  await writer.press('Enter');
  await writer.type('Nobody went out that night.');
  await writer.close();
  writer = await desk.reopen();
  const grove = writer.page.getByRole('region', { name: 'Recent' }).getByRole('button');
  const year = String(new Date().getFullYear());
  for (const text of ['Untitled story', 'not named yet', year, 'Nobody went out that night.', '7 words'])
    await expect(grove).toContainText(text);
  await grove.click();
  await expect(writer.manuscript).toContainText('Snow fell.');
  const opened = writer.app.waitForEvent('window');
  await writer.command('Welcome page');
  const welcome = await opened;
  await expect(welcome.getByRole('region', { name: 'Recent' })).toContainText('Untitled story');
});

test('groves with the same long name are distinguished by their folders', async ({ desk }) => {
  const name = 'The extraordinarily long and winding chronicle of the winter orchard, volume twelve';
  for (const folder of ['first', 'second']) {
    mkdirSync(desk.file(folder));
    await (await desk.reopen(`${folder}/${name}.aspen`)).close();
  }
  const writer = await desk.reopen();
  const groves = writer.page.getByRole('region', { name: 'Recent' }).getByRole('listitem');
  await expect(groves).toHaveCount(2);
  for (const grove of await groves.all()) {
    const room = await grove.getByText(/first|second/).boundingBox();
    expect(room?.width).toBeGreaterThan(50);
  }
});

test('a missing grove is shown as missing, and can be removed from the list', async ({ desk }, info) => {
  let writer = await desk.open('winter.aspen');
  await writer.type('First words.');
  await writer.close();
  writer = await desk.reopen('summer.aspen');
  await writer.close();
  rmSync(desk.file('winter.aspen'));
  writer = await desk.reopen();
  const recent = writer.page.getByRole('region', { name: 'Recent' });
  await expect(recent.getByRole('listitem').filter({ hasText: 'winter' })).toContainText('no longer there');
  await expect(recent.getByRole('button', { name: /^winter/ })).toBeHidden();
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`welcome-${colorScheme}.png`));
  }
  await recent.getByRole('button', { name: 'Remove winter from this list' }).click();
  await expect(recent.getByRole('listitem')).toHaveCount(1);
  await writer.close();
  writer = await desk.open();
  await expect(writer.page.getByRole('button', { name: /^summer/ })).toBeVisible();
  await expect(writer.page.getByText('winter')).toHaveCount(0);
});

test('a grove opened before is in the menu, and its window opens where it was', async ({ desk }) => {
  const place = { x: 40, y: 60, width: 900, height: 640 };
  const places = (writer: Writer) =>
    writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.getBounds()));
  let writer = await desk.open('winter.aspen');
  await writer.type('First words.');
  await writer.app.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  );
  await expect.poll(() => places(writer)).toEqual([place]);
  await writer.close();
  writer = await desk.open();
  const opened = writer.app.waitForEvent('window');
  await writer.app.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
    const recent = file?.submenu?.items.find(({ label }) => label === 'Open recent');
    recent?.submenu?.items[0]?.click();
  });
  const second = await opened;
  await expect(second.getByRole('textbox', { name: 'Manuscript' })).toContainText('First words.');
  expect(await places(writer)).toContainEqual(place);
});

test('the sample grove opens from the welcome page', async ({ desk }) => {
  const writer = await desk.open();
  await writer.page.getByRole('button', { name: 'Sample grove' }).click();
  await expect(writer.manuscript).toBeVisible();
  await expect(writer.manuscript).toContainText('The road goes down to the water');
  expect(writer.complaints).toEqual([]);
});

test('a first start leads into a tree that explains how it works', async ({ desk }, info) => {
  const writer = await desk.open();
  await writer.screenshot(info.outputPath('first-start.png'));
  await writer.page.getByRole('button', { name: 'First steps' }).click();
  await expect(writer.manuscript).toContainText('This is a tree.');
  await expect(writer.manuscript).toBeFocused();
  await writer.screenshot(info.outputPath('first-steps.png'));
  // Generate, as the text says, with the caret where the tree opened: what comes is on the page, and in view.
  await writer.page.getByRole('button', { name: 'Generate', exact: true }).click();
  await writer.waitForContinuations(3);
  await writer.screenshot(info.outputPath('generated.png'));
  const came = writer.manuscript.locator('[data-author]').last();
  await expect(came).toBeInViewport();
  await writer.type(' And so I did.');
  await writer.generate(3);
  expect(writer.complaints).toEqual([]);
});

test('a grove reopens with the tree that was shown last', async ({ desk }) => {
  let writer = await desk.open();
  await writer.page.getByRole('button', { name: 'Sample grove' }).click();
  await expect(writer.manuscript).toContainText('The road goes down to the water');
  await writer.page.getByRole('button', { name: /^An account/ }).click();
  await expect(writer.manuscript).toContainText('Eleven bicycles');
  await writer.close();
  writer = await desk.reopen();
  await writer.page.getByRole('button', { name: 'Sample grove' }).click();
  await expect(writer.manuscript).toContainText('Eleven bicycles');
});

test('cancelling the dialog changes nothing', async ({ desk }) => {
  const writer = await desk.open();
  await writer.app.evaluate(({ dialog }) => {
    dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });
  });
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeEnabled();
  await writer.command('New grove in a file');
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeEnabled();
  expect(desk.filesBeside('')).toEqual([]);
});

for (const [what, bytes] of [
  ['a text file', Buffer.from('Not a grove at all.')],
  ['an empty file', Buffer.alloc(0)],
  ['random bytes', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256))],
] as const) {
  test(`${what} is refused with a message and left unchanged`, async ({ desk }) => {
    writeFileSync(desk.file('foreign.aspen'), bytes);
    const writer = await desk.open();
    await answerDialogs(writer.app, desk.file('foreign.aspen'));
    await writer.page.getByRole('button', { name: 'Open…' }).click();
    await expect(
      writer.page.getByText('This file is not a grove. It was not changed.', { exact: true }),
    ).toBeVisible();
    await writer.close();
    expect(readFileSync(desk.file('foreign.aspen')).equals(bytes)).toBe(true);
  });
}

test('a folder named like a grove is refused with a message on the command line', {
  tag: '@isolated',
}, async ({ desk }) => {
  mkdirSync(desk.file('folder.aspen'));
  const writer = await desk.open('folder.aspen');
  const notices = writer.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText(
    'folder.aspen could not be opened. This file is not a grove. It was not changed.',
  );
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
});

test('a second window shows a second grove, and reopening an open one brings it to the front', async ({
  desk,
}) => {
  const writer = await desk.open('one.aspen');
  await writer.type('One.');
  await writer.waitUntilSaved();
  const opened = writer.app.waitForEvent('window');
  await writer.page.getByRole('button', { name: 'New grove' }).click();
  const second = await opened;
  await expect(second.getByRole('textbox', { name: 'Manuscript' })).toBeVisible();
  await answerDialogs(writer.app, desk.file('one.aspen'));
  await second.getByRole('button', { name: 'Open…' }).click();
  await expect(writer.manuscript).toContainText('One.');
  expect(writer.app.windows()).toHaveLength(2);
});

test('a crashed page comes back with main’s state', { tag: '@isolated' }, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Held by main.');
  await writer.waitUntilSaved();
  await writer.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  const shown = () =>
    writer.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const isThere = contents !== undefined && !contents.isCrashed() && !contents.isLoading();
      const read = "document.querySelector('[aria-label=Manuscript]')?.textContent ?? ''";
      // A page that ends while it is asked never answers.
      const silence = new Promise<string>((resolve) => setTimeout(() => resolve(''), 500));
      return isThere ? Promise.race([contents.executeJavaScript(read), silence]) : '';
    });
  await expect.poll(shown).toContain('Held by main.');
});
