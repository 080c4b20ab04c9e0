import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import { acceleratorOf, menuTemplate } from '../../../src/main/app/menu-template.ts';
import { commands } from '../../../src/renderer/app/commands.ts';
import { EffectiveKeys } from '../../../src/renderer/app/shortcuts/effective-keys.ts';

/** All entries of a menu, including those of its submenus. */
function entriesOf(menu: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return menu.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? entriesOf(entry.submenu) : [])]);
}

describe.each([
  ['macOS', true],
  ['Windows and Linux', false],
])('the menu on %s', (_name, isMac) => {
  const ran: string[] = [];
  const keys = new EffectiveKeys(
    commands,
    defaultPreferences.shortcuts,
    isMac ? 'darwin' : 'linux',
  ).primaryKeys();
  const opened: string[] = [];
  const entries = entriesOf(
    menuTemplate({
      isMac,
      keys,
      recentGroves: [{ name: 'Salt & Ash', path: '/home/mara/stories/salt.aspen' }],
      run: (id) => ran.push(id),
      openRecent: (path) => opened.push(path),
    }),
  );
  const ours = entries.filter((entry) => entry.id !== undefined);

  it('names only commands that exist', () => {
    const known = commands.map(({ id }) => id as string);
    expect(ours.length).toBeGreaterThan(20);
    expect(ours.map(({ id }) => id).filter((id) => id === undefined || !known.includes(id))).toEqual([]);
  });

  it('shows the key of each command and leaves the key press to the page', () => {
    expect(ours.filter(({ accelerator }) => accelerator !== undefined).length).toBeGreaterThan(20);
    for (const { id, accelerator, registerAccelerator } of ours) {
      expect(accelerator, id).toEqual(acceleratorOf(keys[id ?? ''] ?? ''));
      expect(registerAccelerator).toBe(false);
    }
  });

  it('can show every default key', () => {
    expect(Object.values(keys).filter((key) => acceleratorOf(key) === undefined)).toEqual([]);
  });

  it('runs the chosen command', () => {
    ran.length = 0;
    for (const entry of ours) (entry.click as () => void)();
    expect(ran).toEqual(ours.map(({ id }) => id));
  });

  it('has no mnemonics, since Alt moves through the tree', () => {
    expect(entries.filter(({ label }) => label?.replaceAll('&&', '').includes('&'))).toEqual([]);
  });

  it('opens a recent grove', () => {
    const entry = entries.find(({ label }) => label === 'Salt && Ash – mara/stories');
    (entry as { click(): void }).click();
    expect(opened).toEqual(['/home/mara/stories/salt.aspen']);
  });

  it('has Close and Quit where the system expects them', () => {
    const rolesIn = (menu: MenuItemConstructorOptions | undefined) =>
      entriesOf(menu === undefined ? [] : [menu]).flatMap(({ role }) => role ?? []);
    const file = rolesIn(entries.find(({ label }) => label === 'File'));
    expect(file).toEqual(isMac ? ['close'] : ['close', 'quit']);
    if (!isMac) return;
    expect(rolesIn(entries[0])).toEqual(['services', 'hide', 'hideOthers', 'unhide', 'quit']);
  });
});

it.each([
  ['Ctrl+Shift+f', 'Ctrl+Shift+F'],
  ['Alt+ArrowUp', 'Alt+Up'],
  ['Ctrl+Meta+Comma', 'Ctrl+Cmd+,'],
  ['Ctrl+Digit0', 'Ctrl+0'],
  ['Ctrl+Plus', 'Ctrl+Plus'],
  ['Ctrl+é', undefined],
  ['', undefined],
])('the key %s is %s in the menu', (key, accelerator) => {
  expect(acceleratorOf(key)).toBe(accelerator);
});
