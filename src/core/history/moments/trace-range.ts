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
interface TracedRange {
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

/** The text before the layer, as a step needs it. */
export interface EarlierText {
  /** The part shown at a position; undefined if it is not on the path. */
  at(positionId: PositionId): MomentPart | undefined;
  /**
   * The parts that only one path has, at their ends, working buffers last. Null if a move led from one path to the
   * other, which makes them unrelated, or if they are too long.
   */
  readonly ends: { readonly old: readonly MomentPart[]; readonly now: readonly MomentPart[] } | null;
}

export interface TraceStep {
  /** The passage before the layer; empty once all of it was added. Of a part that was not shown, what it was later. */
  readonly parts: readonly TracedPart[];
  readonly before: string;
  readonly after: string;
  /** Spans of the text that the layer added. */
  readonly added: Spans;
}

/** Traces a passage from after a layer to before it. */
export function traceStep(parts: readonly TracedPart[], earlier: EarlierText): TraceStep {
  const steps = parts.map((part) => stepPart(part, earlier));
  return {
    parts: steps.flatMap((step) => step.parts),
    before: steps.map(({ before }) => before).join(''),
    after: steps.map(({ after }) => after).join(''),
    added: concatSpans(...steps.map(({ added }) => added)),
  };
}

function stepPart(part: TracedPart, earlier: EarlierText): TraceStep {
  const own = part.positionId === null ? undefined : earlier.at(part.positionId);
  if (own !== undefined) return stepTo(part, own);
  const moved = part.isShown ? findInEnds(part, earlier) : null;
  if (moved !== null) return moved;
  const after = part.isShown ? textIn(part) : '';
  const added = part.isShown ? sliceSpans(part.whole.spans, part.from, part.to) : [];
  // Text that was typed there exists nowhere else; a position may have been on the path before.
  const kept = part.positionId === null ? [] : [{ ...part, isShown: false }];
  return { parts: kept, before: '', after, added };
}

/** The step of a part whose position the earlier path has, too. */
function stepTo(part: TracedPart, own: MomentPart): TraceStep {
  const { range, added } = traceRange(part, part.whole, own.whole.text);
  const old = { ...own, ...range, isShown: true };
  return {
    parts: range.from < range.to ? [old] : [],
    before: textIn(old),
    after: part.isShown ? textIn(part) : '',
    added: part.isShown ? added : [],
  };
}

/** The same for text that was somewhere else at the end of the path: in the working buffer, before it was committed. */
function findInEnds(part: TracedPart, { ends }: EarlierText): TraceStep | null {
  if (ends === null) return null;
  const index = ends.now.findIndex(({ positionId }) => positionId === part.positionId);
  if (index < 0) return null;
  const start = joined(ends.now.slice(0, index)).text.length;
  const range = { from: part.from + start, to: part.to + start };
  const old = joined(ends.old);
  const traced = traceRange(range, joined(ends.now), old.text);
  if (traced.range.from === traced.range.to) return null;
  return {
    parts: cutRange(ends.old, traced.range).map(({ of, from, to }) => ({ ...of, from, to, isShown: true })),
    before: old.text.slice(traced.range.from, traced.range.to),
    after: textIn(part),
    added: traced.added,
  };
}

function joined(parts: readonly MomentPart[]): SpannedText {
  return {
    text: parts.map(({ whole }) => whole.text).join(''),
    spans: concatSpans(...parts.map(({ whole }) => whole.spans)),
  };
}

function textIn({ whole, from, to }: { readonly whole: SpannedText } & TextRange): string {
  return whole.text.slice(from, to);
}
