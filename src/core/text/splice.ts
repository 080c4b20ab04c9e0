import { AspenError } from '../errors.ts';
import { type SpannedText, type Spans, spansLength, spliceSpans } from './span.ts';
import { applySplices, composeSplices, normaliseSplices, type SequenceSplice } from './splice-algebra.ts';

/** Replaces `[from, to)` of a text by `insert`; offsets in UTF-16 code units. */
export interface Splice extends SequenceSplice<string> {}

/**
 * Splices of one text, sorted and not overlapping; all offsets refer to the text before any of them. In
 * normal form, which all functions here return, no two splices touch and none is a no-op.
 */
export type Change = readonly Splice[];

/** A splice that carries the authors of its inserted text; `spans` add up to the length of `insert`. */
export interface DraftSplice extends Splice {
  readonly spans: Spans;
}

/** The same change in normal form: touching splices are joined and no-ops removed. */
export function normaliseChange(change: Change): Change {
  return normaliseSplices(change);
}

/** Applies a change to a text. @throws {BugError} when the change does not fit the text */
export function applyChange(text: string, change: Change): string {
  return applySplices(text, change, (pieces) => pieces.join(''));
}

/**
 * Composes two changes into one; `second` refers to the text after `first`.
 * @throws {BugError} when either is not in order
 */
export function composeChanges(first: Change, second: Change): Change {
  return composeSplices(first, second);
}

/**
 * Applies a splice to a text with spans.
 * @throws {AspenError} INVALID_ARGUMENT when the range is not in the text, or the spans do not fit the
 *   inserted text
 */
export function applySplice(text: SpannedText, splice: DraftSplice): SpannedText {
  const { from, to, insert, spans } = splice;
  requireSpliceFits(splice, text.text.length);
  return {
    text: text.text.slice(0, from) + insert + text.text.slice(to),
    spans: spliceSpans(text.spans, from, to, spans),
  };
}

/**
 * Rejects a splice that does not fit a text of `length` code units.
 * @throws {AspenError} INVALID_ARGUMENT as `applySplice`
 */
export function requireSpliceFits({ from, to, insert, spans }: DraftSplice, length: number): void {
  const inRange = Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to;
  if (!inRange || to > length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `Cannot replace ${from} to ${to} in a text of ${length} code units.`,
    );
  }
  requireSpansFit(spans, insert);
}

/** Rejects spans that do not add up to the length of the text. @throws {AspenError} INVALID_ARGUMENT */
export function requireSpansFit(spans: Spans, text: string): void {
  const wellFormed = spans.every(({ length }) => Number.isInteger(length) && length > 0);
  if (!wellFormed || spansLength(spans) !== text.length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `The spans do not add up to a text of ${text.length} code units.`,
    );
  }
}
