import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { axeViolations, showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Shortcuts: every key can be changed, at once and everywhere (`interface.md`, *Keys*). */

class Shortcuts {
  readonly page: Locator;
  readonly filter: Locator;
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.page = writer.page.getByRole('main', { name: 'Settings' });
    this.filter = this.page.getByRole('searchbox', { name: 'Filter by name or key' });
  }

  static async open(writer: Writer): Promise<Shortcuts> {
    await expect(writer.manuscript).toBeVisible();
    await writer.press('Control+,');
    const shortcuts = new Shortcuts(writer);
    await shortcuts.page.getByRole('tab', { name: 'Shortcuts' }).click();
    await expect(shortcuts.filter).toBeVisible();
    return shortcuts;
  }

  key(label: string, command: string): Locator {
    return this.page.getByRole('button', { name: `${label}: change this key of ${command}`, exact: true });
  }

  /** Every key of a command, as it is shown. */
  keysOf(command: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`change this key of ${command}$`) });
  }

  field(command: string): Locator {
    return this.page.getByRole('textbox', { name: `New key for ${command}` });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async leave(): Promise<void> {
    await this.#writer.press('Escape');
    await expect(this.page).toBeHidden();
  }
}

function savedShortcuts(desk: Desk): unknown {
  return JSON.parse(readFileSync(join(desk.dataFolder, 'settings.json'), 'utf8')).preferences.shortcuts;
}

test('a new key takes effect at once in the palette, the hints and the text, and persists', async ({
  desk,
}) => {
  let writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  const shortcuts = await Shortcuts.open(writer);
  await shortcuts.key('Alt+S', 'Split here').click();
  await expect(shortcuts.field('Split here')).toBeFocused();
  await writer.press('Control+Shift+k');
  await expect(shortcuts.key('Ctrl+Shift+K', 'Split here')).toBeFocused();
  await expect(shortcuts.key('Alt+S', 'Split here')).toBeHidden();
  await shortcuts.leave();
  await writer.waitUntilSaved();
  await writer.press('Control+s');
  for (let i = 0; i < 6; i++) await writer.press('ArrowLeft');
  await writer.press('Control+Shift+p');
  await writer.page.getByRole('combobox', { name: 'Command' }).fill('split here');
  await expect(writer.page.getByRole('option', { name: /Split here/ }).first()).toContainText('Ctrl+Shift+K');
  await writer.press('Escape', 'Alt+s');
  await expect(writer.status).toContainText(/^you/);
  await writer.press('Control+Shift+k');
  await expect(writer.page.getByRole('button', { name: /follows? on your branch/ })).toBeVisible();
  await writer.close();
  expect(savedShortcuts(desk)).toEqual({ preset: 'aspen', overrides: { 'node.split': ['Ctrl+Shift+k'] } });
  writer = await desk.open('story.aspen');
  const again = await Shortcuts.open(writer);
  await expect(again.key('Ctrl+Shift+K', 'Split here')).toBeVisible();
});

test('a key already in use is reported, and is reassigned or left', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const shortcuts = await Shortcuts.open(writer);
  await shortcuts.key('Alt+S', 'Split here').click();
  await writer.press('Control+s');
  const offer = shortcuts.page.getByRole('group', { name: 'Ctrl+S belongs to “Commit the draft”.' });
  await expect(offer.getByRole('button', { name: 'Reassign' })).toBeFocused();
  await offer.getByRole('button', { name: 'Cancel' }).click();
  await expect(shortcuts.key('Alt+S', 'Split here')).toBeFocused();
  await expect(shortcuts.keysOf('Commit the draft')).toHaveText('Ctrl+S');
  await shortcuts.key('Alt+S', 'Split here').click();
  await writer.press('Control+s', 'Enter');
  await expect(shortcuts.keysOf('Split here')).toHaveText('Ctrl+S');
  await expect(shortcuts.keysOf('Commit the draft')).toHaveCount(0);
  await shortcuts.button('Reset: Commit the draft').click();
  await expect(shortcuts.page.getByText('Ctrl+S also belongs to “Split here”.')).toBeVisible();
  await shortcuts.button('Remove it from Split here').click();
  await expect(shortcuts.keysOf('Split here')).toHaveCount(0);
  await expect(shortcuts.keysOf('Commit the draft')).toHaveText('Ctrl+S');
});

test('a key that cannot be bound says why, and the field waits for another', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const shortcuts = await Shortcuts.open(writer);
  await shortcuts.key('Alt+S', 'Split here').click();
  const field = shortcuts.field('Split here');
  await expect(field).toHaveAccessibleDescription(/Backspace removes this one, Escape cancels/);
  for (const [key, reason] of [
    ['Control+Alt+k', 'Ctrl and Alt together type characters'],
    ['Alt+Shift+k', 'change the keyboard layout'],
    ['Alt+Backspace', 'undoes typing'],
    ['Control+r', 'reloads the page'],
    ['k', 'needed for typing'],
    ['Control+ArrowLeft', 'moves the caret'],
  ] as const) {
    await writer.press(key);
    await expect(shortcuts.page.getByText(reason)).toBeVisible();
    await expect(field).toBeFocused();
  }
  await writer.press('Escape');
  await expect(shortcuts.key('Alt+S', 'Split here')).toBeFocused();
});

