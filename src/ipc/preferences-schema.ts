/** The limits of each preference, for what comes from a page and for what a hand may have written. */
import * as v from 'valibot';
import {
  defaultPreferences,
  type Preferences,
  type PreferencesPatch,
  preferenceRanges,
} from './preferences.ts';

const flag = v.boolean();

/** A number within its limits, both included. */
function withinRange(name: keyof typeof preferenceRanges) {
  const { min, max } = preferenceRanges[name];
  return v.pipe(v.number(), v.minValue(min), v.maxValue(max));
}

const fields: { readonly [K in keyof Preferences]: v.GenericSchema<unknown, Preferences[K]> } = {
  theme: v.picklist(['system', 'light', 'dark']),
  font: v.picklist(['literata', 'source-sans', 'serif', 'sans', 'mono']),
  textSize: withinRange('textSize'),
  measure: withinRange('measure'),
  leading: withinRange('leading'),
  paragraphSpacing: withinRange('paragraphSpacing'),
  firstLineIndent: withinRange('firstLineIndent'),
  authorship: flag,
  authorLook: v.picklist(['colour', 'underline']),
  boundaries: v.picklist(['hover', 'always']),
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
};

function isRight([name, value]: readonly [string, unknown]): boolean {
  return Object.hasOwn(fields, name) && v.is(fields[name as keyof Preferences], value);
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
