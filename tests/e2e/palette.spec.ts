import type { Locator } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** The command palette, bookmarks and going to places, in the app (`interface.md`). */

const field = ({ page }: Writer): Locator => page.getByRole('combobox', { name: 'Command', exact: true });
const rows = ({ page }: Writer): Locator => page.getByRole('dialog').getByRole('option');

test('the palette opens and closes without moving the caret, and Escape ends nothing else', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  await writer.press('ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft', 'Control+Shift+p');
  await expect(field(writer)).toBeFocused();
  await writer.press('Escape');
  await expect(field(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await writer.type('Z');
  await expect.poll(() => writer.text()).toBe('The lake froZe.');
  await writer.press('F1');
  await expect(field(writer)).toBeFocused();
  await writer.press('F1');
  await expect(writer.manuscript).toBeFocused();
  await writer.type('!');
  await expect.poll(() => writer.text()).toBe('The lake froZ!e.');
});

test('a command is found by a few letters, shown with its key, run by Enter, and listed first next time', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.press('F1');
  await expect(rows(writer).first()).toHaveAccessibleName(/Generate/);
  await writer.page.keyboard.type('fmode');
  await expect(rows(writer).first()).toHaveAccessibleName('Focus mode Ctrl+Shift+F11');
  await field(writer).fill('splt her');
  await expect(rows(writer).first()).toHaveAccessibleName('Split here Alt+S');
  await field(writer).fill('genrate');
  await expect(rows(writer).first()).toHaveAccessibleName('Generate Ctrl+Enter');
  await writer.press('Enter');
  await writer.waitForContinuations(3);
  await expect(writer.manuscript).toBeFocused();
  await writer.press('F1', 'ArrowDown');
  await expect(rows(writer).nth(1)).toHaveAttribute('data-highlighted');
  await writer.press('ArrowUp');
  await expect(rows(writer).first()).toHaveAccessibleName('Generate Ctrl+Enter');
  await expect(rows(writer).first()).toHaveAttribute('data-highlighted');
  await field(writer).fill('find');
  await writer.press('Enter');
  await expect(writer.page.getByRole('searchbox', { name: 'Find' })).toBeFocused();
});

test('Enter in the palette types nothing, and text keys do nothing while it is open', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate(3);
  const text = await writer.text();
  await writer.press('F1', 'Alt+ArrowDown', 'Control+Shift+Backspace');
  await field(writer).fill('authorship colours');
  await writer.press('Enter');
  await expect(field(writer)).toBeHidden();
  await expect.poll(() => writer.text()).toBe(text);
  await expect(writer.page.getByText('No command')).toBeHidden();
});

test('settings and other words for things are found', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  await writer.press('F1');
  for (const [typed, title] of [
    ['quotes', 'Settings: '],
    ['provider', 'Settings: Providers'],
    ['delete', 'Set aside'],
  ] as const) {
    await field(writer).fill(typed);
    await expect(rows(writer).filter({ hasText: title }).first()).toBeVisible();
  }
  await field(writer).fill('smart punct');
  await writer.press('Enter');
  await expect(writer.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(writer.page.getByRole('switch', { name: /punctuation/i })).toBeVisible();
  await writer.press('Escape');
});

test('a query that matches no command is reported, and commands that cannot run say why', async ({
  desk,
}) => {
  const writer = await desk.open();
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
  await writer.press('F1');
  await expect(rows(writer).filter({ hasText: /New grove(?! in)/ })).toHaveCount(1);
  await expect(rows(writer).filter({ hasText: 'Generate' })).toHaveCount(0);
  await field(writer).fill('generate');
  const generate = rows(writer)
    .filter({ hasText: /^Generate/ })
    .first();
  await expect(generate).toHaveAttribute('aria-disabled', 'true');
  await expect(generate).toContainText('No grove is open.');
  await field(writer).fill('xyzzy');
  await expect(rows(writer)).toHaveCount(0);
  await expect(writer.page.getByRole('dialog')).toContainText('No command matches “xyzzy”.');
});

test('a command asks for its argument and says what it would do', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate(3);
  await writer.press('F1');
  await field(writer).fill('alternative by');
  await writer.press('Enter');
  const number = writer.page.getByRole('combobox', { name: 'Number of the alternative' });
  await expect(number).toBeFocused();
  await writer.page.keyboard.type('9');
  await expect(writer.page.getByRole('dialog')).toContainText('A number from 1 to 3.');
  await number.fill('3');
  await expect(rows(writer)).toHaveAccessibleName('Go to 3 of 3');
  await writer.press('Enter');
  await expect(writer.status).toContainText('3 of 3');
  await expect(writer.manuscript).toBeFocused();
});

test('the palette fits a small window, and one at twice the size', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setSize(900, 600);
  });
  await writer.type('The lake froze.');
  for (const zoom of [1, 2]) {
    await writer.app.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
    await writer.press('F1');
    await expect(field(writer)).toBeInViewport({ ratio: 1 });
    await writer.press('ArrowUp');
    await expect(rows(writer).last()).toBeInViewport({ ratio: 1 });
    await writer.screenshot(info.outputPath(`palette-at-${zoom}.png`));
    await writer.press('Escape');
  }
});

const bookmarks = ({ page }: Writer): Locator =>
  page.getByRole('region', { name: 'Bookmarks' }).getByRole('button');
const ribbons = ({ page }: Writer): Locator => page.locator('.bookmark-mark');

