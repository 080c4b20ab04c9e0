/** Converts between the author ranges of the editor and the spans of the domain (`domain.md`, *Authorship*). */
import { assert } from '../assert.ts';
import type { AgentId } from '../ids.ts';
import { makeSpan, normaliseSpans, type Span, type Spans, spansLength, wholeSpans } from '../text/span.ts';
import type { SpannedText } from '../text/spanned-text.ts';

/**
 * Characters not written by the writer, or whose author a diff inferred; offsets in the whole text. All
 * characters outside these ranges are by the writer.
 */
export interface AuthorRange {
  readonly from: number;
  readonly to: number;
  readonly agent: AgentId;
  readonly inferred?: true;
}

/**
 * The spans of `[from, to)`, in normal form.
 * @param ranges sorted, not overlapping; those outside `[from, to)` are ignored
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

/** The author ranges of a text with these spans that begins at `start`, in order; the inverse of `spansFromRanges`. */
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
 * The spans of inserted text: a passage cut or copied inside the program keeps its agents; any other text
 * belongs to the agent who inserts it.
 * @param copied what was cut or copied last; used only if the inserted text equals it
 */
export function spansOfInsertion(insert: string, inserter: AgentId, copied: SpannedText | null): Spans {
  if (copied !== null && copied.text === insert && spansLength(copied.spans) === insert.length) {
    return normaliseSpans(copied.spans);
  }
  return wholeSpans(inserter, insert.length);
}
