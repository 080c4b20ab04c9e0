import { gunzipSync } from 'node:zlib';
import {
  CompoundWordsMethod,
  decodeTrie,
  editDistanceWeighted,
  mapDictionaryInformationToWeightMap,
} from 'cspell-trie-lib';
import { capitalise, isKnownWord, plainApostrophes } from '../../core/text/spelling.ts';
import type { SpellingLanguage } from '../../core/tree/loom-tree.ts';
import { EDIT_COSTS } from './edit-costs.ts';

/** The number of suggestions worth reading. */
const MAX_SUGGESTIONS = 6;
/** The cost of a suggestion that splits the word in two; a wrong letter costs about 100. */
const SPLIT_COST = 95;
/** The cost of two wrong letters. */
const MAX_OWN_WORD_COST = 200;
/** Longer words are not typing mistakes, and searching for them takes long. UTF-16 code units. */
const MAX_WORD_LENGTH = 40;
/** Milliseconds. */
const TIMEOUT = 200;

/** Checks spelling and suggests corrections. */
export interface Dictionary {
  /** The misspelled ones of `words`, in their order. */
  findMisspelled(words: readonly string[]): readonly string[];
  /**
   * At most six suggestions with the capitalisation of `word`, likeliest first; none for a correct word.
   * Similar words of the writer's own are included.
   */
  suggest(word: string, ownWords: readonly string[]): readonly string[];
}

/** Reads a gzipped trie from `resources/dictionaries`. Takes about 100 ms, so call it in a worker. */
export function readDictionary(bytes: Uint8Array, language: SpellingLanguage): Dictionary {
  const trie = decodeTrie(gunzipSync(bytes));
  const weights = mapDictionaryInformationToWeightMap(EDIT_COSTS[language]);
  const has = (form: string) => trie.hasWord(form, true);
  const isCorrect = (word: string) => isKnownWord(word, has);

  return {
    findMisspelled: (words) => words.filter((word) => !isCorrect(word)),
    suggest: (word, ownWords) => {
      if (word.length > MAX_WORD_LENGTH || isCorrect(word)) return [];
      const plain = plainApostrophes(word).toLowerCase();
      const found = trie.suggestWithCost(plain, {
        numSuggestions: 2 * MAX_SUGGESTIONS,
        changeLimit: 3,
        ignoreCase: false,
        includeTies: false,
        compoundMethod: CompoundWordsMethod.NONE,
        timeout: TIMEOUT,
        weightMap: weights,
      });
      const splits = splitsOf(plain, has).map((split) => ({ word: split, cost: SPLIT_COST }));
      const own = ownWords
        .filter((known) => Math.abs(known.length - plain.length) <= 2)
        .map((known) => ({ word: known, cost: editDistanceWeighted(plain, known.toLowerCase(), weights) }))
        .filter(({ cost }) => cost <= MAX_OWN_WORD_COST);
      const best = [...own, ...found, ...splits].sort((a, b) => a.cost - b.cost);
      const cased = best.map((suggestion) => matchCase(word, suggestion.word));
      return [...new Set(cased)].slice(0, MAX_SUGGESTIONS);
    },
  };
}

/** The word split into two words, for a missing space. */
function splitsOf(word: string, has: (form: string) => boolean): readonly string[] {
  const splits: string[] = [];
  for (let i = 1; i < word.length; i++) {
    const [first, second] = [word.slice(0, i), word.slice(i)];
    const isWord = (part: string) => (part.length > 1 || part === 'a' || part === 'i') && has(part);
    if (isWord(first) && isWord(second)) splits.push(`${first} ${second}`);
  }
  return splits;
}

/** Gives a suggestion the capitalisation of the word it replaces; a name keeps its own. */
function matchCase(word: string, suggestion: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return suggestion.toUpperCase();
  const first = word.slice(0, 1);
  return first === first.toLowerCase() ? suggestion : capitalise(suggestion);
}
