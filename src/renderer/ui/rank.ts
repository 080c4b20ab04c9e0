import { go } from 'fuzzysort';

/** What the palette lists, by the id it is run with. */
export interface Rankable {
  readonly id: string;
  readonly title: string;
}

/** A part of a title; `matched` where the letters looked for stand. */
export interface TitlePart {
  readonly text: string;
  readonly matched: boolean;
}

export interface Ranked<T> {
  readonly item: T;
  readonly parts: readonly TitlePart[];
}

/** Scores are between 0 and 1; with less than this the letters are scattered, and it looks like no match. */
const LEAST_SCORE = 0.3;
/** What being the command last run adds to a score; each one before it has half of what is after it. */
const RECENT = 0.1;

/**
 * What fits a query, best first; of equal ones the more recent. An empty query has everything: the recent ones, newest
 * first, then the others as they stand.
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
  const found = go(query, items, {
    key: (item) => item.title,
    limit: 0,
    threshold: LEAST_SCORE,
    scoreFn: ({ score, obj }) => {
      const age = recent.indexOf(obj.id);
      return score < LEAST_SCORE || age < 0 ? score : score + RECENT / 2 ** age;
    },
  });
  // What fits as well stays as it stood.
  const places = new Map(items.map((item, index) => [item, index]));
  const sorted = [...found].sort(
    (a, b) => b.score - a.score || (places.get(a.obj) ?? 0) - (places.get(b.obj) ?? 0),
  );
  return sorted.map(({ obj, target, indexes }) => ({ item: obj, parts: partsOf(target, indexes) }));
}

/** A title divided where matched letters begin and end. */
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
