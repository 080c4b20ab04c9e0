import { describe, expect, it } from 'vitest';
import { defaultPreferences } from '../../../../src/renderer/session/settings/preferences-session.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';
import {
  createPaletteSession,
  siblingQuestion,
} from '../../../../src/renderer/session/window/palette-session.ts';

function openPalette() {
  const preferences = createStore(defaultPreferences);
  const palette = createPaletteSession({
    preferences,
    setPreferences: (patch) => preferences.set({ ...preferences.get(), ...patch }),
  });
  return { palette, preferences };
}

describe('the palette', () => {
  it('opens with the commands, and closes with the same key', () => {
    const { palette } = openPalette();
    expect(palette.isOpen).toBe(false);
    palette.toggle();
    expect(palette.state.get()).toEqual({ kind: 'commands' });
    palette.toggle();
    expect(palette.isOpen).toBe(false);
  });

  it('returns from a prompt to the commands', () => {
    const { palette } = openPalette();
    palette.ask(siblingQuestion({ index: 1, count: 3 }, () => undefined));
    palette.toggle();
    expect(palette.state.get()).toEqual({ kind: 'commands' });
  });

  it('remembers the last five commands run, without duplicates, newest first', () => {
    const { palette, preferences } = openPalette();
    for (let run = 0; run < 30; run += 1) palette.remember(`command.${run}`);
    palette.remember('command.15');
    const { recentCommands } = preferences.get();
    expect(recentCommands.slice(0, 2)).toEqual(['command.15', 'command.29']);
    expect(new Set(recentCommands).size).toBe(5);
  });
});

describe('the sibling prompt', () => {
  const asked: number[] = [];
  const question = siblingQuestion({ index: 2, count: 12 }, (index) => void asked.push(index));

  it.each([
    ['', 'A number from 1 to 12. This is 2.', false],
    ['2', 'This is 2 already.', false],
    ['13', 'A number from 1 to 12.', false],
    ['0', 'A number from 1 to 12.', false],
    ['three', 'A number from 1 to 12.', false],
    [' 11 ', 'Go to 11 of 12', true],
  ])('explains %j', (text, sentence, fits) => {
    expect(question.explain(text)).toEqual({ sentence, fits });
  });

  it('accepts the number', async () => {
    await question.answer('11');
    expect(asked).toEqual([11]);
  });
});
