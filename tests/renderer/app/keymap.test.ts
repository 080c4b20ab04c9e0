import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import type { Command } from '../../../src/renderer/app/commands/command.ts';
import { commands } from '../../../src/renderer/app/commands.ts';
import { listByKey } from '../../../src/renderer/app/keymap.ts';
import { EffectiveKeys } from '../../../src/renderer/app/shortcuts/effective-keys.ts';
import { type Platform, parseKey } from '../../../src/renderer/app/shortcuts/key-spec.ts';
import type { PressedKey } from '../../../src/renderer/views/shortcuts.ts';

function press(key: string, code: string, held: string = '', more: Partial<PressedKey> = {}): PressedKey {
  return {
    key,
    code,
    ctrlKey: held.includes('C'),
    altKey: held.includes('A'),
    shiftKey: held.includes('S'),
    metaKey: held.includes('M'),
    isComposing: false,
    getModifierState: () => false,
    ...more,
  };
}

const keysOn = (platform: Platform) => new EffectiveKeys(commands, defaultPreferences.shortcuts, platform);
const find = (pressed: PressedKey, platform: Platform = 'linux') =>
  listByKey(keysOn(platform), pressed)[0]?.id;

describe('keys', () => {
  it.each<[string, PressedKey, Platform]>([
    ['generation.start', press('Enter', 'Enter', 'C'), 'linux'],
    ['generation.start', press('Enter', 'Enter', 'M'), 'darwin'],
    ['generation.start', press(' ', 'Space', 'C'), 'win32'],
    ['path.nextSibling', press('ArrowDown', 'ArrowDown', 'A'), 'linux'],
    ['path.nextSibling', press('ArrowDown', 'ArrowDown', 'CM'), 'darwin'],
    ['path.sibling3', press('"', 'Digit3', 'A'), 'linux'],
    ['draft.commit', press('s', 'KeyS', 'C'), 'linux'],
    ['edit.redo', press('Z', 'KeyZ', 'CS'), 'linux'],
    ['edit.redo', press('Z', 'KeyZ', 'MS'), 'darwin'],
    ['view.toggleInspector', press('\\', 'Backslash', 'C'), 'linux'],
    ['view.fullScreen', press('F11', 'F11'), 'win32'],
    ['view.fullScreen', press('f', 'KeyF', 'CM'), 'darwin'],
    ['view.toggleFocus', press('F11', 'F11', 'CS'), 'linux'],
    ['view.toggleFocus', press('F11', 'F11', 'MS'), 'darwin'],
    ['view.toggleColours', press('h', 'KeyH', 'A'), 'linux'],
    ['text.larger', press('=', 'Equal', 'C'), 'linux'],
    ['text.larger', press('+', 'Equal', 'CS'), 'linux'],
    ['text.larger', press('+', 'BracketRight', 'C'), 'linux'],
    ['text.smaller', press('-', 'Minus', 'M'), 'darwin'],
    ['text.asSet', press('à', 'Digit0', 'C'), 'linux'],
  ])('run %s', (id, keys, platform) => {
    expect(find(keys, platform)).toBe(id);
  });

  it('end the innermost activity with Escape: find, then the time line, then generation, then the bars below the text', () => {
    const ids = listByKey(keysOn('linux'), press('Escape', 'Escape')).map(({ id }) => id);
    const bars = ['rewrite.close', 'proposal.close', 'suggestion.close', 'continuations.stopComparing'];
    expect(ids).toEqual(['find.close', 'timeline.close', 'generation.stop', ...bars]);
  });

  it('are matched by the printed letter, or by the physical key when it prints no Latin letter', () => {
    expect(find(press('s', 'KeyO', 'C'))).toBe('draft.commit');
    expect(find(press('o', 'KeyS', 'C'))).toBe('grove.choose');
    expect(find(press('ы', 'KeyS', 'C'))).toBe('draft.commit');
  });

  it('are ignored during composition, with AltGr, and with Ctrl and Alt together', () => {
    expect(find(press('s', 'KeyS', 'C', { isComposing: true }))).toBeUndefined();
    expect(
      find(press('ArrowDown', 'ArrowDown', 'A', { getModifierState: (name) => name === 'AltGraph' })),
    ).toBeUndefined();
    expect(find(press('ArrowDown', 'ArrowDown', 'CA'))).toBeUndefined();
    expect(find(press('Process', 'KeyS', 'C'))).toBeUndefined();
  });

  it('for plain typing and caret movement run no command', () => {
    for (const keys of [
      press('s', 'KeyS'),
      press('ArrowDown', 'ArrowDown'),
      press('ArrowDown', 'ArrowDown', 'S'),
      press('ArrowLeft', 'ArrowLeft', 'C'),
      press('Enter', 'Enter'),
      press('1', 'Digit1', 'C'),
    ]) {
      expect(find(keys)).toBeUndefined();
    }
    expect(find(press('ArrowLeft', 'ArrowLeft', 'A'), 'darwin')).toBeUndefined();
  });
});

describe('the list of commands', () => {
  it('names each command once', () => {
    const ids = commands.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['mac', 'other'] as const)(
    'gives no %s key except Escape to two commands of one mode',
    (platform) => {
      for (const mode of ['buffer', 'dialogue'] as const) {
        const keys = commands
          .filter(({ only = mode }: Command) => only === mode)
          .flatMap((command) => command.keys[platform].map(parseKey))
          .filter((key) => key !== 'Escape');
        expect(new Set(keys).size).toBe(keys.length);
      }
    },
  );

  it('labels keys as people write them', () => {
    const ids = ['generation.start', 'generation.siblings', 'generation.switch', 'path.previousSibling'];
    const labels = (platform: Platform) => ids.map((id) => keysOn(platform).label(id));
    expect(labels('linux')).toEqual(['Ctrl+Enter', 'Ctrl+Shift+Enter', 'Alt+R', 'Alt+↑']);
    expect(labels('darwin')).toEqual(['⌘Enter', '⇧⌘Enter', '⌃⌘R', '⌃⌘↑']);
  });
});
