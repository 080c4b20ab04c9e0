import type { TextRange } from '../../../core/text/span.ts';
import type { Splice } from '../../../core/text/splice.ts';
import { snapToPairEnd } from '../../../core/text/surrogate-pair.ts';

/**
 * The range of `after` that differs from `before`: without their common prefix and suffix. UTF-16 offsets in
 * `after`; `to` never splits a surrogate pair.
 */
export function changedPart(before: string, after: string): TextRange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: snapToPairEnd(after, after.length - end) };
}

/**
 * The one splice that makes `after` of `before`, outside of what both begin and end with. Where that leaves a choice, as when
 * one of two words that begin alike is deleted, it is taken to begin with a word.
 */
export function changedSplice(before: string, after: string): Splice {
  const { from, to: end } = changedPart(before, after);
  const to = before.length - (after.length - end);
  const back = from === to ? backToWord(after, from, end) : from === end ? backToWord(before, from, to) : 0;
  return { from: from - back, to: to - back, insert: after.slice(from - back, end - back) };
}

/** The distance by which `[from, to)` can move back to begin with a word, with the same text left without it; 0 if it cannot. */
function backToWord(text: string, from: number, to: number): number {
  let back = 0;
  while (!isWordStart(text, from - back)) {
    if (text[from - back - 1] !== text[to - back - 1]) return 0;
    back += 1;
  }
  return back;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || (/\s/.test(text[at - 1] ?? '') && !/\s/.test(text[at] ?? ''));
}

/**
 * The caret after a text turned out to be newer than it: after what was added there, or else after the changed part.
 * @param caret in the earlier text
 */
export function caretAfterChange(before: string, after: string, caret: number): number {
  // Text typed at the caret may begin or end like its surroundings, so a diff alone could misplace it.
  const [above, below] = [before.slice(0, caret), before.slice(caret)];
  const isAtCaret = after.startsWith(above) && after.endsWith(below) && after.length >= before.length;
  return isAtCaret ? after.length - below.length : changedPart(before, after).to;
}
