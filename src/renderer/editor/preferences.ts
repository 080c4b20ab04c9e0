/** The preferences that the editor needs. Fonts and sizes are CSS variables of the element around it. */
import { StateEffect, StateField } from '@codemirror/state';

/** The part of `Preferences` (`ipc/preferences.ts`, which documents each) that changes what the editor does. */
export interface ManuscriptPreferences {
  readonly authorship: boolean;
  readonly authorLook: 'colour' | 'underline';
  readonly boundaries: 'hover' | 'always';
  readonly tokenProbabilities: boolean;
  readonly focusMode: boolean;
  readonly focusOn: 'paragraph' | 'sentence';
  readonly typewriter: boolean;
  readonly markdown: boolean;
  readonly loreKeys: boolean;
  readonly smartPunctuation: boolean;
  readonly spellCheck: boolean;
  /** The language that the spelling is checked in: another one is asked for every word again. */
  readonly spellingLanguage: string;
  readonly ownWords: readonly string[];
}

/** The default: plain text with its authors. */
export const PLAIN: ManuscriptPreferences = {
  authorship: true,
  authorLook: 'colour',
  boundaries: 'hover',
  tokenProbabilities: false,
  focusMode: false,
  focusOn: 'paragraph',
  typewriter: false,
  markdown: false,
  loreKeys: false,
  smartPunctuation: false,
  spellCheck: false,
  spellingLanguage: 'en-US',
  ownWords: [],
};

export const preferencesChanged = StateEffect.define<ManuscriptPreferences>();

/** Initialise it with the current preferences. */
export const preferences = StateField.define<ManuscriptPreferences>({
  create: () => PLAIN,
  update: (current, transaction) => {
    let now = current;
    for (const effect of transaction.effects) if (effect.is(preferencesChanged)) now = effect.value;
    return now;
  },
});
