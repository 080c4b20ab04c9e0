/** The limits of each preference, for what comes from a page and for what a hand may have written. */
import * as v from 'valibot';
import type { JsonValue } from '../core/provenance/canonical-json.ts';
import {
  defaultPreferences,
  PRESET_KEYS,
  type Preferences,
  type PreferencesPatch,
  type Preset,
  preferenceRanges,
  SHORTCUT_PRESETS,
  type Shortcuts,
} from './preferences.ts';

export const json: v.GenericSchema<unknown, JsonValue> = v.lazy(() =>
  v.union([v.null(), v.boolean(), v.number(), v.string(), v.array(json), v.record(v.string(), json)]),
);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const penalty = v.pipe(v.number(), v.minValue(-2), v.maxValue(2));

/** The fields of `SamplingSettings`: an agent's own, and what a preset sets in their place. */
export const samplingFields = {
  temperature: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  topP: v.exactOptional(share),
  topK: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000))),
  minP: v.exactOptional(share),
  frequencyPenalty: v.exactOptional(penalty),
  presencePenalty: v.exactOptional(penalty),
  repetitionPenalty: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  logitBias: v.exactOptional(
    v.record(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), v.pipe(v.number(), v.minValue(-100), v.maxValue(100))),
  ),
  logprobs: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20))),
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

/** Ids of commands and keys are only looked up: what names none is passed over (`renderer/app/shortcuts`). */
const shortcuts: v.GenericSchema<unknown, Shortcuts> = v.strictObject({
  preset: v.picklist(SHORTCUT_PRESETS),
  overrides: v.record(
    v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(8)),
  ),
});

const flag = v.boolean();

/** A number within its limits, both included. */
function withinRange(name: keyof typeof preferenceRanges) {
  const { min, max } = preferenceRanges[name];
  return v.pipe(v.number(), v.minValue(min), v.maxValue(max));
}

/** Each preference for itself. */
export const preferenceFields: {
  readonly [K in keyof Preferences]: v.GenericSchema<unknown, Preferences[K]>;
} = {
  theme: v.picklist(['system', 'light', 'dark', 'contrast']),
  font: v.picklist(['literata', 'source-sans', 'serif', 'sans', 'mono']),
  textSize: withinRange('textSize'),
  measure: withinRange('measure'),
  leading: withinRange('leading'),
  paragraphSpacing: withinRange('paragraphSpacing'),
  firstLineIndent: withinRange('firstLineIndent'),
  authorship: flag,
  authorLook: v.picklist(['colour', 'underline']),
  boundaries: v.picklist(['hover', 'always']),
  tokenProbabilities: flag,
  focusMode: flag,
  focusOn: v.picklist(['paragraph', 'sentence']),
  typewriter: flag,
  markdown: flag,
  smartPunctuation: flag,
  spellCheck: flag,
  ownWords: v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(20_000)),
  sessionTarget: v.pipe(withinRange('sessionTarget'), v.integer()),
  grovePane: flag,
  inspector: flag,
  inspectorTab: v.pipe(v.string(), v.maxLength(40)),
  presets: v.pipe(v.array(preset), v.maxLength(100)),
  shortcuts,
  recentCommands: v.pipe(v.array(v.pipe(v.string(), v.maxLength(80))), v.maxLength(20)),
};

function isRight([name, value]: readonly [string, unknown]): boolean {
  return Object.hasOwn(preferenceFields, name) && v.is(preferenceFields[name as keyof Preferences], value);
}

/** A change as it crosses from a page: known names with values within their limits, and nothing else. */
export const preferencesPatchSchema: v.GenericSchema<unknown, PreferencesPatch> = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((input) => Object.entries(input).every(isRight), 'a preference is unknown or out of its limits'),
  v.transform((input) => input as PreferencesPatch),
);

/**
 * Preferences as `settings.json` has them. A value that is missing, or that a hand or another version left in a form
 * of its own, is the default; the others stay as they are.
 */
export const preferencesSchema: v.GenericSchema<unknown, Preferences> = v.pipe(
  v.unknown(),
  v.transform((input) => {
    const found = typeof input === 'object' && input !== null ? Object.entries(input) : [];
    return { ...defaultPreferences, ...Object.fromEntries(found.filter(isRight)) };
  }),
);
