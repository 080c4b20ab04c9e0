/** Schemas of the preferences, for input from pages and for files that may have been edited by hand. */
import * as v from 'valibot';
import { MAX_NAME_LENGTH, MAX_TEMPLATE_LENGTH } from '../core/text/limits.ts';
import {
  type AgentTemplate,
  type DocumentTemplate,
  defaultPreferences,
  PRESET_KEYS,
  type PreferenceName,
  type Preferences,
  type PreferencesPatch,
  type Preset,
  preferenceDeclarations,
  SHORTCUT_PRESETS,
  type Shortcuts,
} from './preferences.ts';
import {
  agentConfiguration,
  color,
  modelRef,
  permissions,
  samplingFields,
  within,
} from './requests/agent-fields.ts';
import { jsonObject, listOf, recordOf, stringUpTo } from './requests/bounded.ts';
import type { KeptExport } from './wire/exchange.ts';

/** Additional fields of the requests to a service. */
export const extraFields = jsonObject;

const preset: v.GenericSchema<unknown, Preset> = v.strictObject({
  id: v.pipe(stringUpTo(40), v.minLength(1)),
  name: stringUpTo(MAX_NAME_LENGTH),
  agentId: v.nullable(stringUpTo(40)),
  count: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  maxTokens: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768))),
  parameters: v.strictObject(samplingFields),
  key: v.nullable(v.picklist(PRESET_KEYS)),
});

/** Only the fields named here: a template has no key, and no part of a grove. */
const agentTemplate: v.GenericSchema<unknown, AgentTemplate> = v.strictObject({
  id: v.pipe(stringUpTo(40), v.minLength(1)),
  name: v.pipe(stringUpTo(MAX_NAME_LENGTH), v.minLength(1)),
  modelRef,
  configuration: agentConfiguration,
  permissions,
  color: v.nullable(color),
});

const documentTemplate: v.GenericSchema<unknown, DocumentTemplate> = v.strictObject({
  id: v.pipe(stringUpTo(40), v.minLength(1)),
  name: v.pipe(stringUpTo(MAX_NAME_LENGTH), v.minLength(1)),
  text: stringUpTo(MAX_TEMPLATE_LENGTH),
  isRemoved: v.boolean(),
});

const keptExport: v.GenericSchema<unknown, KeptExport> = v.strictObject({
  format: v.picklist([
    'markdown',
    'annotated',
    'typed',
    'plainText',
    'html',
    'epub',
    'docx',
    'pdf',
    'branches',
    'documents',
  ]),
  preset: v.picklist(['manuscript', 'book', 'plain']),
  withNotes: v.boolean(),
  withSuggestions: v.boolean(),
  chapters: listOf(
    v.strictObject({ index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), label: stringUpTo(200) }),
    100,
  ),
});

/** Command ids and keys are not checked here: unknown ones are ignored on lookup (`renderer/app/shortcuts`). */
const shortcuts: v.GenericSchema<unknown, Shortcuts> = v.strictObject({
  preset: v.picklist(SHORTCUT_PRESETS),
  overrides: recordOf(v.pipe(stringUpTo(80), v.minLength(1)), listOf(stringUpTo(40), 8), 1_000),
});

const structures: { readonly [K in StructuredPreference]: v.GenericSchema<unknown, Preferences[K]> } = {
  agentTemplates: listOf(agentTemplate, 100),
  documentTemplates: listOf(documentTemplate, 100),
  presets: listOf(preset, 100),
  shortcuts,
  exports: recordOf(stringUpTo(40), keptExport, 200),
  unseenReplies: recordOf(stringUpTo(40), v.pipe(v.number(), v.integer(), v.minValue(1)), 200),
};
type StructuredPreference = {
  [K in PreferenceName]: (typeof preferenceDeclarations)[K]['kind'] extends 'structure' ? K : never;
}[PreferenceName];

function schemaOf(name: PreferenceName): v.GenericSchema<unknown, unknown> {
  const declaration = preferenceDeclarations[name];
  switch (declaration.kind) {
    case 'flag':
      return v.boolean();
    case 'choice':
      return v.picklist<readonly string[]>(declaration.options);
    case 'number':
      return within(declaration);
    case 'text':
      return stringUpTo(declaration.maxLength);
    case 'texts':
      return listOf(stringUpTo(declaration.maxLength), declaration.maxCount);
    case 'structure':
      return structures[name as StructuredPreference];
  }
}

/** The schema of each preference, by its name. */
export const preferenceFields = Object.fromEntries(
  (Object.keys(preferenceDeclarations) as PreferenceName[]).map((name) => [name, schemaOf(name)]),
) as { readonly [K in PreferenceName]: v.GenericSchema<unknown, Preferences[K]> };

/** A change sent by a page: only known preferences with valid values. */
export const preferencesPatchSchema = v.strictObject(
  Object.fromEntries(
    Object.entries(preferenceFields).map(([name, schema]) => [name, v.exactOptional<AnySchema>(schema)]),
  ),
) as v.GenericSchema<unknown, PreferencesPatch>;

type AnySchema = v.GenericSchema<unknown, unknown>;

/**
 * Preferences read from `settings.json`. A missing or invalid value is replaced by its default; the others are kept.
 */
export const preferencesSchema: v.GenericSchema<unknown, Preferences> = v.pipe(
  v.unknown(),
  v.transform((input) => {
    const found = typeof input === 'object' && input !== null ? input : {};
    const valid = Object.entries(preferenceFields).flatMap(([name, schema]) => {
      const parsed = v.safeParse(schema as AnySchema, (found as Readonly<Record<string, unknown>>)[name]);
      return parsed.success ? [[name, parsed.output] as const] : [];
    });
    return { ...defaultPreferences, ...Object.fromEntries(valid) };
  }),
);