test('a bookmark is added, named and removed, and gets its name back when added again', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze in one night. ');
  await writer.press('Control+s');
  await writer.type('And then');
  await writer.press('Control+d');
  await expect(bookmarks(writer)).toHaveText(['The lake froze in one night.']);
  await expect(writer.status).toContainText('bookmarked');
  await expect(ribbons(writer)).toHaveCount(1);
  await expect.poll(() => writer.text()).toBe('The lake froze in one night. And then');
  await writer.press('F1');
  await field(writer).fill('bookmark with');
  await writer.press('Enter');
  await writer.page.keyboard.type('The frost');
  await writer.press('Enter');
  await expect(bookmarks(writer)).toHaveText(['The frost']);
  await writer.screenshot(info.outputPath('bookmark-light.png'));
  await writer.page.emulateMedia({ colorScheme: 'dark' });
  await writer.screenshot(info.outputPath('bookmark-dark.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await writer.press('Control+d');
  await expect(bookmarks(writer)).toHaveCount(0);
  await expect(ribbons(writer)).toHaveCount(0);
  await writer.press('Control+d');
  await expect(bookmarks(writer)).toHaveText(['The frost']);
  await writer.type(' it thawed.');
  await writer.waitUntilSaved();
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await expect(bookmarks(again)).toHaveText(['The frost']);
  await expect(ribbons(again)).toHaveCount(1);
  await expect.poll(() => again.text()).toBe('The lake froze in one night. And then it thawed.');
});

test('keys go from bookmark to bookmark, across branches too, and so does the list', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.press('Control+s', 'Control+d');
  await writer.generate(3);
  const texts: string[] = [];
  for (const number of [1, 2, 3]) {
    await writer.press(`Alt+${number}`);
    await expect(writer.status).toContainText(`${number} of 3`);
    await writer.press('Control+d');
    await expect(bookmarks(writer)).toHaveCount(number + 1);
    texts.push(await writer.text());
  }
  // The third is the last in the tree, so this wraps around to the lake, then to the first.
  await writer.press('Alt+PageDown');
  await expect.poll(() => writer.text()).toBe(texts[2]);
  await writer.press('Alt+PageDown');
  await expect.poll(() => writer.text()).toBe(texts[0]);
  await writer.press('Alt+PageDown');
  await expect.poll(() => writer.text()).toBe(texts[1]);
  await writer.press('Alt+PageUp');
  await expect.poll(() => writer.text()).toBe(texts[0]);
  await bookmarks(writer).nth(3).focus();
  await writer.press('Enter');
  await expect.poll(() => writer.text()).toBe(texts[2]);
  await expect(writer.manuscript).toBeFocused();
});

test('going to a place works by its words, bookmark or local id, anywhere in the tree', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const field = writer.page.getByRole('combobox', { name: 'Go to', exact: true });
  await writer.type('The lake froze. ');
  await writer.press('Control+s');
  await writer.type('A heron stood there.');
  await writer.press('Control+s', 'Control+d', 'Alt+ArrowLeft');
  await expect.poll(() => writer.text()).toBe('The lake froze. ');
  await writer.type('Nobody came.');
  await writer.press('Control+s', 'Control+j');
  await expect(rows(writer)).toHaveText([/A heron stood there\.\s*Bookmark/]);
  await field.fill('nobody');
  await expect(rows(writer)).toHaveText([/Nobody came/]);
  await field.fill('heron');
  await expect(rows(writer)).toHaveText([/A heron stood there/]);
  await writer.screenshot(info.outputPath('places-light.png'));
  await writer.page.emulateMedia({ colorScheme: 'dark' });
  await writer.screenshot(info.outputPath('places-dark.png'));
  expect(await axeViolations(writer)).toEqual([]);
  await writer.press('Enter');
  await expect.poll(() => writer.text()).toBe('The lake froze. A heron stood there.');
  await expect(writer.manuscript).toBeFocused();
  const { page } = writer;
  await page.getByRole('tab', { name: 'Passage' }).click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const id = await page.getByRole('complementary', { name: 'Inspector' }).locator('code').first().innerText();
  await writer.manuscript.focus();
  await writer.press('Alt+ArrowLeft', 'Control+j');
  await field.fill(id.toUpperCase());
  await expect(rows(writer)).toHaveText([new RegExp(`A heron stood there\\.\\s*${id}`)]);
  await writer.press('Enter');
  await expect.poll(() => writer.text()).toBe('The lake froze. A heron stood there.');
  await writer.press('Control+j');
  await field.fill('xyzzy');
  await expect(page.getByRole('dialog')).toContainText('Nothing matches “xyzzy”.');
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
});

test('an export is found by its file extension', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  await writer.press('F1');
  const field = writer.page.getByRole('combobox', { name: 'Command' });
  for (const [ending, title] of [
    ['html', /Export as a web page/],
    ['pdf', /Export as PDF/],
    ['json', /Export the tree/],
  ] as const) {
    await field.fill(ending);
    await expect(rows(writer).first()).toContainText(title);
  }
});

test('a list of places that is not the whole of them says so', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.manuscript.click();
  await writer.page.keyboard.insertText('heron '.repeat(120));
  const dialog = writer.page.getByRole('dialog', { name: 'Go to' });
  await writer.press('Control+j', dialog.getByRole('combobox'));
  await writer.page.keyboard.type('heron');
  await expect(dialog.getByRole('status').filter({ hasText: 'The first 100 places.' })).toHaveText(
    'The first 100 places. More words narrow it.',
  );
  await writer.screenshot(info.outputPath('more.png'));
  expect(await axeViolations(writer)).toEqual([]);
});
