/** Carries an agent's changes of its own copy over to the manuscript (`edits.md`, *Reading a patch*). */
import type { CommonRun } from '../../text/anchors.ts';
import { findCommonWords } from '../../text/diff.ts';
import { type FoldedWords, fold, foldWords } from './fold-words.ts';
import { type Hunk, isBlank, newSide, oldSide } from './hunk.ts';
import type { HunkPlace } from './locate-hunks.ts';
import type { DraftEdit } from './settle-edits.ts';
import { curlQuotes, quoteStyle, type SnapshotLines } from './snapshot-lines.ts';

/**
 * The changes of a hunk found below *ends*: its old side compared with its new side. Words that it keeps keep the bytes of
 * the manuscript. Null if it is, after all, not the text at the place.
 */
export function carryWords(
  snapshot: SnapshotLines,
  hunk: Hunk,
  place: HunkPlace,
): readonly DraftEdit[] | null {
  const region = snapshot.text.slice(place.from, place.to);
  const { oldText, newText } = sidesOf(hunk, region);
  if (squash(oldText) !== squash(region)) return null;
  const sent = { text: oldText, words: foldWords(oldText) };
  const kept = { text: region, words: foldWords(region) };
  if (sent.words.keys.length !== kept.words.keys.length) return null;
  const breaks = compareLineBreaks(sent, kept);
  const style = quoteStyle(region, snapshot.quotes);
  const carried = new CarriedOffsets(sent.words, kept.words, place);
  const edits: DraftEdit[] = [];
  let [oldAt, newAt] = [0, 0];
  const replace = (oldTo: number, newTo: number) => {
    if (oldAt === oldTo && newAt === newTo) return;
    const added = withLineBreaks(newText.slice(newAt, newTo), breaks);
    const insert = curlQuotes(added, newText.slice(0, newAt), style);
    const [from, to] = carried.range(oldAt, oldTo);
    edits.push({ from, to, insert, hunk: hunk.number, isRemoval: added === '' });
  };
  for (const run of wholeWords(findCommonWords(oldText, newText), sent.words, foldWords(newText))) {
    replace(run.oldFrom, run.newFrom);
    [oldAt, newAt] = [run.oldFrom + run.length, run.newFrom + run.length];
  }
  replace(oldText.length, newText.length);
  return edits;
}

/** All that is compared of a text whose lines may be broken anywhere. */
function squash(text: string): string {
  return fold(text).replaceAll(' ', '');
}

/** Both sides, without the white space around them, and without a space that stands before each line of the old one. */
function sidesOf(hunk: Hunk, region: string): { readonly oldText: string; readonly newText: string } {
  const [old, added] = [oldSide(hunk), newSide(hunk)];
  const isIndented = !/^\s/.test(region) && old.every((line) => isBlank(line) || line.startsWith(' '));
  const join = (lines: readonly string[]) =>
    (isIndented ? lines.map((line) => line.replace(/^ /, '')) : lines).join('\n').trim();
  return { oldText: join(old), newText: join(added) };
}

/** Runs that begin and end where words do, in both texts. */
function wholeWords(
  runs: readonly CommonRun[],
  oldWords: FoldedWords,
  newWords: FoldedWords,
): readonly CommonRun[] {
  const [oldBounds, newBounds] = [boundsOf(oldWords), boundsOf(newWords)];
  const isBound = ({ oldFrom, newFrom }: CommonRun, at: number) =>
    oldBounds[oldFrom + at] === 1 && newBounds[newFrom + at] === 1;
  return runs.flatMap((run) => {
    let start = 0;
    while (start < run.length && !isBound(run, start)) start += 1;
    let end = run.length;
    while (end > start && !isBound(run, end)) end -= 1;
    const { oldFrom, newFrom } = run;
    return end > start ? [{ oldFrom: oldFrom + start, newFrom: newFrom + start, length: end - start }] : [];
  });
}

/** 1 at each offset where a word begins or ends. */
function boundsOf({ starts, ends }: FoldedWords): Uint8Array {
  const bounds = new Uint8Array((ends.at(-1) ?? 0) + 1);
  for (const start of starts) bounds[start] = 1;
  for (const end of ends) bounds[end] = 1;
  return bounds;
}

/** Maps bounds of an agent's words to the manuscript, which has the same words at a place. */
class CarriedOffsets {
  readonly #sent: FoldedWords;
  readonly #kept: FoldedWords;
  readonly #place: HunkPlace;

  constructor(sent: FoldedWords, kept: FoldedWords, place: HunkPlace) {
    this.#sent = sent;
    this.#kept = kept;
    this.#place = place;
  }

  /** The range in the manuscript of a range between bounds. */
  range(from: number, to: number): readonly [from: number, to: number] {
    if (from === to) {
      const at = this.#at('ends', from) ?? this.#at('starts', from) ?? this.#place.to;
      return [at, at];
    }
    const start = this.#at('starts', from) ?? this.#at('ends', from) ?? this.#place.from;
    return [start, Math.max(start, this.#at('ends', to) ?? this.#at('starts', to) ?? this.#place.to)];
  }

  #at(bounds: 'starts' | 'ends', offset: number): number | null {
    const index = indexOf(this.#sent[bounds], offset);
    return index === null ? null : this.#place.from + (this.#kept[bounds][index] ?? 0);
  }
}

/** The index of an offset among ascending ones; null if it is absent. */
function indexOf(offsets: readonly number[], offset: number): number | null {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return offsets[low] === offset ? low : null;
}

// Line breaks of an agent that differ from the manuscript's.

/** The manuscript's line breaks by the number that an agent writes between the same two words. */
type LineBreaks = ReadonlyMap<number, string>;

/** Compares the white space between the same words of two texts. An inconsistent manuscript gives no result. */
function compareLineBreaks(
  sent: { readonly text: string; readonly words: FoldedWords },
  kept: { readonly text: string; readonly words: FoldedWords },
): LineBreaks {
  const breaks = new Map<number, string>();
  const inconsistent = new Set<number>();
  for (let index = 0; index + 1 < sent.words.keys.length; index++) {
    const count = countBreaks(spaceAfter(sent, index));
    if (count === 0) continue;
    const found = countBreaks(spaceAfter(kept, index));
    const space = found === 0 ? ' ' : '\n'.repeat(found);
    if ((breaks.get(count) ?? space) !== space) inconsistent.add(count);
    breaks.set(count, space);
  }
  for (const count of inconsistent) breaks.delete(count);
  return breaks;
}

/** The text with line breaks like those of the manuscript. */
function withLineBreaks(text: string, breaks: LineBreaks): string {
  return text.replace(/[^\S\n]*\n\s*/g, (space) => breaks.get(countBreaks(space)) ?? space);
}

function spaceAfter(
  { text, words }: { readonly text: string; readonly words: FoldedWords },
  index: number,
): string {
  return text.slice(words.ends[index], words.starts[index + 1]);
}

function countBreaks(space: string): number {
  return space.split('\n').length - 1;
}
