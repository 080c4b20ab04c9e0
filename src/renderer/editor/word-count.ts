/**
 * How many words the text has, kept as a sum: a change counts what it removed and what it inserted, with a few
 * characters around, and never the document (`manuscript.md`, *Speed*). A long text that is shown from scratch, or after
 * a switch, is counted while the page has nothing else to do.
 */
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import type { SpannedText } from '../../core/buffer/draft.ts';
import type { AgentId } from '../../core/ids.ts';
import { countWords } from '../../core/text/count-words.ts';
import { writer } from './marks/authorship.ts';
import { findRestored, findTextChange, pathReplaced, type SegmentSplice } from './path/effects.ts';

/** Whether a word begins at a character depends on the two before it; this many on each side decide it alike. */
const AROUND = 4;

function countAround(doc: Text, from: number, to: number): number {
  return countWords(doc.sliceString(Math.max(0, from - AROUND), Math.min(doc.length, to + AROUND)));
}

/** A stretch of both texts that holds changes. */
interface Stretch {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** Changes nearer to one another than what is looked at around them stand in one stretch. */
function stretchesOf(changes: ChangeDesc): readonly Stretch[] {
  const stretches: Stretch[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const last = stretches.at(-1);
    if (last !== undefined && fromA - last.toA <= 2 * AROUND) {
      last.toA = toA;
      last.toB = toB;
    } else stretches.push({ fromA, toA, fromB, toB });
  });
  return stretches;
}

/** What a change adds to the words of the text. */
function grownBy(transaction: Transaction): number {
  const { changes, startState, newDoc } = transaction;
  const splices = findTextChange(transaction)?.splices;
  const [typed] = splices ?? [];
  if (splices?.length === 1 && typed !== undefined) return grownByTyping(transaction, typed);
  let grown = 0;
  for (const { fromA, toA, fromB, toB } of stretchesOf(changes)) {
    grown += countAround(newDoc, fromB, toB) - countAround(startState.doc, fromA, toA);
  }
  return grown;
}

/** Of a change in one place. What stands around it is the same before and after, so only one text is looked at. */
function grownByTyping({ changes, newDoc }: Transaction, { removed, splice }: SegmentSplice): number {
  let at = 0;
  changes.iterChangedRanges((_fromA, _toA, fromB) => {
    at = fromB;
  });
  const from = Math.max(0, at - AROUND);
  const end = at + splice.insert.length;
  const now = newDoc.sliceString(from, Math.min(newDoc.length, end + AROUND));
  const before = now.slice(0, at - from) + removed.text + now.slice(end - from);
  return countWords(now) - countWords(before);
}

/** Where the first change begins, and how much text goes and comes. */
function extentOf(changes: ChangeDesc): { readonly from: number; readonly length: number } {
  let from = changes.length;
  let length = 0;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    from = Math.min(from, fromA);
    length += toA - fromA + (toB - fromB);
  });
  return { from, length };
}

/** Words of what others than the writer wrote. */
function countForeign({ text, spans }: SpannedText, writerId: AgentId): number {
  let words = 0;
  let from = 0;
  for (const { agent, length } of spans) {
    if (agent !== writerId) words += countWords(text.slice(from, from + length));
    from += length;
  }
  return words;
}

/**
 * What of a change in the number of words is the writer's: all but the words that others wrote. A switch, and what a
 * model writes, are no writing.
 */
function writtenBy(transaction: Transaction, grown: number): number {
  const change = findTextChange(transaction);
  if (change === undefined) return 0;
  const writerId = transaction.startState.facet(writer);
  let written = grown;
  for (const { removed, splice } of change.splices) {
    const inserted = { text: splice.insert, spans: splice.spans };
    written += countForeign(removed, writerId) - countForeign(inserted, writerId);
  }
  return written;
}

export interface WordCount {
  /** Words of the text; while it is being counted anew, of the text before. */
  readonly text: number;
  /** Words that the writer added, less those of their own that they took away; negative when they cut. */
  readonly written: number;
  /** Words written in other texts of this window: history does not take them back here. */
  readonly elsewhere: number;
  /** How far counting anew has come: `words` in `[0, upTo)`. Null when there is nothing left to count. */
  readonly left: { readonly upTo: number; readonly words: number } | null;
}

/** A text or a branch longer than this, in UTF-16 code units, is counted after it is on the screen. */
const AT_ONCE = 200_000;
/** Code units that are counted at a stretch: half a millisecond. */
const PIECE = 100_000;

const FROM_THE_START = { upTo: 0, words: 0 } as const;

function countOf(doc: Text, written: number, elsewhere: number): WordCount {
  if (doc.length > AT_ONCE) return { text: 0, written, elsewhere, left: FROM_THE_START };
  return { text: countWords(doc.sliceString(0)), written, elsewhere, left: null };
}

