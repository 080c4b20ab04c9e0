import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  defaultPreferences,
  type Preferences,
  preferenceDeclarations,
} from '../../../src/ipc/preferences.ts';
import { preferenceFields } from '../../../src/ipc/preferences-schema.ts';
import { providerSettingsSchema } from '../../../src/main/settings/provider-settings.ts';
import { settingsSchema } from '../../../src/main/settings/settings.ts';

/** `docs/settings.md` must match the schema. */
const document = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');

interface Row {
  readonly name: string;
  readonly type: string;
  readonly standard: string;
  readonly meaning: string;
}

/** The table under a heading. */
function rowsUnder(heading: string): readonly Row[] {
  const [, section = ''] = document.split(`${heading}\n`);
  const table = section.split(/\n## /)[0] ?? '';
  return [...table.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name = '', type = '', standard = '', meaning = '']) => ({ name, type, standard, meaning }),
  );
}

/** The type of a preference as the document describes it, from its declaration. */
function typeWords(name: keyof Preferences): string {
  const declaration = preferenceDeclarations[name];
  if (declaration.kind === 'number') return `number from ${declaration.min} to ${declaration.max}`;
  if (declaration.kind === 'choice') {
    return declaration.options.map((option) => `\`${JSON.stringify(option)}\``).join(', ');
  }
  const standard = defaultPreferences[name];
  if (typeof standard === 'boolean') return 'true or false';
  if (typeof standard === 'string') return 'text';
  if (!Array.isArray(standard)) return 'object';
  return declaration.kind === 'structure' ? 'list of objects' : 'list of texts';
}

const preferences = rowsUnder('## `preferences`');

test('exactly the preferences of the schema are described, in its order', () => {
  expect(preferences.map(({ name }) => name)).toEqual(Object.keys(preferenceFields));
});

test.each(preferences)('$name is described with its type and its default', ({ name, type, standard }) => {
  const known = name as keyof Preferences;
  expect(type).toBe(typeWords(known));
  expect(standard).toBe(`\`${JSON.stringify(defaultPreferences[known])}\``);
});

test('exactly the parts of the file and the fields of a provider are described', () => {
  expect(rowsUnder('## The whole').map(({ name }) => name)).toEqual(Object.keys(settingsSchema.entries));
  expect(rowsUnder('## Each of `providers`').map(({ name }) => name)).toEqual(
    Object.keys(providerSettingsSchema.entries),
  );
});

test('every meaning is a sentence', () => {
  const all = [...preferences, ...rowsUnder('## The whole'), ...rowsUnder('## Each of `providers`')];
  expect(all.filter(({ meaning }) => !/[.]$/.test(meaning))).toEqual([]);
});
