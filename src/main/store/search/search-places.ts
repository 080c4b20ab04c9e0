import type { TextRange } from '../../../core/text/span.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { Match } from './word-query.ts';

/** One place in a text where a search finds something, with the part of the text around it. */
export interface FoundPlace extends TextRange {
  /** The text around it, with `…` where it was cut. */
  readonly snippet: string;
  /** Half-open ranges of the snippet. */
  readonly highlights: readonly TextRange[];
}

/** Words within this many UTF-16 code units of each other are found at one place. */
const NEAR = 240;
/** UTF-16 code units of a text before and after the beginning of a place that are shown. */
const AROUND = { before: 40, after: 80 };
/** Most that a snippet is shortened in order not to begin or end inside a word. UTF-16 code units. */
const WORD = 20;

/**
 * The places of a search in a text, in text order: every match or, if several words are wanted, every passage that has
 * them all near each other; where they are nowhere near, every match of the rarest one.
 * @param matches in text order
 */
export function placesIn(text: string, matches: readonly Match[], isSeveral: boolean): readonly FoundPlace[] {
  const ranges = isSeveral ? passagesOf(matches) : withoutOverlaps(matches);
  return ranges.map((range) => ({ from: range.from, to: range.to, ...snippetAround(text, range, matches) }));
}

function withoutOverlaps(matches: readonly TextRange[]): readonly TextRange[] {
  let end = 0;
  return matches.filter(({ from, to }) => {
    const isBehind = from >= end;
    if (isBehind) end = to;
    return isBehind;
  });
}

function passagesOf(matches: readonly Match[]): readonly TextRange[] {
  const counts = new Map<number, number>();
  for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
  const passages: TextRange[] = [];
  // The last match of each term since the last passage, the earliest first.
  const last = new Map<number, Match>();
  for (const match of matches) {
    last.delete(match.term);
    last.set(match.term, match);
    const [first] = last.values();
    if (last.size < counts.size || first === undefined || match.to - first.from > NEAR) continue;
    const to = Math.max(...[...last.values()].map((part) => part.to));
    passages.push({ from: first.from, to });
    last.clear();
  }
  if (passages.length > 0) return withoutOverlaps(passages);
  const [rarest] = [...counts].toSorted(([, one], [, other]) => one - other)[0] ?? [];
  return withoutOverlaps(matches.filter(({ term }) => term === rarest));
}

/** The text around a place, with `…` where it was cut; never cut inside a surrogate pair, and rarely inside a word. */
function snippetAround(text: string, place: TextRange, matches: readonly TextRange[]) {
  const first = Math.max(0, place.from - AROUND.before);
  const last = Math.min(text.length, Math.max(place.to, place.from + AROUND.after));
  const from = first === 0 ? 0 : wordStart(text, snapToPairStart(text, first), place.from);
  const to = last === text.length ? last : wordEnd(text, snapToPairStart(text, last), place.to);
  const [start, end] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = start.length - from;
  return {
    snippet: `${start}${text.slice(from, to)}${end}`,
    highlights: withoutOverlaps(matches.filter((match) => match.from >= from && match.to <= to)).map(
      (match) => ({ from: match.from + shift, to: match.to + shift }),
    ),
  };
}

function wordStart(text: string, from: number, limit: number): number {
  const found = text.slice(from, Math.min(from + WORD, limit)).search(/(?<=\s)\S/);
  return found < 0 ? from : from + found;
}

function wordEnd(text: string, to: number, limit: number): number {
  const tail = text.slice(Math.max(limit, to - WORD), to);
  return to - (/\s\S*$/.exec(tail)?.[0].length ?? 0);
}
