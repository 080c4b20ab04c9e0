import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { focusComplaints, visit } from './focus.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Nothing needs a pointer, and keyboard focus is always visible (`interface.md`). */

test.setTimeout(120_000);

/** Answers the system's dialogs, which tests cannot reach, with a path. */
async function answerDialogs({ app }: Writer, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

/** Presses Tab until the element has focus. */
async function tabTo(writer: Writer, element: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (
      (await element.count()) === 1 &&
      (await element.evaluate((found) => found === document.activeElement))
    )
      return;
    await writer.press('Tab');
  }
  await expect(element).toBeFocused();
}

/** Opens the app and records any use of a pointer. */
async function openWithoutPointer(desk: Desk): Promise<Writer> {
  const writer = await desk.open();
  await writer.page.evaluate(() => {
    const root = document.documentElement;
    for (const type of ['pointerdown', 'mousedown', 'wheel', 'touchstart'])
      addEventListener(type, () => root.setAttribute('data-pointer', type), { capture: true });
  });
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
  return writer;
}

async function leave(writer: Writer): Promise<void> {
  await writer.waitUntilSaved();
  await expect(writer.page.locator('html')).not.toHaveAttribute('data-pointer');
  expect(writer.complaints).toEqual([]);
  await writer.close();
}

test('a whole session works by keyboard alone', async ({ desk }) => {
  let writer = await openWithoutPointer(desk);
  let { page } = writer;
  const { keyboard } = page;
  const log = page.getByRole('log', { name: 'Announcements' });

  // A new grove, and the first lines.
  await answerDialogs(writer, desk.file('Winter.aspen'));
  await writer.command('New grove in a file');
  await expect(writer.manuscript).toBeFocused();
  await keyboard.type('The lake froze in one night. ');

  // Three continuations, the second of them.
  await writer.generate(3);
  const first = await writer.text();
  await writer.press('Alt+ArrowDown');
  await expect.poll(() => writer.text()).not.toBe(first);
  const second = await writer.text();
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^2 of 3/);

  // Through the list with the arrow keys.
  await writer.press('F6', 'F6');
  await expect(writer.continuations).toBeFocused();
  await writer.press('ArrowDown');
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^3 of 3/);
  await writer.press('ArrowUp');
  await expect.poll(() => writer.text()).toBe(second);
  await writer.press('Shift+F6', 'Shift+F6');
  await expect(writer.manuscript).toBeFocused();

  // A bookmark, an edit of the first words, and the version before it.
  await writer.press('Control+d');
  await expect(log).toContainText(/bookmark/i);
  await writer.press('Control+Home');
  await keyboard.type('Once, ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.press('Alt+,');
  await expect.poll(() => writer.text()).toBe(second);
  await writer.press('Alt+.');
  await expect.poll(() => writer.text()).toBe(`Once, ${second}`);

  // A branch from the middle of a line; the old text is its sibling.
  await writer.press('Control+Home');
  for (let i = 0; i < 'Once, The lake froze'.length; i++) await writer.press('ArrowRight');
  await writer.press('Alt+c');
  await expect.poll(() => writer.text()).toBe('Once, The lake froze');
  await keyboard.type(' like a held breath.');
  await writer.press('Control+s');
  const branch = 'Once, The lake froze like a held breath.';
  await expect(writer.continuations.getByRole('option', { selected: true })).toContainText('like a held');
  await writer.press('Alt+PageUp');
  await expect.poll(() => writer.text()).toBe(`Once, ${second}`);

  // Find text on the other branch and go to it, then go back.
  await writer.press('Control+Shift+F');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await keyboard.type('held breath');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveCount(1);
  await writer.press('Enter');
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe(branch);
  await writer.press('Control+[');
  await expect.poll(() => writer.text()).toBe(`Once, ${second}`);

  // The outline of the tree.
  await writer.press('F1', writer.palette);
  await keyboard.type('outline tab');
  await writer.press('Enter');
  const outline = page.getByRole('tree', { name: 'Outline' });
  await expect(outline).toBeFocused();
  await writer.press('r', 'ArrowDown', 'e');
  await expect(writer.manuscript).toBeFocused();

  // Export the text as typed.
  await answerDialogs(writer, desk.file('winter.txt'));
  await writer.press('F1', writer.palette);
  await keyboard.type('export as typed');
  await writer.press('Enter');
  await expect(log).toContainText('to winter.txt.');
  expect(readFileSync(desk.file('winter.txt'), 'utf8')).toBe(await writer.text());

  // The theme, in the settings.
  await writer.press('Control+,');
  const settings = page.getByRole('main', { name: 'Settings' });
  await expect(settings.getByRole('tab', { name: 'Appearance' })).toBeFocused();
  await tabTo(writer, settings.getByRole('radio', { name: 'System' }));
  await writer.press('ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect(settings.getByRole('radio', { name: 'High contrast' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
  const last = await writer.text();
  await leave(writer);
  expect(readGrove(desk.file('Winter.aspen'))).toMatchObject({ logIsWhole: true, integrity: 'ok' });

  // After a restart.
  writer = await openWithoutPointer(desk);
  page = writer.page;
  await tabTo(writer, page.getByRole('button', { name: /^Winter/ }));
  await writer.press('Enter');
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe(last);
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  await leave(writer);
});

