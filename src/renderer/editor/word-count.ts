/**
 * How many words the text has, kept as a sum: a change counts what it removed and what it inserted, with a few
 * characters around, and never the document (`manuscript.md`, *Speed*).
 */
import { type ChangeDesc, type Extension, StateField, type Text, type Transaction } from '@codemirror/state';
import type { SpannedText } from '../../core/buffer/draft.ts';
import type { AgentId } from '../../core/ids.ts';
import { writer } from './authorship.ts';
import { findRestored, findTextChange } from './effects.ts';

const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;
/** Joins two letters into one word: the apostrophe of “don’t”, the hyphen of “well-known”. */
const JOINER = 3;
/** A word by itself: Chinese and Japanese put no spaces between words. */
const SYMBOL = 4;

/** The class of each UTF-16 code unit, found when it is first met. */
const classes = new Uint8Array(0x10000);

function classify(code: number): number {
  // The first halves of pairs that are Han; other pairs are emoji and the like.
  if (code >= 0xd840 && code <= 0xd888) return SYMBOL;
  const character = String.fromCharCode(code);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return SYMBOL;
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return LETTER;
  return /['’-]/.test(character) ? JOINER : OTHER;
}

/** Words in a text: runs of letters, digits and marks; each character of a script without spaces is one. */
export function countWords(text: string): number {
  let words = 0;
  let before = OTHER;
  let beforeThat = OTHER;
  // Runs over a whole tail when a sibling is switched: no call for each character.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let here = classes[code] as number;
    if (here === UNKNOWN) {
      here = classify(code);
      classes[code] = here;
    }
    if (here === LETTER) {
      if (before !== LETTER && (before !== JOINER || beforeThat !== LETTER)) words += 1;
    } else if (here === SYMBOL) words += 1;
    beforeThat = before;
    before = here;
  }
  return words;
}

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

/** Words after a change to the text. */
function countAgain(words: number, { changes, startState, newDoc }: Transaction): number {
  const stretches = stretchesOf(changes);
  let length = 0;
  for (const { fromA, toA, fromB, toB } of stretches) length += toA - fromA + (toB - fromB);
  // Another branch of a long text: counting what is there now is less than what went and what came.
  if (length > newDoc.length) return countWords(newDoc.sliceString(0));
  let now = words;
  for (const { fromA, toA, fromB, toB } of stretches) {
    now += countAround(newDoc, fromB, toB) - countAround(startState.doc, fromA, toA);
  }
  return now;
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
  /** Words of the text. */
  readonly text: number;
  /** Words that the writer added, less those of their own that they took away; negative when they cut. */
  readonly written: number;
}

export const wordCount = StateField.define<WordCount>({
  create: ({ doc }) => ({ text: countWords(doc.sliceString(0)), written: 0 }),
  update: (count, transaction) => {
    if (!transaction.docChanged) return count;
    const text = countAgain(count.text, transaction);
    // What a step of history takes back was counted then.
    const restored = findRestored(transaction);
    if (restored !== undefined) return { text, written: restored.written };
    return { text, written: count.written + writtenBy(transaction, text - count.text) };
  },
});

/** Goes on counting what is written where another text of this window left off. */
export function countingFrom(written: number): Extension {
  return wordCount.init(({ doc }) => ({ text: countWords(doc.sliceString(0)), written }));
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
