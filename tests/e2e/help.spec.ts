import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** The help: six short pages and every shortcut, in the app and without a mouse. */

const PAGES = [
  'The loom',
  'Editing and branching',
  'Models',
  'Conversations',
  'Files and safety',
  'Keys',
  'Words',
  'Keyboard shortcuts',
];

async function openHelp(writer: Writer): Promise<Locator> {
  await expect(writer.manuscript).toBeVisible();
  await writer.press('Control+/');
  const help = writer.page.getByRole('main', { name: 'Help' });
  await expect(help).toBeVisible();
  return help;
}

test('a key shows all shortcuts, a word finds one, and Escape returns to the caret', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  for (let i = 0; i < 6; i++) await writer.press('ArrowLeft');
  const help = await openHelp(writer);
  const filter = help.getByRole('searchbox', { name: 'Filter by name or key' });
  await expect(filter).toBeFocused();
  const terms = help.getByRole('term');
  await expect.poll(() => terms.count()).toBeGreaterThan(40);
  await filter.pressSequentially('split');
  await expect(terms).toHaveText([
    'Split here',
    'Split and start a branch here by a model',
    'Outline: split the selected passage',
  ]);
  await expect(help.getByRole('definition')).toHaveText(['Alt+S', 'Alt+C', 'in the palette']);
  await filter.fill('alt+p');
  await expect(terms.first()).toBeVisible();
  await filter.fill('telepathy');
  await expect(help.getByRole('status')).toHaveText('No command’s name or key matches “telepathy”.');
  await writer.press('Escape');
  await expect(filter).toHaveValue('');
  await writer.press('Escape');
  await expect(help).toBeHidden();
  await writer.page.keyboard.type('nearly ');
  await expect.poll(() => writer.text()).toBe('The lake nearly froze.');
});

test('the sheet shows the current keys and leads to where they are changed', async ({ desk }) => {
  desk.prefer({ shortcuts: { preset: 'classic', overrides: { 'node.split': ['F9'] } } });
  const writer = await desk.open('story.aspen');
  const help = await openHelp(writer);
  const keysOf = (title: string) =>
    help
      .locator('dl > div')
      .filter({ has: writer.page.getByRole('term').getByText(title, { exact: true }) })
      .getByRole('definition');
  await expect(keysOf('Split here')).toHaveText('F9');
  await expect(keysOf('Generate')).toContainText('Ctrl+G');
  await help.getByRole('button', { name: 'change the keys' }).click();
  const settings = writer.page.getByRole('main', { name: 'Settings' });
  await expect(settings.getByRole('tab', { name: 'Shortcuts' })).toBeFocused();
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
});

test('the pages can be read in sequence by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.command('help the loom');
  const help = writer.page.getByRole('main', { name: 'Help' });
  for (const [index, page] of PAGES.entries()) {
    if (index > 0) await writer.press('ArrowDown');
    await expect(help.getByRole('tab', { name: page, exact: true })).toBeFocused();
    await expect(help.getByRole('heading', { name: page, exact: true })).toBeVisible();
  }
});

test('a link goes to the next page and moves focus there', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const help = await openHelp(writer);
  await help.getByRole('tab', { name: 'The loom' }).click();
  await help.getByRole('button', { name: 'editing and branching' }).press('Enter');
  await expect(help.getByRole('heading', { name: 'Editing and branching' })).toBeVisible();
  await expect(help.getByRole('tab', { name: 'Editing and branching' })).toBeFocused();
});

test('the help is available before any grove is open, and opens the sample', async ({ desk }) => {
  const writer = await desk.open();
  await expect(writer.page.getByRole('button', { name: 'New grove' })).toBeVisible();
  await writer.press('Control+/');
  const help = writer.page.getByRole('main', { name: 'Help' });
  await help.getByRole('tab', { name: 'The loom' }).click();
  await help.getByRole('button', { name: 'sample grove' }).click();
  await expect(writer.manuscript).toBeVisible();
  await expect(help).toBeHidden();
});

test('the help is in the menu', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('help.files')?.click());
  await expect(writer.page.getByRole('heading', { name: 'Files and safety', exact: true })).toBeVisible();
});
