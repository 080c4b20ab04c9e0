/** Schemas of the preferences, for input from pages and for files that may have been edited by hand. */
import * as v from 'valibot';
import { MAX_NAME_LENGTH } from '../core/text/limits.ts';
import {
  type AgentTemplate,
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
import { jsonObject, listOf, recordOf } from './requests/bounded.ts';

/** Additional fields of the requests to a service. */
export const extraFields = jsonObject;

const preset: v.GenericSchema<unknown, Preset> = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  name: v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH)),
  agentId: v.nullable(v.pipe(v.string(), v.maxLength(40))),
  count: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  maxTokens: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768))),
  parameters: v.strictObject(samplingFields),
  key: v.nullable(v.picklist(PRESET_KEYS)),
});

/** Nothing that is not named here: a template has no key, and no part of a grove. */
const agentTemplate: v.GenericSchema<unknown, AgentTemplate> = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME_LENGTH)),
  modelRef,
  configuration: agentConfiguration,
  permissions,
  color: v.nullable(color),
});

/**
 * Command ids and keys are not checked here: unknown ones are ignored on lookup (`renderer/app/shortcuts`).
 */
const shortcuts: v.GenericSchema<unknown, Shortcuts> = v.strictObject({
  preset: v.picklist(SHORTCUT_PRESETS),
  overrides: recordOf(
    v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    listOf(v.pipe(v.string(), v.maxLength(40)), 8),
    1_000,
  ),
});

const structures: { readonly [K in StructuredPreference]: v.GenericSchema<unknown, Preferences[K]> } = {
  agentTemplates: listOf(agentTemplate, 100),
  presets: listOf(preset, 100),
  shortcuts,
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
      return v.pipe(v.string(), v.maxLength(declaration.maxLength));
    case 'texts':
      return listOf(v.pipe(v.string(), v.maxLength(declaration.maxLength)), declaration.maxCount);
    case 'structure':
      return structures[name as StructuredPreference];
  }
}

/** The schema of each preference, by its name. */
export const preferenceFields = Object.fromEntries(
  (Object.keys(preferenceDeclarations) as PreferenceName[]).map((name) => [name, schemaOf(name)]),
) as { readonly [K in PreferenceName]: v.GenericSchema<unknown, Preferences[K]> };

function isValid([name, value]: readonly [string, unknown]): boolean {
  return Object.hasOwn(preferenceFields, name) && v.is(preferenceFields[name as keyof Preferences], value);
}

/** A change sent by a page: only known preferences with valid values. */
export const preferencesPatchSchema: v.GenericSchema<unknown, PreferencesPatch> = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((input) => Object.entries(input).every(isValid), 'unknown preference or value out of range'),
  v.transform((input) => input as PreferencesPatch),
);

/**
 * Preferences read from `settings.json`. A missing or invalid value is replaced by its default; the others
 * are kept.
 */
export const preferencesSchema: v.GenericSchema<unknown, Preferences> = v.pipe(
  v.unknown(),
  v.transform((input) => {
    const found = typeof input === 'object' && input !== null ? Object.entries(input) : [];
    return { ...defaultPreferences, ...Object.fromEntries(found.filter(isValid)) };
  }),
);
