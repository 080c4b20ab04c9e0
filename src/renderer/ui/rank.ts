import { go } from 'fuzzysort';

/** An entry of the palette. */
export interface Rankable {
  readonly id: string;
  readonly title: string;
  /** Other names that it goes by, separated by spaces: each finds it as well as its title does. */
  readonly words?: string;
  /** Text about it, whose words find it after all titles and names. */
  readonly searchText?: string;
}

/** A part of a title; `matched` for letters of the query. */
export interface TitlePart {
  readonly text: string;
  readonly matched: boolean;
}

export interface Ranked<T> {
  readonly item: T;
  /** Larger the better it fits; 0 without a query. */
  readonly score: number;
  readonly parts: readonly TitlePart[];
}

/**
 * Scores of how a query is found, far enough apart that recency decides only between equals: as the title, as another
 * name, as the beginning of the title, as its words, as beginnings of these. Scattered letters have a score between 0 and 1.
 */
const SCORES = {
  title: 9,
  name: 8.5,
  beginning: 8,
  word: 7,
  firstWord: 5,
  wordStart: 4,
  nameStart: 3,
  about: 0.45,
} as const;
/** Added where another name is what was typed: the words of a newcomer decide between titles that have them. */
const NAMED_BONUS = 2.5;
/** Below this the letters are so scattered that the item does not look like a match. */
const MIN_SCORE = 0.3;
/** Added to the score of the most recently used item; each earlier one gets half as much as the next. */
const RECENCY_BONUS = 0.1;

/**
 * The items whose titles, or other words, match a query, best first, with a bonus for recent ones. An empty query matches everything:
 * the recent items, newest first, then the others in their order.
 */
export function rank<T extends Rankable>(
  items: readonly T[],
  query: string,
  recent: readonly string[],
): readonly Ranked<T>[] {
  if (query.trim() === '') {
    const known = recent.flatMap((id) => items.filter((item) => item.id === id));
    const others = items.filter(({ id }) => !recent.includes(id));
    return [...known, ...others].map((item) => ({
      item,
      score: 0,
      parts: [{ text: item.title, matched: false }],
    }));
  }
  const wanted = wordsOf(query);
  const scattered = new Map(
    go(query, items, { key: (item) => item.title, limit: 0, threshold: MIN_SCORE }).map((found) => [
      found.obj,
      found,
    ]),
  );
  const found = items.flatMap((item) => {
    const letters = scattered.get(item);
    const score = Math.max(scoreOf(item, wanted), letters?.score ?? 0);
    if (score === 0) return [];
    const age = recent.indexOf(item.id);
    const parts =
      letters === undefined ? [{ text: item.title, matched: false }] : partsOf(item.title, letters.indexes);
    return [{ item, parts, score: score + (age < 0 ? 0 : RECENCY_BONUS / 2 ** age) }];
  });
  // Sorting is stable: equal scores keep their order.
  return found.sort((a, b) => b.score - a.score);
}

/** The score of an item whose words begin with those of a query; 0 if they do not. */
function scoreOf({ title, words = '', searchText = '' }: Rankable, wanted: readonly string[]): number {
  const own = wordsOf(title);
  const names = wordsOf(words);
  const isNamed = wanted.every((word) => names.includes(word));
  const byTitle = scoreOfTitle(own, wanted);
  if (isNamed) return Math.max(SCORES.name, byTitle + NAMED_BONUS);
  if (byTitle > 0) return byTitle;
  const begins = (all: readonly string[]) => wanted.every((word) => all.some((one) => one.startsWith(word)));
  if (begins([...own, ...names])) return SCORES.nameStart;
  return begins([...own, ...names, ...wordsOf(searchText)]) ? SCORES.about : 0;
}

function scoreOfTitle(own: readonly string[], wanted: readonly string[]): number {
  const line = wanted.join(' ');
  if (own.join(' ') === line) return SCORES.title;
  if (wanted.every((word, index) => own[index] === word)) return SCORES.beginning;
  if (wanted.every((word) => own.includes(word))) return SCORES.word;
  if (own.join(' ').startsWith(line)) return SCORES.firstWord;
  return wanted.every((word) => own.some((one) => one.startsWith(word))) ? SCORES.wordStart : 0;
}

/** Words in lower case, without the signs around them. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
}

/** Divides a title where matched letters begin and end. */
function partsOf(title: string, indexes: readonly number[]): readonly TitlePart[] {
  const matches = new Set(indexes);
  const parts: { text: string; matched: boolean }[] = [];
  for (let at = 0; at < title.length; at += 1) {
    const matched = matches.has(at);
    const last = parts.at(-1);
    if (last?.matched === matched) last.text += title.charAt(at);
    else parts.push({ text: title.charAt(at), matched });
  }
  return parts;
}