/** Tabs once around the page; returns what is not visibly marked, not reached or out of order. */
async function tabAround(writer: Writer): Promise<string[]> {
  const { page } = writer;
  const found: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const element of document.querySelectorAll('[data-been]')) {
      element.removeAttribute('data-been');
      element.removeAttribute('data-last');
    }
  });
  for (let i = 0; i < 400; i++) {
    await writer.press('Tab');
    const complaint = await page.evaluate(visit);
    if (complaint === null) break;
    if (complaint !== '') found.push(complaint);
  }
  return [...found, ...(await page.evaluate(focusComplaints))];
}

test('Tab goes through every pane in reading order, and its focus is always visible', async ({ desk }) => {
  test.setTimeout(240_000);
  let writer = await desk.open();
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
  expect.soft(await tabAround(writer), 'the first page').toEqual([]);
  await writer.close();

  writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze. ');
  await writer.generate(3);
  await writer.press('Control+d');
  for (const tab of ['Alternatives', 'Outline', 'Passage', 'Sent', 'Talk']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    expect.soft(await tabAround(writer), tab).toEqual([]);
  }
  await writer.press('Control+Shift+F', writer.searchField);
  await page.keyboard.type('lake');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('listbox', { name: 'Results' })).toBeVisible();
  expect.soft(await tabAround(writer), 'Search').toEqual([]);
  await writer.press('Control+f');
  expect.soft(await tabAround(writer), 'Find').toEqual([]);
  await writer.press('Escape', 'Alt+M');
  await expect(page.getByRole('region', { name: 'Rewrite' })).toBeVisible();
  expect.soft(await tabAround(writer), 'Rewrite').toEqual([]);
  await writer.manuscript.focus();
  await writer.press('Escape');
  await expect(page.getByRole('region', { name: 'Rewrite' })).toBeHidden();
  await writer.press('Alt+T');
  await expect(page.getByRole('slider', { name: 'Time line' })).toBeVisible();
  expect.soft(await tabAround(writer), 'Time line').toEqual([]);
  await writer.press('Escape', 'Control+Shift+D');
  await expect(page.getByRole('main', { name: 'Side by side' })).toBeVisible();
  expect.soft(await tabAround(writer), 'Side by side').toEqual([]);
  await writer.press('Escape', 'Control+,');
  const settings = page.getByRole('main', { name: 'Settings' });
  for (const section of await settings.getByRole('tab').allTextContents()) {
    await settings.getByRole('tab', { name: section, exact: true }).click();
    expect.soft(await tabAround(writer), `Settings: ${section}`).toEqual([]);
  }
  await writer.press('Escape', 'Control+/');
  expect.soft(await tabAround(writer), 'Help').toEqual([]);
});

test('F6 stops at every region of the window, in their order, and Shift+F6 goes back', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze. ');
  await writer.generate(3);
  writeFileSync(desk.file('foreign.aspen'), 'Not a grove at all.');
  await answerDialogs(writer, desk.file('foreign.aspen'));
  await writer.press('Control+o');
  await expect(page.getByRole('button', { name: 'Close notice' })).toBeVisible();
  await writer.press('Control+f');
  const regions = [
    page.getByRole('region', { name: 'Notices' }),
    page.getByRole('complementary', { name: 'Grove' }),
    writer.manuscript,
    page.getByRole('search', { name: 'Find and replace' }),
    page.getByRole('main'),
    page.getByRole('complementary', { name: 'Inspector' }),
    writer.status,
  ];
  await writer.manuscript.focus();
  for (const region of [...regions.slice(3), ...regions.slice(0, 3)]) {
    await writer.press('F6');
    await expect(region.and(page.locator(':focus')).or(region.locator(':focus'))).toBeVisible();
  }
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Shift+F6');
  await expect(writer.searchField).toBeFocused();
  await writer.press('Shift+F6', 'Shift+F6');
  await expect(writer.status).toBeFocused();
  await writer.screenshot(test.info().outputPath('status.png'));
});