function countAfter(count: WordCount, transaction: Transaction): WordCount {
  // What a step of history takes back was counted then.
  const restored = findRestored(transaction);
  const isMove = restored !== undefined || transaction.effects.some((effect) => effect.is(pathReplaced));
  if (isMove && extentOf(transaction.changes).length > AT_ONCE) {
    return { ...count, written: restored?.written ?? count.written, left: FROM_THE_START };
  }
  const grown = grownBy(transaction);
  const isBehind = count.left !== null && extentOf(transaction.changes).from < count.left.upTo;
  return {
    ...count,
    text: count.text + grown,
    written: restored?.written ?? count.written + writtenBy(transaction, grown),
    left: isBehind ? FROM_THE_START : count.left,
  };
}

/** Counting has come this far; the text is the one it was counted in. */
const counted = StateEffect.define<{ readonly upTo: number; readonly words: number }>();

/** Counts what is left while the page has nothing else to do. */
class CountBetweenFrames {
  readonly #view: EditorView;
  #handle: number | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    this.update();
  }

  update(): void {
    if (this.#view.state.field(wordCount).left === null) return;
    this.#handle ??= window.requestIdleCallback((idle) => {
      this.#handle = null;
      this.#count(idle);
    });
  }

  destroy(): void {
    if (this.#handle !== null) window.cancelIdleCallback(this.#handle);
  }

  #count(idle: IdleDeadline): void {
    const { doc } = this.#view.state;
    const { left } = this.#view.state.field(wordCount);
    if (left === null) return;
    let { upTo, words } = left;
    do {
      const to = Math.min(doc.length, upTo + PIECE);
      // Whether a word begins after `upTo` depends on what is before it.
      const before = doc.sliceString(Math.max(0, upTo - AROUND), upTo);
      words += countWords(before + doc.sliceString(upTo, to)) - countWords(before);
      upTo = to;
    } while (upTo < doc.length && idle.timeRemaining() > 1);
    this.#view.dispatch({ effects: counted.of({ upTo, words }) });
  }
}

export const wordCount = StateField.define<WordCount>({
  create: ({ doc }) => countOf(doc, 0, 0),
  update: (count, transaction) => {
    let now = transaction.docChanged ? countAfter(count, transaction) : count;
    for (const effect of transaction.effects) {
      if (!effect.is(counted)) continue;
      const isAll = effect.value.upTo === transaction.newDoc.length;
      now = isAll ? { ...now, text: effect.value.words, left: null } : { ...now, left: effect.value };
    }
    return now;
  },
  provide: () => ViewPlugin.fromClass(CountBetweenFrames),
});

/**
 * Goes on counting what is written where another text of this window left off.
 * @param sessionWords over all texts of the window
 * @param written as this text has it in its history
 */
export function countingFrom(sessionWords: number, written: number): Extension {
  return wordCount.init(({ doc }) => countOf(doc, written, sessionWords - written));
}

/** Words that the writer wrote in this window, over all texts it showed. */
export function sessionWordsOf(state: EditorState): number {
  const { written, elsewhere } = state.field(wordCount);
  return written + elsewhere;
}

/**
 * Words of a selection. Holding Shift with an arrow makes it grow or shrink by a little: only that is counted, so that
 * selecting a whole book line by line costs no more than one line at a time.
 */
export class SelectionWords {
  #doc: Text | null = null;
  #from = 0;
  #to = 0;
  #words = 0;

  /** Words in `[from, to)`; a part of a word is one. */
  count(doc: Text, from: number, to: number): number {
    const moved = Math.abs(from - this.#from) + Math.abs(to - this.#to);
    if (doc !== this.#doc || moved > to - from) this.#words = countWords(doc.sliceString(from, to));
    else {
      // The end first, then the start: each by itself is a piece put to the text or taken from it.
      this.#words += grownAtEnd(doc, this.#from, this.#to, to);
      this.#words += grownAtStart(doc, this.#from, from, to);
    }
    this.#doc = doc;
    this.#from = from;
    this.#to = to;
    return this.#words;
  }
}

/** Words that stand across `at` and are two where the text is cut there. */
function cutAt(doc: Text, from: number, at: number, to: number): number {
  const start = Math.max(from, at - AROUND);
  const end = Math.min(to, at + AROUND);
  const parts = countWords(doc.sliceString(start, at)) + countWords(doc.sliceString(at, end));
  return parts - countWords(doc.sliceString(start, end));
}

function grownAtEnd(doc: Text, from: number, to: number, newTo: number): number {
  if (newTo < to) return -grownAtEnd(doc, from, newTo, to);
  return countWords(doc.sliceString(to, newTo)) - cutAt(doc, from, to, newTo);
}

function grownAtStart(doc: Text, from: number, newFrom: number, to: number): number {
  if (newFrom > from) return -grownAtStart(doc, newFrom, from, to);
  return countWords(doc.sliceString(newFrom, from)) - cutAt(doc, newFrom, from, to);
}
