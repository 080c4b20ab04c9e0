import { gunzipSync } from 'node:zlib';
import {
  CompoundWordsMethod,
  decodeTrie,
  editDistanceWeighted,
  mapDictionaryInformationToWeightMap,
} from 'cspell-trie-lib';
import { capitalise, isKnownWord, plainApostrophes } from '../../core/text/spelling.ts';
import { AMERICAN_ENGLISH } from './edit-costs.ts';

/** How many suggestions are worth reading. */
const SUGGESTIONS = 6;
/** What a word apart from its neighbour costs as a suggestion; a wrong letter costs about 100. */
const SPLIT_COST = 95;
/** Two wrong letters. */
const FURTHEST_OWN_WORD = 200;
/** Longer ones are nobody's slip of the hand, and searching for them takes long. UTF-16 code units. */
const LONGEST_TO_SUGGEST_FOR = 40;
/** Milliseconds. */
const SUGGESTING = 200;

/** A list of words, and what one may have meant. */
export interface Dictionary {
  /** Those of `words` that are not spelled rightly, in their order. */
  findWrong(words: readonly string[]): readonly string[];
  /**
   * At most six, the likeliest first, with the capitals of `word`; none for a word that is right. Those of the
   * writer's own words that are like it are among them.
   */
  suggest(word: string, ownWords: readonly string[]): readonly string[];
}

/** Reads a gzipped trie of `resources/dictionaries`; takes about 100 ms, so this is for a worker. */
export function readDictionary(bytes: Uint8Array): Dictionary {
  const trie = decodeTrie(gunzipSync(bytes));
  const weights = mapDictionaryInformationToWeightMap(AMERICAN_ENGLISH);
  const has = (form: string) => trie.hasWord(form, true);
  const isRight = (word: string) => isKnownWord(word, has);

  return {
    findWrong: (words) => words.filter((word) => !isRight(word)),
    suggest: (word, ownWords) => {
      if (word.length > LONGEST_TO_SUGGEST_FOR || isRight(word)) return [];
      const plain = plainApostrophes(word).toLowerCase();
      const found = trie.suggestWithCost(plain, {
        numSuggestions: 2 * SUGGESTIONS,
        changeLimit: 3,
        ignoreCase: false,
        includeTies: false,
        compoundMethod: CompoundWordsMethod.NONE,
        timeout: SUGGESTING,
        weightMap: weights,
      });
      const splits = splitsOf(plain, has).map((split) => ({ word: split, cost: SPLIT_COST }));
      const own = ownWords
        .filter((known) => Math.abs(known.length - plain.length) <= 2)
        .map((known) => ({ word: known, cost: editDistanceWeighted(plain, known.toLowerCase(), weights) }))
        .filter(({ cost }) => cost <= FURTHEST_OWN_WORD);
      const best = [...own, ...found, ...splits].sort((a, b) => a.cost - b.cost);
      const fitted = best.map((suggestion) => inCaseOf(word, suggestion.word));
      return [...new Set(fitted)].slice(0, SUGGESTIONS);
    },
  };
}

/** The word as two words: a space that was missed. */
function splitsOf(word: string, has: (form: string) => boolean): readonly string[] {
  const splits: string[] = [];
  for (let i = 1; i < word.length; i++) {
    const [first, second] = [word.slice(0, i), word.slice(i)];
    const isWord = (part: string) => (part.length > 1 || part === 'a' || part === 'i') && has(part);
    if (isWord(first) && isWord(second)) splits.push(`${first} ${second}`);
  }
  return splits;
}

/** A suggestion with the capitals of the word it is for; a name keeps its own. */
function inCaseOf(word: string, suggestion: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return suggestion.toUpperCase();
  const first = word.slice(0, 1);
  return first === first.toLowerCase() ? suggestion : capitalise(suggestion);
}
