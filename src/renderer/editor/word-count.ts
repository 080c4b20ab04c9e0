/**
 * The word count, maintained as a running sum: a change counts only the text it removed and inserted, with a
 * few characters of context, never the document (`manuscript.md`, *Speed*). A very long text, and a long one
 * after a switch, is counted in idle time.
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
import type { AgentId } from '../../core/ids.ts';
import { countWords, isInRun, MAX_RUN } from '../../core/text/count-words.ts';
import type { SpannedText } from '../../core/text/span.ts';
import { writer } from './marks/authorship.ts';
import {
  findRestored,
  findTextChange,
  isByOthers,
  pathReplaced,
  type SegmentSplice,
} from './path/effects.ts';

/** Characters of context on each side; whether a word begins at a character depends on the two before it. */
const CONTEXT = 4;

/** The start of the context before an offset: all of a run whose words depend on each other, as far as that counts. */
function contextStart(doc: Text, offset: number): number {
  const from = Math.max(0, offset - CONTEXT);
  if (from === 0 || !isInRun(doc.sliceString(from - 1, from).charCodeAt(0))) return from;
  const before = doc.sliceString(Math.max(0, from - MAX_RUN - 1), from);
  let at = before.length;
  while (at > 0 && isInRun(before.charCodeAt(at - 1))) at -= 1;
  return from - (before.length - at);
}

/** The end of the context after an offset. */
function contextEnd(doc: Text, offset: number): number {
  const to = Math.min(doc.length, offset + CONTEXT);
  if (!isInRun(doc.sliceString(to, to + 1).charCodeAt(0))) return to;
  const after = doc.sliceString(to, Math.min(doc.length, to + MAX_RUN + 1));
  let at = 0;
  while (isInRun(after.charCodeAt(at))) at += 1;
  return to + at;
}

function countAround(doc: Text, from: number, to: number): number {
  return countWords(doc.sliceString(contextStart(doc, from), contextEnd(doc, to)));
}

/** A range of both texts that contains changes. */
interface ChangedRange {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** The changed ranges, with those merged whose context would overlap. */
function changedRanges(changes: ChangeDesc, newDoc: Text): readonly ChangedRange[] {
  const ranges: ChangedRange[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const last = ranges.at(-1);
    if (last !== undefined && contextEnd(newDoc, last.toB) >= contextStart(newDoc, fromB)) {
      last.toA = toA;
      last.toB = toB;
    } else ranges.push({ fromA, toA, fromB, toB });
  });
  return ranges;
}

/** By how much a change alters the word count. */
function wordsAdded(transaction: Transaction): number {
  const { changes, startState, newDoc } = transaction;
  const splices = findTextChange(transaction)?.splices;
  const [typed] = splices ?? [];
  if (splices?.length === 1 && typed !== undefined) return wordsAddedByTyping(transaction, typed);
  let added = 0;
  for (const { fromA, toA, fromB, toB } of changedRanges(changes, newDoc)) {
    added += countAround(newDoc, fromB, toB) - countAround(startState.doc, fromA, toA);
  }
  return added;
}

/** The same for a single change. Its context is equal before and after, so only the new text is read. */
function wordsAddedByTyping({ changes, newDoc }: Transaction, { removed, splice }: SegmentSplice): number {
  let at = 0;
  changes.iterChangedRanges((_fromA, _toA, fromB) => {
    at = fromB;
  });
  const from = contextStart(newDoc, at);
  const end = at + splice.insert.length;
  const now = newDoc.sliceString(from, contextEnd(newDoc, end));
  const before = now.slice(0, at - from) + removed.text + now.slice(end - from);
  return countWords(now) - countWords(before);
}

/** The start of the first change, and the length of text removed and inserted altogether. */
function extentOf(changes: ChangeDesc): { readonly from: number; readonly length: number } {
  let from = changes.length;
  let length = 0;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    from = Math.min(from, fromA);
    length += toA - fromA + (toB - fromB);
  });
  return { from, length };
}

/** Words by anyone but the writer. */
function countByOthers({ text, spans }: SpannedText, writerId: AgentId): number {
  let words = 0;
  let from = 0;
  for (const { agent, length } of spans) {
    if (agent !== writerId) words += countWords(text.slice(from, from + length));
    from += length;
  }
  return words;
}

/**
 * The writer's part of a change in the word count: all but the words by others. A switch, and text by a
 * model, count as 0, as does whatever others change.
 */
function writtenBy(transaction: Transaction, added: number): number {
  const change = findTextChange(transaction);
  if (change === undefined || isByOthers(transaction)) return 0;
  const writerId = transaction.startState.facet(writer);
  let written = added;
  for (const { removed, splice } of change.splices) {
    const inserted = { text: splice.insert, spans: splice.spans };
    written += countByOthers(removed, writerId) - countByOthers(inserted, writerId);
  }
  return written;
}

