import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

/** Shortcuts: every key can be another one, at once and everywhere (`interface.md`, *Keys*). */

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

  /** Every key of a command, as it is written. */
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

function keptShortcuts(desk: Desk): unknown {
  return JSON.parse(readFileSync(join(desk.dataFolder, 'settings.json'), 'utf8')).preferences.shortcuts;
}

async function complaintsOfAxe({ page }: Writer): Promise<string[]> {
  // Legacy mode: Electron opens no second page for axe to finish in.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test('a new key holds at once, in the palette, the hints and the text, and is kept', async ({ desk }) => {
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
  await expect(writer.status).toContainText('node 1 of 1');
  await writer.press('Control+Shift+k');
  await expect(writer.status).toContainText('of 2');
  await writer.close();
  expect(keptShortcuts(desk)).toEqual({ preset: 'aspen', overrides: { 'node.split': ['Ctrl+Shift+k'] } });
  writer = await desk.open('story.aspen');
  const again = await Shortcuts.open(writer);
  await expect(again.key('Ctrl+Shift+K', 'Split here')).toBeVisible();
});

test('pictures', async ({ desk }, info) => {
  desk.prefer({ theme: 'light' });
  const writer = await desk.open('story.aspen');
  const shortcuts = await Shortcuts.open(writer);
  await writer.screenshot(info.outputPath('list.png'));
  await shortcuts.key('Alt+S', 'Split here').click();
  await writer.press('Control+r');
  await writer.screenshot(info.outputPath('never.png'));
  await writer.press('Control+s');
  await writer.screenshot(info.outputPath('taken.png'));
  expect(await complaintsOfAxe(writer)).toEqual([]);
});
