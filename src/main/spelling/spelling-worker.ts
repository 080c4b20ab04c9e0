/**
 * The dictionaries' thread: reading and searching them would block the main process for too long. It reads each from the
 * folder named by `workerData` when it is first asked for, and handles requests in order.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import {
  CompoundWordsMethod,
  decodeTrie,
  editDistanceWeighted,
  mapDictionaryInformationToWeightMap,
} from 'cspell-trie-lib';
import { capitalise, isKnownWord, plainApostrophes } from '../../core/text/spelling.ts';
import type { SpellingLanguage } from '../../core/tree/loom-tree.ts';
import type { SpellingAnswer, SpellingRequest } from './speller.ts';

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
interface Dictionary {
  /** The misspelled ones of `words`, in their order. */
  findMisspelled(words: readonly string[]): readonly string[];
  /**
   * At most six suggestions with the capitalisation of `word`, likeliest first; none for a correct word.
   * Similar words of the writer's own are included.
   */
  suggest(word: string, ownWords: readonly string[]): readonly string[];
}

/** Reads a gzipped trie from `resources/dictionaries`. Takes about 100 ms, so call it in a worker. */
function readDictionary(bytes: Uint8Array, language: SpellingLanguage): Dictionary {
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

type Costs = Parameters<typeof mapDictionaryInformationToWeightMap>[0];
type Cost = NonNullable<Costs['suggestionEditCosts']>[number];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Slips of the fingers, which are the same in every language of these letters. */
const TYPING: readonly Cost[] = [
  { description: 'Two letters in the wrong order', map: LETTERS, swap: 60 },
  {
    description: 'A doubled letter typed once, or the reverse',
    map: [...LETTERS].map((letter) => `${letter}(${letter}${letter})`).join('|'),
    replace: 50,
  },
];

/**
 * The costs of typing and spelling mistakes for ranking suggestions: an extra, missing or wrong letter costs
 * 100. The first part comes from `@cspell/dict-en_us`; the last three entries are ours. With them, the intended word is
 * the first suggestion for 68 instead of 59 of 88 common mistakes, and among the first six for 87 instead of 81.
 */
const ENGLISH: Costs = {
  locale: 'en-US',
  alphabet: 'a-zA-Z',
  suggestionEditCosts: [
    { description: "Words like 'break' and 'brake'", map: '(ate)(eat)|(ake)(eak)', replace: 75 },
    {
      description: 'Sounds alike',
      map: 'f(ph)(gh)|(sion)(tion)(cion)|(ail)(ale)|(r)(ur)(er)(ure)(or)',
      replace: 75,
    },
    { description: 'Double letter score', map: 'l(ll)|s(ss)|t(tt)|e(ee)|b(bb)|d(dd)', replace: 75 },
    { map: 'aeiou', replace: 98, swap: 75, insDel: 90 },
    { description: 'Common vowel sounds.', map: 'o(oh)(oo)|(oo)(ou)|(oa)(ou)|(ee)(ea)', replace: 75 },
    {
      map: 'o(oo)|a(aa)|e(ee)|u(uu)|(eu)(uu)|(ou)(ui)(ow)|(ie)(ei)|i(ie)|e(en)|e(ie)',
      replace: 50,
    },
    {
      description: "Do not rank 's high on the list.",
      map: "($)('$)('s$)|(s$)(s'$)(s's$)",
      replace: 10,
      penalty: 180,
    },
    { description: "Plurals ending in 'y'", map: '(ys)(ies)', replace: 75 },
    { map: '(d$)(t$)(dt$)', replace: 75 },
    ...TYPING,
    {
      description: 'A missing apostrophe',
      map: "(nt$)(n't$)|(re$)('re$)|(ve$)('ve$)|(ll$)('ll$)|(m$)('m$)",
      replace: 40,
    },
  ],
};

/** Letters that sound alike in Dutch are confused most. */
const DUTCH: Costs = {
  locale: 'nl',
  alphabet: 'a-zA-Z',
  suggestionEditCosts: [
    { description: 'Sounds alike', map: '(ij)(ei)|(ou)(au)|(ouw)(auw)|g(ch)|fv|sz', replace: 60 },
    { description: 'The ends of verbs', map: '(d$)(t$)(dt$)|(de$)(te$)|(den$)(ten$)', replace: 50 },
    { map: 'aeiou', replace: 98, swap: 75, insDel: 90 },
    ...TYPING,
  ],
};

/** The costs of mistakes in each language. */
const EDIT_COSTS: Readonly<Record<SpellingLanguage, Costs>> = {
  'en-US': ENGLISH,
  'en-GB': ENGLISH,
  nl: DUTCH,
};

const dictionaries = new Map<SpellingLanguage, Dictionary>();

function dictionaryOf(language: SpellingLanguage): Dictionary {
  let dictionary = dictionaries.get(language);
  if (dictionary === undefined) {
    const file = join(workerData as string, `${language}.trie.gz`);
    dictionary = readDictionary(readFileSync(file), language);
    dictionaries.set(language, dictionary);
  }
  return dictionary;
}

parentPort?.on('message', ({ id, kind, language, words, ownWords }: SpellingRequest) => {
  const dictionary = dictionaryOf(language);
  const answer =
    kind === 'wrong'
      ? dictionary.findMisspelled(words)
      : words.flatMap((word) => dictionary.suggest(word, ownWords));
  parentPort?.postMessage({ id, words: answer } satisfies SpellingAnswer);
});
