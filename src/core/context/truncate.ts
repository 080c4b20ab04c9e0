/** Truncates a story to fit a request (`generation.md`, *Context*). */

import type { TextRange } from '../text/span.ts';
import { snapToPairEnd, snapToPairStart } from '../text/surrogate-pair.ts';

/** Inserted where text was omitted. */
export const GAP_MARK = '\n[…]\n';

/** Share of the room for the beginning; the end matters more for what comes next. */
const SHARE_OF_BEGINNING = 1 / 4;
/** Cut at a paragraph boundary if that costs at most this share of the part it shortens. */
const SHARE_FOR_PARAGRAPH = 1 / 4;
/** Distance within which a word boundary is sought, in UTF-16 code units. */
const WORD_SEARCH = 100;

/** The kept parts of a text: its beginning and its end, either of which may be empty. */
export interface KeptEnds {
  readonly beginning: TextRange;
  readonly end: TextRange;
}

/**
 * The best end of a cut text at or before `limit` and not before `earliest`: after a paragraph, or else after a word.
 */
function cutBefore(text: string, limit: number, earliest: number): number {
  const paragraph = text.lastIndexOf('\n', limit - 1) + 1;
  if (paragraph > 0 && paragraph >= earliest) return paragraph;
  const firstWord = Math.max(1, earliest, limit - WORD_SEARCH);
  for (let at = limit; at >= firstWord; at--) {
    if (/\s/.test(text.charAt(at - 1))) return at;
  }
  return snapToPairStart(text, limit);
}

/** The best start of a cut text at or after `limit` and not after `latest`: at a paragraph, or else at a word. */
function cutAfter(text: string, limit: number, latest: number): number {
  const paragraph = text.indexOf('\n', Math.max(0, limit - 1)) + 1;
  if (paragraph > 0 && paragraph <= latest) return paragraph;
  const lastWord = Math.min(text.length - 1, latest, limit + WORD_SEARCH);
  for (let at = limit; at <= lastWord; at++) {
    if (/\s/.test(text.charAt(at - 1)) && !/\s/.test(text.charAt(at))) return at;
  }
  return snapToPairEnd(text, limit);
}

/** The end of the text, at most `room` code units. */
export function keepEnd(text: string, room: number): TextRange {
  if (text.length <= room) return { from: 0, to: text.length };
  if (room <= 0) return { from: text.length, to: text.length };
  const limit = text.length - room;
  return { from: cutAfter(text, limit, limit + Math.floor(room * SHARE_FOR_PARAGRAPH)), to: text.length };
}

/** The beginning of the text, at most `room` code units. */
export function keepBeginning(text: string, room: number): TextRange {
  if (text.length <= room) return { from: 0, to: text.length };
  if (room <= 0) return { from: 0, to: 0 };
  return { from: 0, to: cutBefore(text, room, Math.ceil(room * (1 - SHARE_FOR_PARAGRAPH))) };
}

/**
 * The beginning and the end of the text, which together with `GAP_MARK` between them take at most `room` code
 * units; only the end if there is no room for a beginning.
 */
export function keepBothEnds(text: string, room: number): KeptEnds {
  const nothing = { from: 0, to: 0 };
  if (text.length <= room) return { beginning: nothing, end: { from: 0, to: text.length } };
  const limit = Math.floor((room - GAP_MARK.length) * SHARE_OF_BEGINNING);
  if (limit <= 0) return { beginning: nothing, end: keepEnd(text, room) };
  const cut = cutBefore(text, limit, Math.ceil(limit * (1 - SHARE_FOR_PARAGRAPH)));
  return { beginning: { from: 0, to: cut }, end: keepEnd(text, room - GAP_MARK.length - cut) };
}
