import * as v from 'valibot';
import { listOf } from './bounded.ts';
import type { SchemasOf } from './fields.ts';

export interface SpellingRequests {
  /** The misspelled ones among these words (at most 2,000). Does not know the words the writer added. */
  'spelling.check'(input: { readonly words: readonly string[] }): { readonly wrong: readonly string[] };
  /** Suggestions for a misspelled word: at most six, likeliest first. */
  'spelling.suggest'(input: { readonly word: string }): readonly string[];
}

/** A word, or a string that looks like one. */
const word = v.pipe(v.string(), v.maxLength(100));

export const spellingSchemas: SchemasOf<SpellingRequests> = {
  'spelling.check': v.strictObject({ words: listOf(word, 2_000) }),
  'spelling.suggest': v.strictObject({ word }),
};
