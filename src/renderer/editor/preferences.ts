/**
 * What the writer prefers, as far as the editor must know. Sizes and families are not here: they are CSS variables of
 * the element around the manuscript.
 */
import { StateEffect, StateField } from '@codemirror/state';
import type { ManuscriptPreferences } from './manuscript.ts';

/** Of a manuscript that was told nothing: the text as it is, with its authors. */
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
  ownWords: [],
};

export const preferencesChanged = StateEffect.define<ManuscriptPreferences>();

/** `init` it with what is known. */
export const preferences = StateField.define<ManuscriptPreferences>({
  create: () => PLAIN,
  update: (known, transaction) => {
    let now = known;
    for (const effect of transaction.effects) if (effect.is(preferencesChanged)) now = effect.value;
    return now;
  },
});
