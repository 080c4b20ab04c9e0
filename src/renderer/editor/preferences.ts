/** The preferences that the editor needs. Fonts and sizes are CSS variables of the element around it. */
import { StateEffect, StateField } from '@codemirror/state';
import type { ManuscriptPreferences } from './manuscript.ts';

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
