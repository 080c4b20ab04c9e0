import { expect, test } from 'vitest';
import { defaultPreferences } from '../../../src/ipc/preferences.ts';
import { findSettings } from '../../../src/renderer/views/settings/SettingsPage.tsx';
import { sections } from '../../../src/renderer/views/settings/settings-sections.tsx';

/** The search results: section titles with the names of their settings. */
function found(query: string): Readonly<Record<string, readonly string[]>> {
  const all = findSettings(sections, query);
  return Object.fromEntries(
    all.map(({ section, settings }) => [section.title, settings.map(({ name }) => name)]),
  );
}

test('a setting is found by its name, its description and its options, in any case', () => {
  expect(found('SPACING')).toEqual({ Text: ['leading'] });
  expect(found('typographic')).toEqual({ Writing: ['smartPunctuation'] });
  expect(found('dark')).toMatchObject({ Appearance: ['theme'] });
});

test('every word counts, in any order', () => {
  expect(found('lit focus')).toEqual({ Writing: ['focusOn'] });
  expect(found('lit telepathy')).toEqual({});
});

test('a section that is more than a list is found by its purpose', () => {
  expect(found('telemetry')).toEqual({ Privacy: [] });
  expect(found('temperature')).toEqual({ Agents: [] });
});

test('a section’s name finds all its settings', () => {
  const writing = sections.find(({ title }) => title === 'Writing');
  expect(found('writing').Writing).toEqual(writing?.settings.map(({ name }) => name));
});

/** Preferences that the window remembers or that have their own section. */
const ELSEWHERE = [
  'groveWidth',
  'inspectorWidth',
  'inspectorTab',
  'scenesAs',
  'agentTemplates',
  'documentTemplates',
  'presets',
  'shortcuts',
  'recentCommands',
  'unseenReplies',
  // The page on which a story is exported keeps them.
  'exports',
];

test('every preference has a row in the settings or is listed as elsewhere', () => {
  const rows = sections.flatMap(({ settings, experts = [] }) =>
    [...settings, ...experts].map(({ name }) => name),
  );
  expect([...rows, ...ELSEWHERE].sort()).toEqual(Object.keys(defaultPreferences).sort());
});
