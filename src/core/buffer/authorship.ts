/** Who wrote which characters, as the editor keeps it and as the domain does (`domain.md`, *Authorship*). */
import { assert } from '../assert.ts';
import type { AgentId } from '../ids.ts';
import { makeSpan, normaliseSpans, type Span, type Spans, spansLength, wholeSpans } from '../text/span.ts';
import type { SpannedText } from './draft.ts';

/**
 * Characters that someone other than the writer wrote, or of which a diff says who did; offsets in the whole text.
 * Everything without a range is the writer's.
 */
export interface AuthorRange {
  readonly from: number;
  readonly to: number;
  readonly agent: AgentId;
  readonly inferred?: true;
}

/**
 * The spans of `[from, to)`, in normal form.
 * @param ranges sorted, not overlapping; those outside `[from, to)` are passed over
 * @throws {BugError} when the ranges overlap or are not in order
 */
export function spansFromRanges(
  ranges: Iterable<AuthorRange>,
  writer: AgentId,
  from: number,
  to: number,
): Spans {
  const spans: Span[] = [];
  let reached = from;
  if (from === to) return spans;
  for (const range of ranges) {
    if (range.to <= from) continue;
    if (range.from >= to) break;
    const start = Math.max(range.from, from);
    const end = Math.min(range.to, to);
    assert(start >= reached && end > start, `author range ${range.from} to ${range.to} after ${reached}`);
    if (start > reached) spans.push(makeSpan(writer, start - reached));
    spans.push(makeSpan(range.agent, end - start, range.inferred));
    reached = end;
  }
  if (to > reached) spans.push(makeSpan(writer, to - reached));
  return normaliseSpans(spans);
}

/** The ranges of a text with these spans that begins at `start`, in order; the inverse of `spansFromRanges`. */
export function rangesFromSpans(spans: Spans, writer: AgentId, start: number): readonly AuthorRange[] {
  const ranges: AuthorRange[] = [];
  let from = start;
  for (const { agent, length, inferred } of normaliseSpans(spans)) {
    const to = from + length;
    if (inferred) ranges.push({ from, to, agent, inferred });
    else if (agent !== writer) ranges.push({ from, to, agent });
    from = to;
  }
  return ranges;
}

/**
 * The spans of text that is inserted: a passage that was cut or copied inside the program (`carried`) keeps its
 * agents, text from anywhere else is its inserter's.
 * @param carried what was cut or copied last; used only where the inserted text is exactly that
 */
export function spansOfInsertion(insert: string, inserter: AgentId, carried: SpannedText | null): Spans {
  if (carried !== null && carried.text === insert && spansLength(carried.spans) === insert.length) {
    return normaliseSpans(carried.spans);
  }
  return wholeSpans(inserter, insert.length);
}
