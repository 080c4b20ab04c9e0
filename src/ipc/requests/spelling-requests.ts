import * as v from 'valibot';
import type { TreeId } from '../../core/ids.ts';
import type { SpellingLanguage } from '../../core/tree/loom-tree.ts';
import { SPELLING_LANGUAGES } from '../preferences.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { type SchemasOf, treeId } from './fields.ts';

export interface SpellingRequests {
  /**
   * The misspelled ones among these words (at most 2,000), without the names that the tree's text uses. Does not know
   * the words the writer added.
   */
  'spelling.check'(input: {
    readonly treeId: TreeId;
    readonly language: SpellingLanguage;
    readonly words: readonly string[];
  }): {
    readonly wrong: readonly string[];
  };
  /** Suggestions for a misspelled word: at most six, likeliest first. */
  'spelling.suggest'(input: {
    readonly language: SpellingLanguage;
    readonly word: string;
  }): readonly string[];
}

/** A word, or a string that looks like one. */
const word = stringUpTo(100);

const language = v.picklist(SPELLING_LANGUAGES);

export const spellingSchemas: SchemasOf<SpellingRequests> = {
  'spelling.check': v.strictObject({ treeId, language, words: listOf(word, 2_000) }),
  'spelling.suggest': v.strictObject({ language, word }),
};
