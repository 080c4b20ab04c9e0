import type { TextIndex } from './text-index.ts';
import { isCapitalised, uncapitalise } from './tokens.ts';

/** After these a capital is a place's more often than a person's. */
const BEFORE_PLACES = new Set(
  'in at near from through across of to towards around outside inside'.split(' '),
);

/** Capitals that are nobody's name. */
const NOT_NAMES = new Set(
  `Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
  September October November December English French German Chapter Part`.split(/\s+/),
);

/** Names that may appear in a continuation at once. */
const CAST_SIZE = 4;

/** Names that were read among the last so many tokens count most. */
const RECENT_TOKENS = 600;

/** Who may appear where a document names nobody. The sample's vocabulary has them. */
export const STRANGERS = ['Ines', 'Tobias', 'Hanna'] as const;

export interface Cast {
  /** The names a continuation may use, with shares that add up to 1. */
  readonly cast: readonly { readonly token: number; readonly share: number }[];
  /** Every token that is the name of a person, with the pronoun that most often follows it. */
  readonly names: ReadonlyMap<number, number>;
  /** Of the recent places where a name or a pronoun stands for a person, the share of names; 0 where nobody is named. */
  readonly nameShare: number;
}

/** How far after a name a pronoun is taken to mean it, in tokens. */
const PRONOUN_REACH = 25;

/** Who a document is about: its names of persons, those of its last pages before others. */
export function findCast(document: TextIndex): Cast {
  const { vocabulary } = document;
  const names = new Map<number, number>();
  const he = vocabulary.find('he') ?? -1;
  const she = vocabulary.find('she') ?? -1;
  const his = new Set(['he', 'his', 'him'].map((word) => vocabulary.find(word)));
  const hers = new Set(['she', 'her', 'hers'].map((word) => vocabulary.find(word)));
  let recentNames = 0;
  const weights: { readonly token: number; readonly weight: number }[] = [];
  const own = Array.from({ length: vocabulary.size - vocabulary.offset }, (_, i) => vocabulary.offset + i);
  const strangers = STRANGERS.flatMap((name) => vocabulary.find(name) ?? []);
  for (const token of [...strangers, ...own]) {
    const word = vocabulary.wordOf(token);
    if (vocabulary.kindOf(token) !== 'word' || !looksLikeName(word)) continue;
    if (vocabulary.find(uncapitalise(word)) !== undefined) continue;
    let places = 0;
    let afterPreposition = 0;
    let recent = 0;
    let male = 0;
    for (let at = document.lastPlaceOf(token); at >= 0; at = document.placeBefore(at)) {
      places += 1;
      if (at >= document.length - RECENT_TOKENS) recent += 1;
      const before = document.tokenAt(at - 1);
      if (before >= 0 && BEFORE_PLACES.has(vocabulary.wordOf(before))) afterPreposition += 1;
      for (let after = at + 1; after <= at + PRONOUN_REACH; after += 1) {
        const other = document.tokenAt(after);
        if (his.has(other)) male += 1;
        if (hers.has(other)) male -= 1;
      }
    }
    if (places === 0 || afterPreposition * 2 > places) continue;
    names.set(token, male > 0 || (male === 0 && word.charCodeAt(word.length - 1) !== 97) ? he : she);
    recentNames += recent;
    weights.push({ token, weight: 4 * recent + Math.sqrt(places) });
  }
  weights.sort((a, b) => b.weight - a.weight || a.token - b.token);
  const chosen = weights.slice(0, CAST_SIZE);
  if (chosen.length === 0) {
    for (const token of strangers) {
      names.set(token, vocabulary.wordOf(token) === 'Tobias' ? he : she);
      chosen.push({ token, weight: 1 });
    }
  }
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const pronouns = countRecent(document, he) + countRecent(document, she);
  return {
    cast: chosen.map(({ token, weight }) => ({ token, share: weight / total })),
    names,
    nameShare: recentNames / Math.max(1, recentNames + pronouns),
  };
}

function countRecent(document: TextIndex, token: number): number {
  let count = 0;
  const from = document.length - RECENT_TOKENS;
  for (let at = document.lastPlaceOf(token); at >= Math.max(0, from); at = document.placeBefore(at))
    count += 1;
  return count;
}

/** Whether a word is written as a person's name is. */
export function looksLikeName(word: string): boolean {
  if (!isCapitalised(word) || word.endsWith('.') || /^I(’|$)/.test(word) || NOT_NAMES.has(word)) return false;
  // A word in capitals throughout is shouted, or an abbreviation.
  return word.length > 1 && word.toUpperCase() !== word;
}
