import { expect, test } from 'vitest';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import { findSettings } from '../../../src/renderer/views/settings/find-settings.ts';
import { sections } from '../../../src/renderer/views/settings/sections.tsx';

/** What was found, as its sections and the names of the settings in them. */
function found(query: string): Readonly<Record<string, readonly string[]>> {
  const all = findSettings(sections, query);
  return Object.fromEntries(
    all.map(({ section, settings }) => [section.title, settings.map(({ name }) => name)]),
  );
}

test('a setting is found by its name, its sentence and what can be chosen, in any case', () => {
  expect(found('SPACING')).toEqual({ Text: ['leading'] });
  expect(found('typographic')).toEqual({ Writing: ['smartPunctuation'] });
  expect(found('dark')).toMatchObject({ Appearance: ['theme'] });
});

test('every word counts, in any order', () => {
  expect(found('lit focus')).toEqual({ Writing: ['focusOn'] });
  expect(found('lit telepathy')).toEqual({});
});

test('a section that is more than a list is found by what it is for', () => {
  expect(found('telemetry')).toEqual({ Privacy: [] });
  expect(found('temperature')).toEqual({ Agents: [] });
});

test('a section’s name finds all of it', () => {
  expect(found('writing').Writing).toHaveLength(8);
});

/** What the window remembers, and what has a section of its own. */
const ELSEWHERE = ['inspectorTab', 'presets', 'shortcuts', 'recentCommands'];

test('every preference has its row in the settings, or a place of its own', () => {
  const rows = sections.flatMap(({ settings }) => settings.map(({ name }) => name));
  expect([...rows, ...ELSEWHERE].sort()).toEqual(Object.keys(defaultPreferences).sort());
});
