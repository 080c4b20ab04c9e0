/** Schemas of the preferences, for input from pages and for files that may have been edited by hand. */
import * as v from 'valibot';
import type { JsonValue } from '../core/provenance/canonical-json.ts';
import {
  defaultPreferences,
  type NumberRange,
  type NumericSampling,
  PRESET_KEYS,
  type PreferenceName,
  type Preferences,
  type PreferencesPatch,
  type Preset,
  preferenceDeclarations,
  SAMPLING_RANGES,
  SHORTCUT_PRESETS,
  type Shortcuts,
} from './preferences.ts';

/** As `MAX_TYPED_DEPTH` in `core/provenance/json-depth.ts`. */
const MAX_DEPTH = 50;

function isJson(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object')
    return ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
  if (value === null) return true;
  return depth <= MAX_DEPTH && Object.values(value).every((member) => isJson(member, depth + 1));
}

/** JSON that is not nested too deeply. */
export const json: v.GenericSchema<unknown, JsonValue> = v.custom<JsonValue>((value) => isJson(value));

/** A number in a range, both ends included. */
function within({ min, max, integer }: NumberRange): v.GenericSchema<unknown, number> {
  const number = v.pipe(v.number(), v.minValue(min), v.maxValue(max));
  return integer ? v.pipe(number, v.integer()) : number;
}

function sampling(name: NumericSampling) {
  return v.exactOptional(within(SAMPLING_RANGES[name]));
}

/** The fields of `SamplingSettings`, for agents and for presets, which override them. */
export const samplingFields = {
  temperature: sampling('temperature'),
  topP: sampling('topP'),
  topK: sampling('topK'),
  minP: sampling('minP'),
  frequencyPenalty: sampling('frequencyPenalty'),
  presencePenalty: sampling('presencePenalty'),
  repetitionPenalty: sampling('repetitionPenalty'),
  logprobs: sampling('logprobs'),
  logitBias: v.exactOptional(
    v.record(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), v.pipe(v.number(), v.minValue(-100), v.maxValue(100))),
  ),
  stop: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(1_000))), v.maxLength(16))),
  seed: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  extra: v.exactOptional(v.record(v.string(), json)),
};

const preset: v.GenericSchema<unknown, Preset> = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  name: v.pipe(v.string(), v.maxLength(200)),
  agentId: v.nullable(v.pipe(v.string(), v.maxLength(40))),
  count: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  maxTokens: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(32_768))),
  parameters: v.strictObject(samplingFields),
  key: v.nullable(v.picklist(PRESET_KEYS)),
});

/**
 * Command ids and keys are not checked here: unknown ones are ignored on lookup (`renderer/app/shortcuts`).
 */
const shortcuts: v.GenericSchema<unknown, Shortcuts> = v.strictObject({
  preset: v.picklist(SHORTCUT_PRESETS),
  overrides: v.record(
    v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(8)),
  ),
});

const structures: { readonly [K in StructuredPreference]: v.GenericSchema<unknown, Preferences[K]> } = {
  presets: v.pipe(v.array(preset), v.maxLength(100)),
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
      return v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(declaration.maxLength))),
        v.maxLength(declaration.maxCount),
      );
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
