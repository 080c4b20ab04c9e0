import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from '../../../src/main/app/menu-template.ts';
import { type CommandKeys, commands, findCommand } from '../../../src/renderer/app/commands.ts';

/** Every entry of a menu, those of the menus in it too. */
function entriesOf(menu: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return menu.flatMap((entry) => [entry, ...(Array.isArray(entry.submenu) ? entriesOf(entry.submenu) : [])]);
}

const KEYS: Readonly<Record<string, string>> = {
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Esc: 'Escape',
  ',': 'Comma',
  '.': 'Period',
  '0': 'Digit0',
  Plus: '+',
};

/** An accelerator of the menu as the command list writes keys, its modifiers in no order. */
function keyOf(accelerator: string, isMac: boolean): readonly string[] {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((name) => {
    if (name === 'CmdOrCtrl') return isMac ? 'Meta' : 'Ctrl';
    return name === 'Cmd' ? 'Meta' : name;
  });
  return [...modifiers.sort(), KEYS[key] ?? (/^[A-Z]$/.test(key) ? key.toLowerCase() : key)];
}

function keysOf(keys: CommandKeys, isMac: boolean): readonly (readonly string[])[] {
  return keys[isMac ? 'mac' : 'other'].map((spec) => {
    const parts = spec.split('+');
    return [...parts.slice(0, -1).sort(), parts.at(-1) ?? ''];
  });
}

describe.each([
  ['macOS', true],
  ['Windows and Linux', false],
])('the menu on %s', (_name, isMac) => {
  const ran: string[] = [];
  const entries = entriesOf(menuTemplate(isMac, (id) => ran.push(id)));
  const ours = entries.filter((entry) => entry.id !== undefined);

  it('names commands that exist, and no other', () => {
    const known = commands.map(({ id }) => id as string);
    expect(ours.length).toBeGreaterThan(20);
    expect(ours.map(({ id }) => id).filter((id) => id === undefined || !known.includes(id))).toEqual([]);
  });

  it('shows the key that a command has, and leaves pressing it to the page', () => {
    for (const { id, accelerator, registerAccelerator } of ours) {
      const keys = keysOf(findCommand(id ?? '')?.keys ?? { mac: [], other: [] }, isMac);
      const shown = typeof accelerator === 'string' ? keyOf(accelerator, isMac) : undefined;
      expect(shown, id).toEqual(keys[0]);
      expect(registerAccelerator).toBe(false);
    }
  });

  it('runs what is chosen', () => {
    ran.length = 0;
    for (const entry of ours) (entry.click as () => void)();
    expect(ran).toEqual(ours.map(({ id }) => id));
  });

  it('has no mnemonics, since Alt moves through the tree', () => {
    expect(entries.filter(({ label }) => label?.includes('&'))).toEqual([]);
  });
});
