import { assert } from '../assert.ts';
import type { AgentId } from '../ids.ts';

/** A run of characters that one agent wrote (`domain.md`, *Authorship*). */
export interface Span {
  readonly agent: AgentId;
  /** UTF-16 code units; more than 0 in normal form. */
  readonly length: number;
  /** True if a diff decided, because tracking was not possible. */
  readonly inferred?: true;
}

/** Spans in text order. In normal form no span is empty and neighbours differ. */
export type Spans = readonly Span[];

/** A span of `length` code units. The mark is set only when inferred, so that equal spans are equal as data. */
export function makeSpan(agent: AgentId, length: number, inferred = false): Span {
  return inferred ? { agent, length, inferred: true } : { agent, length };
}

/** The spans of a text written in one piece: one span, or none for the empty text. */
export function wholeSpans(agent: AgentId, length: number): Spans {
  return length === 0 ? [] : [makeSpan(agent, length)];
}

/** Length of the text that the spans cover, in UTF-16 code units. */
export function spansLength(spans: Spans): number {
  let length = 0;
  for (const span of spans) length += span.length;
  return length;
}

/** Returns true if two spans differ in nothing but their length. */
function sameAuthor(a: Span, b: Span): boolean {
  return a.agent === b.agent && a.inferred === b.inferred;
}

/** Appends a span, keeping `spans` in normal form. */
function append(spans: Span[], span: Span): void {
  if (span.length === 0) return;
  const last = spans.at(-1);
  if (last !== undefined && sameAuthor(last, span)) {
    spans[spans.length - 1] = { ...last, length: last.length + span.length };
  } else spans.push(span);
}

/** The spans in normal form: empty spans removed, equal neighbours merged. */
export function normaliseSpans(spans: Spans): Spans {
  const normal: Span[] = [];
  for (const span of spans) append(normal, span);
  return normal;
}

/** The spans of several texts joined together, in normal form. */
export function concatSpans(...parts: readonly Spans[]): Spans {
  return normaliseSpans(parts.flat());
}

/**
 * The spans of the characters in `[from, to)`, in normal form.
 * @throws {BugError} when the range does not lie inside the spans
 */
export function sliceSpans(spans: Spans, from: number, to: number): Spans {
  assert(from >= 0 && from <= to, `invalid range: ${from} to ${to}`);
  const slice: Span[] = [];
  let start = 0;
  for (const span of spans) {
    if (start >= to) break;
    const end = start + span.length;
    const length = Math.min(end, to) - Math.max(start, from);
    if (length > 0) append(slice, length === span.length ? span : { ...span, length });
    start = end;
  }
  assert(start >= to, `range ${from} to ${to} ends after the spans, at ${start}`);
  return slice;
}

/**
 * The spans of a text in which `[from, to)` was replaced by text with the spans `insert`; in normal form.
 * @throws {BugError} when the range does not lie inside the spans
 */
export function spliceSpans(spans: Spans, from: number, to: number, insert: Spans): Spans {
  return concatSpans(
    sliceSpans(spans, 0, from),
    insert,
    sliceSpans(spans, to, Math.max(to, spansLength(spans))),
  );
}

/**
 * Returns true if every character has the same agent in both, and is inferred in both or neither. Neither argument need
 * be in normal form.
 */
export function equalSpans(a: Spans, b: Spans): boolean {
  const left = normaliseSpans(a);
  const right = normaliseSpans(b);
  return (
    left.length === right.length &&
    left.every((span, i) => {
      const other = right[i];
      return other !== undefined && sameAuthor(span, other) && span.length === other.length;
    })
  );
}

/** Text and its authors; `spans` add up to its length. */
export interface SpannedText {
  readonly text: string;
  readonly spans: Spans;
}

export const NO_TEXT: SpannedText = { text: '', spans: [] };

/** `[from, to)` of a text, in UTF-16 code units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Takes spans apart from the beginning, at a cost proportional to the part taken. */
export class SpanReader {
  readonly #spans: Spans;
  #index = 0;
  /** Length taken of the next span. */
  #taken = 0;

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  /** The length of the next `count` spans, or of all that are left. UTF-16 code units. */
  lengthOf(count: number): number {
    let length = -this.#taken;
    for (const span of this.#spans.slice(this.#index, this.#index + count)) length += span.length;
    return length;
  }

  /** The spans of the next `length` code units. @throws {BugError} when there are fewer */
  take(length: number): Spans {
    const taken: Span[] = [];
    for (let left = length; left > 0; ) {
      const span = this.#spans[this.#index];
      assert(span !== undefined, () => `the spans end ${left} code units too early`);
      const own = Math.min(left, span.length - this.#taken);
      taken.push(own === span.length ? span : { ...span, length: own });
      left -= own;
      this.#taken += own;
      if (this.#taken < span.length) break;
      this.#index += 1;
      this.#taken = 0;
    }
    return taken;
  }
}
