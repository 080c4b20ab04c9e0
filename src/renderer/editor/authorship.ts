/**
 * Who wrote which characters (`domain.md`, *Authorship*; `manuscript.md`, *State*): one range a run of anyone but the
 * writer, and none for the writer's own, so that most keystrokes change nothing here but offsets.
 */
import { type ChangeDesc, Facet, type Range, RangeSet, RangeValue, StateField } from '@codemirror/state';
import type { AgentId } from '../../core/ids.ts';
import { makeSpan, normaliseSpans, type Span, type Spans } from '../../core/text/span.ts';
import { findTextChange, pathReplaced, textCorrected } from './effects.ts';

/** The agent whose text carries no mark. */
export const writer = Facet.define<AgentId, AgentId>({
  combine: (ids) => ids[0] ?? ('' as AgentId),
});

export class AuthorMark extends RangeValue {
  readonly agent: AgentId;
  readonly inferred: boolean;

  constructor(agent: AgentId, inferred: boolean) {
    super();
    this.agent = agent;
    this.inferred = inferred;
    // What is typed at either end does not belong to the run.
    this.startSide = 1;
    this.endSide = -1;
  }

  override eq(other: RangeValue): boolean {
    return other instanceof AuthorMark && this.agent === other.agent && this.inferred === other.inferred;
  }
}

export type Authors = RangeSet<AuthorMark>;

/** Text that stands at `at` in the new document, whoever wrote it. */
export interface Painted {
  readonly at: number;
  readonly spans: Spans;
}

const marks = new Map<string, AuthorMark>();

function markOf(span: Span): AuthorMark {
  const key = `${span.inferred === true ? '?' : '='}${span.agent}`;
  let mark = marks.get(key);
  if (mark === undefined) {
    mark = new AuthorMark(span.agent, span.inferred === true);
    marks.set(key, mark);
  }
  return mark;
}

function rangesOf({ at, spans }: Painted, writerId: AgentId): Range<AuthorMark>[] {
  const ranges: Range<AuthorMark>[] = [];
  let from = at;
  for (const span of spans) {
    const isPlain = span.agent === writerId && span.inferred !== true;
    if (span.length > 0 && !isPlain) ranges.push(markOf(span).range(from, from + span.length));
    from += span.length;
  }
  return ranges;
}

/** Sorted ranges with equal neighbours merged. */
function merged(ranges: readonly Range<AuthorMark>[]): readonly Range<AuthorMark>[] {
  const result: Range<AuthorMark>[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last !== undefined && last.to === range.from && last.value.eq(range.value)) {
      result[result.length - 1] = last.value.range(last.from, range.to);
    } else result.push(range);
  }
  return result;
}

/** The authors of a text, from its spans. */
export function authorsOf(spans: Spans, writerId: AgentId): Authors {
  return RangeSet.of([...merged(rangesOf({ at: 0, spans }, writerId))]);
}

function paintedEnd({ at, spans }: Painted): number {
  let end = at;
  for (const span of spans) end += span.length;
  return end;
}

/**
 * The authors after a change. Mapping alone would give a run what is typed inside it, so everything in `painted` (in
 * text order, not overlapping) is cut out of the runs that grew over it and belongs to whom its spans say.
 */
export function advanceAuthors(
  authors: Authors,
  changes: ChangeDesc,
  painted: readonly Painted[],
  writerId: AgentId,
): Authors {
  const mapped = authors.map(changes);
  let from = Number.POSITIVE_INFINITY;
  let to = -1;
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    from = Math.min(from, fromB);
    to = Math.max(to, toB);
  });
  for (const paint of painted) {
    from = Math.min(from, paint.at);
    to = Math.max(to, paintedEnd(paint));
  }
  if (to < 0) return mapped;
  const touched: Range<AuthorMark>[] = [];
  mapped.between(from, to, (start, end, value) => {
    touched.push(value.range(start, end));
  });
  touched.sort((a, b) => a.from - b.from);
  const add = painted.flatMap((paint) => rangesOf(paint, writerId));
  let next = 0;
  for (const range of touched) {
    let start = range.from;
    // Runs come in order: paint that ends before this one touches no later one either.
    for (let paint = painted[next]; paint !== undefined; paint = painted[next]) {
      if (paintedEnd(paint) > start) break;
      next += 1;
    }
    for (let i = next; start < range.to; i++) {
      const paint = painted[i];
      if (paint === undefined || paint.at >= range.to) {
        add.push(range.value.range(start, range.to));
        break;
      }
      if (paint.at > start) add.push(range.value.range(start, paint.at));
      start = Math.max(start, paintedEnd(paint));
    }
  }
  if (touched.length === 0 && add.length === 0) return mapped;
  add.sort((a, b) => a.from - b.from);
  return mapped.update({ filterFrom: from, filterTo: to, filter: () => false, add: merged(add) });
}

/** The spans of `[from, to)`, in normal form. */
export function spansBetween(authors: Authors, from: number, to: number, writerId: AgentId): Spans {
  const spans: Span[] = [];
  let reached = from;
  for (const cursor = authors.iter(from); cursor.value !== null && cursor.from < to; cursor.next()) {
    const start = Math.max(cursor.from, from);
    const end = Math.min(cursor.to, to);
    if (end <= start) continue;
    if (start > reached) spans.push(makeSpan(writerId, start - reached));
    spans.push(makeSpan(cursor.value.agent, end - start, cursor.value.inferred));
    reached = end;
  }
  if (to > reached) spans.push(makeSpan(writerId, to - reached));
  return normaliseSpans(spans);
}

export const authorship = StateField.define<Authors>({
  create: () => RangeSet.empty,
  update: (authors, transaction) => {
    const change = findTextChange(transaction);
    if (change !== undefined) return change.authors;
    if (transaction.effects.some((effect) => effect.is(textCorrected))) return authors;
    let now = authors;
    for (const effect of transaction.effects) {
      if (!effect.is(pathReplaced)) continue;
      const writerId = transaction.startState.facet(writer);
      now = advanceAuthors(now, transaction.changes.desc, [effect.value], writerId);
    }
    return now;
  },
});
