import type { NodeId, PositionId } from '../../ids.ts';
import { type CommonRun, findCommonWords } from '../../text/diff.ts';
import { concatSpans, type SpannedText, type Spans, sliceSpans, type TextRange } from '../../text/span.ts';

/** A node, or the working buffer, as a moment shows it. */
export interface MomentPart {
  /** Null for the working buffer. */
  readonly positionId: PositionId | null;
  /** The version there; null for the working buffer. */
  readonly nodeId: NodeId | null;
  /** With uncommitted text. */
  readonly whole: SpannedText;
}

/** A part of a passage that is traced back through the layers: a range of `whole`. */
export interface TracedPart extends MomentPart, TextRange {
  /** The path shows it at the moment that the trace has reached. */
  readonly isShown: boolean;
}

/** The earlier form of a range of a text. */
export interface TracedRange {
  readonly range: TextRange;
  /** Spans of text in the range that the earlier text lacks. */
  readonly added: Spans;
}

/**
 * Finds a range of a text in an earlier version of it. What was replaced belongs to it as a whole; what stood beside it does
 * not, and an empty range means that all of it was added.
 */
export function traceRange(range: TextRange, now: SpannedText, old: string): TracedRange {
  const end = { oldFrom: old.length, newFrom: now.text.length, length: 0 };
  const runs = now.text === old ? [whole(old)] : [...findCommonWords(old, now.text), end];
  let [from, to] = [-1, -1];
  let [oldAt, newAt] = [0, 0];
  const added: Spans[] = [];
  const include = (start: number, until: number) => {
    if (from < 0) from = start;
    to = until;
  };
  for (const { oldFrom, newFrom, length } of runs) {
    const changed = { from: Math.max(newAt, range.from), to: Math.min(newFrom, range.to) };
    // Between two runs: something was replaced, or only added, or only removed (inside of the range).
    const isRemoved = newAt === newFrom && range.from < newAt && newAt < range.to;
    if (changed.from < changed.to || isRemoved) include(oldAt, oldFrom);
    if (changed.from < changed.to) added.push(sliceSpans(now.spans, changed.from, changed.to));
    const kept = { from: Math.max(newFrom, range.from), to: Math.min(newFrom + length, range.to) };
    if (kept.from < kept.to) include(kept.from - newFrom + oldFrom, kept.to - newFrom + oldFrom);
    oldAt = oldFrom + length;
    newAt = newFrom + length;
  }
  return { range: from < 0 ? { from: 0, to: 0 } : { from, to }, added: concatSpans(...added) };
}

function whole({ length }: string): CommonRun {
  return { oldFrom: 0, newFrom: 0, length };
}

/** A part of a list of texts one after another, as a range of all of them joined, and back. */
export function cutRange<T extends { readonly whole: SpannedText }>(
  texts: readonly T[],
  { from, to }: TextRange,
): readonly (TextRange & { readonly of: T })[] {
  const cut: (TextRange & { readonly of: T })[] = [];
  let start = 0;
  for (const text of texts) {
    const end = start + text.whole.text.length;
    const own = { from: Math.max(from, start), to: Math.min(to, end) };
    if (own.from < own.to) cut.push({ of: text, from: own.from - start, to: own.to - start });
    start = end;
  }
  return cut;
}
