/** One step back in the trace of a passage (`layers.md`, *The time line*): from the text after a layer to that before it. */
import type { PositionId } from '../../ids.ts';
import { concatSpans, type SpannedText, type Spans, sliceSpans, type TextRange } from '../../text/span.ts';
import { cutRange, type MomentPart, type TracedPart, traceRange } from './trace-range.ts';

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
