import { describe, expect, it } from 'vitest';
import { defaultPreferences, type Shortcuts } from '../../../../src/ipc/preferences.ts';
import { type Command, commands, findCommand } from '../../../../src/renderer/app/commands.ts';
import { EffectiveKeys } from '../../../../src/renderer/app/shortcuts/effective-keys.ts';
import { labelOfKey, type Platform, parseKey } from '../../../../src/renderer/app/shortcuts/key-spec.ts';
import {
  checkKey,
  findConflicts,
  withKeys,
  withoutKey,
} from '../../../../src/renderer/app/shortcuts/rebind.ts';
import { whyReserved } from '../../../../src/renderer/app/shortcuts/reserved-keys.ts';
import { shortcutPresets } from '../../../../src/renderer/app/shortcuts/shortcut-presets.ts';

const PLATFORMS = ['linux', 'win32', 'darwin'] as const;

function keysWith(shortcuts: Partial<Shortcuts>, platform: Platform = 'linux'): EffectiveKeys {
  return new EffectiveKeys(commands, { ...defaultPreferences.shortcuts, ...shortcuts }, platform);
}

function command(id: string): Command {
  const found = findCommand(id);
  if (found === undefined) throw new Error(`no command is called ${id}`);
  return found;
}

/** Keys reserved for one command each, because they do the same in every field and every program. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'edit.undo': ['Ctrl+z', 'Meta+z'],
  'edit.redo': ['Ctrl+y', 'Ctrl+Shift+z', 'Shift+Meta+z'],
  'edit.pastePlain': ['Ctrl+Shift+v', 'Shift+Meta+v'],
};

describe.each(shortcutPresets.map(({ id }) => id))('the set %s', (preset) => {
  it.each(PLATFORMS)('has no conflict on %s', (platform) => {
    const keys = keysWith({ preset }, platform);
    const conflicts = commands.flatMap((known) =>
      findConflicts(keys, known).map((conflict) => `${conflict.key}: ${known.id}, ${conflict.command.id}`),
    );
    expect(conflicts).toEqual([]);
  });

  it.each(PLATFORMS)('uses no reserved key on %s', (platform) => {
    const keys = keysWith({ preset }, platform);
    const never = commands.flatMap(({ id }) =>
      keys
        .of(id)
        .filter((key) => key !== 'Escape' && !OWN[id]?.includes(key) && whyReserved(key, platform) !== null)
        .map((key) => `${id}: ${key}`),
    );
    expect(never).toEqual([]);
  });

  it('names existing commands and valid keys', () => {
    const keys = shortcutPresets.find(({ id }) => id === preset)?.keys ?? {};
    expect(Object.keys(keys).filter((id) => findCommand(id) === undefined)).toEqual([]);
    const specs = Object.values(keys).flatMap(({ mac, other }) => [...mac, ...other]);
    expect(specs.filter((spec) => parseKey(spec) === null)).toEqual([]);
  });
});

describe('a key as text', () => {
  it.each([
    ['ctrl+shift+F', 'Ctrl+Shift+f'],
    ['Shift+Ctrl+f', 'Ctrl+Shift+f'],
    ['Alt + Up', 'Alt+ArrowUp'],
    ['Ctrl+1', 'Ctrl+Digit1'],
    ['Ctrl++', 'Ctrl+Plus'],
    ['Ctrl+,', 'Ctrl+Comma'],
    ['cmd+Enter', 'Meta+Enter'],
    ['f9', 'F9'],
  ])('%s parses as %s', (text, spec) => {
    expect(parseKey(text)).toBe(spec);
  });

  it.each(['', '+', 'Ctrl', 'Ctrl+', 'Hyper+x', 'Ctrl+word', 'Ctrl+Shift'])('“%s” is invalid', (text) => {
    expect(parseKey(text)).toBeNull();
  });

  it('is labelled as on each system’s keyboards', () => {
    expect(labelOfKey('Ctrl+Shift+ArrowUp', 'linux')).toBe('Ctrl+Shift+↑');
    expect(labelOfKey('Ctrl+Shift+Meta+f', 'darwin')).toBe('⌃⇧⌘F');
    expect(labelOfKey('Ctrl+Plus', 'win32')).toBe('Ctrl++');
  });
});

describe('keys that no command may have', () => {
  it.each<[string, Platform]>([
    ['Ctrl+Alt+k', 'linux'],
    ['Ctrl+Alt+F5', 'win32'],
    ['Alt+Shift+k', 'linux'],
    ['Alt+Backspace', 'linux'],
    ['Ctrl+r', 'linux'],
    ['Ctrl+Shift+r', 'win32'],
    ['Meta+r', 'darwin'],
    ['Alt+k', 'darwin'],
    ['Alt+Meta+k', 'darwin'],
    ['Ctrl+h', 'darwin'],
    ['k', 'linux'],
    ['Shift+k', 'linux'],
    ['Enter', 'linux'],
    ['Shift+ArrowDown', 'darwin'],
    ['Escape', 'linux'],
    ['Ctrl+Tab', 'linux'],
    ['Ctrl+ArrowLeft', 'linux'],
    ['Ctrl+Shift+End', 'win32'],
    ['Meta+ArrowLeft', 'darwin'],
    ['Ctrl+c', 'linux'],
    ['Ctrl+Backspace', 'linux'],
    ['Meta+k', 'linux'],
    ['Alt+F4', 'win32'],
  ])('%s on %s', (key, platform) => {
    expect(whyReserved(key, platform)).toMatch(/\.$/);
  });

  it.each<[string, Platform]>([
    ['Ctrl+k', 'linux'],
    ['Alt+k', 'win32'],
    ['Ctrl+Shift+k', 'linux'],
    ['F9', 'linux'],
    ['Shift+F9', 'darwin'],
    ['Meta+k', 'darwin'],
    ['Ctrl+Meta+r', 'darwin'],
    ['Ctrl+Meta+ArrowUp', 'darwin'],
  ])('do not include %s on %s', (key, platform) => {
    expect(whyReserved(key, platform)).toBeNull();
  });
});

describe('a changed shortcut', () => {
  it('replaces the set’s keys, in any handwritten spelling', () => {
    const keys = keysWith({ overrides: { 'node.split': ['shift+ctrl+K', 'F9'] } });
    expect(keys.of('node.split')).toEqual(['Ctrl+Shift+k', 'F9']);
    expect(keys.label('node.split')).toBe('Ctrl+Shift+K');
    expect(keys.ownersOf('Alt+s')).toEqual([]);
    expect(keys.ownersOf('F9').map(({ id }) => id)).toEqual(['node.split']);
  });

  it('may be empty', () => {
    const keys = keysWith({ overrides: { 'node.split': [] } });
    expect(keys.label('node.split')).toBe('');
    expect(keys.isChanged(command('node.split'))).toBe(true);
  });

  it('is ignored if written by hand with an invalid or reserved key', () => {
    const keys = keysWith({
      overrides: { 'node.split': ['k', 'Ctrl+Alt+s', 'nonsense', 'Alt+s'], gone: ['F9'] },
    });
    expect(keys.of('node.split')).toEqual(['Alt+s']);
    expect(keys.ownersOf('F9')).toEqual([]);
  });

  it('cannot take undo’s reserved keys', () => {
    const keys = keysWith({ overrides: { 'edit.undo': ['Ctrl+z', 'F9'], 'node.split': ['Ctrl+z'] } });
    expect(keys.of('edit.undo')).toEqual(['Ctrl+z', 'F9']);
    expect(keys.of('node.split')).toEqual([]);
  });
});

describe('a key pressed for a command', () => {
  const split = command('node.split');

  it('is free, the same, taken or reserved', () => {
    const keys = keysWith({});
    expect(checkKey(keys, split, 'F9')).toEqual({ kind: 'free' });
    expect(checkKey(keys, split, 'Alt+s')).toEqual({ kind: 'same' });
    expect(checkKey(keys, split, 'Ctrl+r')).toMatchObject({ kind: 'reserved' });
    const taken = checkKey(keys, split, 'Ctrl+s');
    expect(taken.kind === 'taken' && taken.by.map(({ title }) => title)).toEqual(['Commit the draft']);
  });

  it('is taken if the active set assigns it', () => {
    const taken = checkKey(keysWith({ preset: 'classic' }), split, 'Ctrl+g');
    expect(taken.kind === 'taken' && taken.by.map(({ id }) => id)).toEqual(['generation.start']);
  });

  it('is stored as an override, which is removed when the set’s own key returns', () => {
    const shortcuts = defaultPreferences.shortcuts;
    const keys = keysWith({});
    const changed = withKeys(shortcuts, keys, split, ['F9']);
    expect(changed.overrides).toEqual({ 'node.split': ['F9'] });
    expect(withKeys(changed, keysWith(changed), split, ['Alt+s']).overrides).toEqual({});
  });

  it('is removed from the command that had it, which keeps its other keys', () => {
    const shortcuts = withoutKey(defaultPreferences.shortcuts, keysWith({}), command('edit.redo'), 'Ctrl+y');
    expect(shortcuts.overrides).toEqual({ 'edit.redo': ['Ctrl+Shift+z'] });
  });

  it('is a conflict for both commands that have it by a handwritten override', () => {
    const keys = keysWith({ overrides: { 'node.split': ['Ctrl+s'] } });
    expect(findConflicts(keys, split).map((conflict) => conflict.command.id)).toEqual(['draft.commit']);
    expect(findConflicts(keys, command('draft.commit'))).toHaveLength(1);
  });
});