export interface WordCount {
  /** Words of the text; during a recount, of the text before it. */
  readonly text: number;
  /** Words that the writer added, minus those of their own that they removed; negative if they cut. */
  readonly written: number;
  /** Words written in other texts of this window; undo here does not affect them. */
  readonly elsewhere: number;
  /** Progress of a recount: `words` in `[0, upTo)`. Null if none is running. */
  readonly progress: { readonly upTo: number; readonly words: number } | null;
}

/** A branch longer than this is counted after it is on the screen. UTF-16 code units. */
const MAX_SYNC = 200_000;
/** A text that is opened is counted first unless it is longer: a book takes some ten milliseconds. UTF-16 code units. */
const MAX_OPENED = 2_000_000;
/** Code units counted in one go: half a millisecond. */
const CHUNK = 100_000;

const NOT_STARTED = { upTo: 0, words: 0 } as const;

function countOf(doc: Text, written: number, elsewhere: number): WordCount {
  if (doc.length > MAX_OPENED) return { text: 0, written, elsewhere, progress: NOT_STARTED };
  return { text: countWords(doc.sliceString(0)), written, elsewhere, progress: null };
}

function countAfter(count: WordCount, transaction: Transaction): WordCount {
  // An undo or redo step restores the `written` saved with it.
  const restored = findRestored(transaction);
  const isMove = restored !== undefined || transaction.effects.some((effect) => effect.is(pathReplaced));
  if (isMove && extentOf(transaction.changes).length > MAX_SYNC) {
    return { ...count, written: restored?.written ?? count.written, progress: NOT_STARTED };
  }
  const added = wordsAdded(transaction);
  const isBehind = count.progress !== null && extentOf(transaction.changes).from < count.progress.upTo;
  return {
    ...count,
    text: count.text + added,
    written: restored?.written ?? count.written + writtenBy(transaction, added),
    progress: isBehind ? NOT_STARTED : count.progress,
  };
}

/** A recount has come this far, in the current text. */
const counted = StateEffect.define<{ readonly upTo: number; readonly words: number }>();

/** Continues a recount in idle time. */
class IdleCounter {
  readonly #view: EditorView;
  #handle: number | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    this.update();
  }

  update(): void {
    if (this.#view.state.field(wordCount).progress === null) return;
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
    const { progress } = this.#view.state.field(wordCount);
    if (progress === null) return;
    let { upTo, words } = progress;
    do {
      const to = Math.min(doc.length, upTo + CHUNK);
      // The text before `upTo` decides whether a word begins after it.
      const before = doc.sliceString(contextStart(doc, upTo), upTo);
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
      now = isAll ? { ...now, text: effect.value.words, progress: null } : { ...now, progress: effect.value };
    }
    return now;
  },
  provide: () => ViewPlugin.fromClass(IdleCounter),
});

/**
 * Continues the session's count from other texts of this window.
 * @param sessionWords over all texts of the window
 * @param written `WordCount.written` in this text's history
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
 * Words of a selection. When Shift with an arrow key grows or shrinks it, only the difference is counted, so
 * that selecting a whole book line by line costs one line at a time.
 */
export class SelectionWords {
  #doc: Text | null = null;
  #from = 0;
  #to = 0;
  #words = 0;

  /** Words in `[from, to)`; part of a word counts as one. */
  count(doc: Text, from: number, to: number): number {
    const moved = Math.abs(from - this.#from) + Math.abs(to - this.#to);
    if (doc !== this.#doc || moved > to - from) this.#words = countWords(doc.sliceString(from, to));
    else {
      // The end first, then the start: each adds or removes one piece of text.
      this.#words += addedAtEnd(doc, this.#from, this.#to, to);
      this.#words += addedAtStart(doc, this.#from, from, to);
    }
    this.#doc = doc;
    this.#from = from;
    this.#to = to;
    return this.#words;
  }
}

/** Number of additional words when the text is cut at `at`. */
function wordsSplitAt(doc: Text, from: number, at: number, to: number): number {
  const start = Math.max(from, contextStart(doc, at));
  const end = Math.min(to, contextEnd(doc, at));
  const parts = countWords(doc.sliceString(start, at)) + countWords(doc.sliceString(at, end));
  return parts - countWords(doc.sliceString(start, end));
}

function addedAtEnd(doc: Text, from: number, to: number, newTo: number): number {
  if (newTo < to) return -addedAtEnd(doc, from, newTo, to);
  return countWords(doc.sliceString(to, newTo)) - wordsSplitAt(doc, from, to, newTo);
}

function addedAtStart(doc: Text, from: number, newFrom: number, to: number): number {
  if (newFrom > from) return -addedAtStart(doc, newFrom, from, to);
  return countWords(doc.sliceString(newFrom, from)) - wordsSplitAt(doc, newFrom, from, to);
}