test('keys are added, removed and reset by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Control+,');
  const shortcuts = new Shortcuts(writer);
  await expect(shortcuts.page.getByRole('tab', { name: 'Appearance' })).toBeFocused();
  for (let i = 0; i < 6; i++) await writer.press('ArrowDown');
  await expect(shortcuts.page.getByRole('tab', { name: 'Shortcuts' })).toBeFocused();
  await writer.press('Tab', 'Tab');
  await expect(shortcuts.filter).toBeFocused();
  await writer.page.keyboard.type('end the path');
  await expect(shortcuts.page.getByRole('status')).toHaveText('1 command');
  await writer.press('Tab');
  await expect(shortcuts.button('Add a key for End the path here')).toBeFocused();
  await writer.press('Enter', 'F9');
  await expect(shortcuts.key('F9', 'End the path here')).toBeFocused();
  await writer.press('Tab', 'Enter', 'F8');
  await expect(shortcuts.keysOf('End the path here')).toHaveText(['F9', 'F8']);
  await writer.press('Enter', 'Backspace');
  await expect(shortcuts.keysOf('End the path here')).toHaveText(['F9']);
  await shortcuts.button('Reset: End the path here').focus();
  await writer.press('Enter');
  await expect(shortcuts.keysOf('End the path here')).toHaveCount(0);
  await expect(shortcuts.button('Add a key for End the path here')).toBeFocused();
  await shortcuts.leave();
  await expect(writer.manuscript).toBeFocused();
});

test('a set of keys takes effect at once, and lists the keys it could not assign', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  const shortcuts = await Shortcuts.open(writer);
  await shortcuts.page.getByRole('radio', { name: 'Loom classic' }).click();
  await expect(shortcuts.keysOf('Generate')).toHaveText(['Ctrl+G', 'Ctrl+Enter']);
  await shortcuts.page.getByText('Keys that are not available').click();
  await expect(shortcuts.page.getByText(/Ctrl\+R went to the root/)).toBeVisible();
  await shortcuts.leave();
  await writer.press('Control+g');
  await writer.waitForContinuations(3);
});

test('all changes are reset at once', async ({ desk }) => {
  desk.prefer({ shortcuts: { preset: 'aspen', overrides: { 'node.split': ['F9'], 'find.open': [] } } });
  const writer = await desk.open('story.aspen');
  const shortcuts = await Shortcuts.open(writer);
  await expect(shortcuts.keysOf('Split here')).toHaveText('F9');
  await expect(shortcuts.keysOf('Find')).toHaveCount(0);
  await shortcuts.button('Reset all').click();
  await expect(shortcuts.filter).toBeFocused();
  await expect(shortcuts.keysOf('Split here')).toHaveText('Alt+S');
  await expect(shortcuts.keysOf('Find')).toHaveText('Ctrl+F');
  await expect(shortcuts.button('Reset all')).toBeHidden();
});

test('the system’s menu shows the new key', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const inMenu = () =>
    writer.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('node.split')?.accelerator);
  const shortcuts = await Shortcuts.open(writer);
  await expect.poll(inMenu).toBe('Alt+S');
  await shortcuts.key('Alt+S', 'Split here').click();
  await writer.press('F9');
  await expect.poll(inMenu).toBe('F9');
});

test('settings edited by hand take effect while the app runs', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  const path = join(desk.dataFolder, 'settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  settings.preferences.theme = 'dark';
  settings.preferences.measure = 'wide';
  writeFileSync(path, JSON.stringify(settings));
  // Focus returns from another program.
  await writer.app.evaluate(({ app, BrowserWindow }) => {
    app.emit('browser-window-focus', {}, BrowserWindow.getAllWindows()[0]);
  });
  await expect(writer.page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('broken settings are reported in one line, and kept under another name', { tag: '@isolated' }, async ({
  desk,
}) => {
  writeFileSync(join(desk.dataFolder, 'settings.json'), '{ "preferences": { "theme": "dark"');
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  const notices = writer.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The settings file could not be read');
  await expect(notices).toContainText('settings.broken.json');
  expect(readFileSync(join(desk.dataFolder, 'settings.broken.json'), 'utf8')).toContain('"dark"');
});

test('a setting is found by a word, changed in the results, and opened in its section', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.press('Control+,');
  const page = writer.page.getByRole('main', { name: 'Settings' });
  const search = page.getByRole('searchbox', { name: 'Search the settings' });
  await search.fill('punctuation');
  await expect(page.getByRole('status')).toHaveText('1 found');
  await page.getByRole('switch', { name: 'Smart punctuation' }).click();
  await expect(page.getByRole('switch', { name: 'Smart punctuation' })).not.toBeChecked();
  expect(await axeViolations(writer)).toEqual([]);
  await page.getByRole('button', { name: 'Writing' }).click();
  await expect(page.getByRole('tab', { name: 'Writing' })).toBeFocused();
  await expect(page.getByRole('switch', { name: 'Smart punctuation' })).not.toBeChecked();
  await search.fill('telepathy');
  await expect(page.getByRole('status')).toHaveText('No setting matches “telepathy”.');
  await search.press('Escape');
  await expect(page.getByRole('tab', { name: 'Appearance' })).toBeVisible();
});

test('axe finds no violations while a key is recorded, on light and dark paper', async ({ desk }, info) => {
  desk.prefer({ shortcuts: { preset: 'classic', overrides: { 'generation.start': ['F9'] } } });
  const writer = await desk.open('story.aspen');
  const shortcuts = await Shortcuts.open(writer);
  const picture = (name: string) => writer.screenshot(info.outputPath(`${name}.png`));
  await picture('list');
  await shortcuts.key('Alt+S', 'Split here').click();
  await writer.press('Control+r');
  await writer.press('Control+s');
  await writer.press('Escape');
  await shortcuts.filter.fill('split');
  await shortcuts.key('Alt+S', 'Split here').click();
  await writer.press('Control+r');
  await showInBothThemes(writer, info, 'never');
  await writer.press('Control+s');
  await showInBothThemes(writer, info, 'taken');
  await writer.press('Escape');
  await shortcuts.page.getByRole('searchbox', { name: 'Search the settings' }).fill('text');
  await picture('found');
});
