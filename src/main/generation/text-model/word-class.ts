import {
  ADJECTIVES,
  ADVERBS,
  BASE_VERBS,
  FUNCTION_WORDS,
  NUMBERS,
  PARTICIPLES,
  PAST_TENSES,
} from './lexicon.ts';
import { kindOf, type TokenKind } from './tokens.ts';

const KIND_CLASSES: readonly TokenKind[] = [
  'glyph',
  'terminal',
  'pause',
  'open',
  'close',
  'break',
  'dash',
  'capital',
  'name',
  'symbol',
];
const PARTS_OF_SPEECH = [
  'noun',
  'plural',
  'proper',
  'adjective',
  'past',
  'participle',
  'base',
  'ing',
  'adverb',
  'number',
] as const;
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

const NAMES: readonly string[] = [
  ...KIND_CLASSES,
  ...PARTS_OF_SPEECH,
  ...FUNCTION_WORDS.map((word) => `=${word}`),
];
const IDS: ReadonlyMap<string, number> = new Map(NAMES.map((name, id) => [name, id]));

/** The number of classes; their ids start at 0. */
export const CLASS_COUNT = NAMES.length;

const LISTED: ReadonlyMap<string, PartOfSpeech> = new Map<string, PartOfSpeech>([
  ...ADVERBS.map((word) => [word, 'adverb'] as const),
  ...BASE_VERBS.map((word) => [word, 'base'] as const),
  ...ADJECTIVES.map((word) => [word, 'adjective'] as const),
  ...PARTICIPLES.map((word) => [word, 'participle'] as const),
  ...PAST_TENSES.map((word) => [word, 'past'] as const),
  ...NUMBERS.map((word) => [word, 'number'] as const),
]);

function partOfSpeech(word: string): PartOfSpeech {
  const listed = LISTED.get(word);
  if (listed !== undefined) return listed;
  if (/^\p{N}/u.test(word)) return 'number';
  if (/^\p{Lu}/u.test(word)) return 'proper';
  if (/..ed$/.test(word)) return 'past';
  if (/...ing$/.test(word)) return 'ing';
  if (/...ly$/.test(word)) return 'adverb';
  return /..[^s]s$/.test(word) ? 'plural' : 'noun';
}

function idOf(name: string): number {
  return IDS.get(name) ?? 0;
}

/**
 * The grammatical class of a token: marks by their kind, function words each by itself, all others by their
 * part of speech.
 */
export function classOf(token: string): number {
  const kind = kindOf(token);
  if (kind !== 'word') return idOf(kind);
  return IDS.get(`=${token.toLowerCase()}`) ?? idOf(partOfSpeech(token));
}

const CONTENT: ReadonlySet<number> = new Set(
  (['noun', 'plural', 'adjective', 'past', 'base', 'ing'] as const).map((part) => idOf(part)),
);

/** Returns true if words of a class indicate a text's subject. */
export function isContentClass(id: number): boolean {
  return CONTENT.has(id);
}
