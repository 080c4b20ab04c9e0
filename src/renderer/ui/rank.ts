import { go } from 'fuzzysort';

/** An entry of the palette. */
export interface Rankable {
  readonly id: string;
  readonly title: string;
  /** Other words that find it, separated by spaces. */
  readonly words?: string;
}

/** A part of a title; `matched` for letters of the query. */
export interface TitlePart {
  readonly text: string;
  readonly matched: boolean;
}

export interface Ranked<T> {
  readonly item: T;
  readonly parts: readonly TitlePart[];
}

/** Scores are between 0 and 1. Below this the letters are so scattered that the item does not look like a match. */
const MIN_SCORE = 0.3;
/** Added to the score of the most recently used item; each earlier one gets half as much as the next. */
const RECENCY_BONUS = 0.1;
/** The score of an item that its other words find: it comes after those that their titles find. */
const WORDS_SCORE = MIN_SCORE - RECENCY_BONUS;

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
    return [...known, ...others].map((item) => ({ item, parts: [{ text: item.title, matched: false }] }));
  }
  const bonusOf = ({ id }: T) => {
    const age = recent.indexOf(id);
    return age < 0 ? 0 : RECENCY_BONUS / 2 ** age;
  };
  const found = go(query, items, {
    key: (item) => item.title,
    limit: 0,
    threshold: MIN_SCORE,
    scoreFn: ({ score, obj }) => (score < MIN_SCORE ? score : score + bonusOf(obj)),
  }).map(({ obj: item, score, target, indexes }) => ({ item, score, parts: partsOf(target, indexes) }));
  const titled = new Set(found.map(({ item }) => item));
  const worded = items
    .filter((item) => !titled.has(item) && hasWords(item, query))
    .map((item) => ({
      item,
      score: WORDS_SCORE + bonusOf(item),
      parts: [{ text: item.title, matched: false }],
    }));
  // Equal scores keep their order.
  const order = new Map(items.map((item, index) => [item, index]));
  return [...found, ...worded]
    .sort((a, b) => b.score - a.score || (order.get(a.item) ?? 0) - (order.get(b.item) ?? 0))
    .map(({ item, parts }) => ({ item, parts }));
}

/** Returns true if each word of a query begins one of the item's words. */
function hasWords({ title, words = '' }: Rankable, query: string): boolean {
  if (words === '') return false;
  const own = `${title} ${words}`.toLowerCase().split(/\s+/);
  return query
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every((word) => own.some((one) => one.startsWith(word)));
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
