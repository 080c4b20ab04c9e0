/**
 * The authors of the text's characters (`domain.md`, *Authorship*; `manuscript.md`, *State*): one range per run by
 * anyone but the writer, and none for the writer's own text, so that most keystrokes only shift offsets here.
 */
import {
  Annotation,
  type ChangeDesc,
  Facet,
  type Range,
  type RangeCursor,
  RangeSet,
  RangeSetBuilder,
  StateField,
  type Transaction,
} from '@codemirror/state';
import type { AgentId } from '../../../core/ids.ts';
import {
  concatSpans,
  makeSpan,
  normaliseSpans,
  type Span,
  type Spans,
  sliceSpans,
  spansLength,
  type TextRange,
  wholeSpans,
} from '../../../core/text/span.ts';
import type { PathReplacement } from '../path/buffer-path.ts';
import { findRestored, findTextChange, pathReplaced } from '../path/effects.ts';
import { AuthorMark, type Authors } from './authors.ts';

/** The agent whose text has no marks. */
export const writer = Facet.define<AgentId, AgentId>({
  combine: (ids) => ids[0] ?? ('' as AgentId),
});

/** A cursor at the first range that ends after `from`. Valid up to `to`, where the last range may be cut short. */
export function authorsIn(authors: Authors, from: number, to: number): RangeCursor<AuthorMark> {
  return (authors.near?.(from, to) ?? authors.ranges).iter(from);
}

/**
 * Each update that adds to a full chunk of a RangeSet leaves behind a chunk of one range, which from then on
 * costs as much per keystroke as a full one. After this many updates the set is rebuilt.
 */
const UPDATES_BEFORE_REBUILD = 256;

const NO_AUTHORS: Authors = { ranges: RangeSet.empty, updates: 0 };

/** The spans of text inserted at `at` in the new document. */
export interface InsertedSpans {
  readonly at: number;
  readonly spans: Spans;
}

/** One shared mark per agent and kind, so that most comparisons succeed by identity. */
const marks = { known: new Map<AgentId, AuthorMark>(), inferred: new Map<AgentId, AuthorMark>() };

function markOf(agent: AgentId, inferred: boolean): AuthorMark {
  const byAgent = inferred ? marks.inferred : marks.known;
  let mark = byAgent.get(agent);
  if (mark === undefined) {
    mark = new AuthorMark(agent, inferred);
    byAgent.set(agent, mark);
  }
  return mark;
}

function rangesOf({ at, spans }: InsertedSpans, writerId: AgentId): Range<AuthorMark>[] {
  const ranges: Range<AuthorMark>[] = [];
  let from = at;
  for (const span of spans) {
    const isPlain = span.agent === writerId && span.inferred !== true;
    if (span.length > 0 && !isPlain)
      ranges.push(markOf(span.agent, span.inferred === true).range(from, from + span.length));
    from += span.length;
  }
  return ranges;
}

/** Merges equal neighbours of sorted ranges. */
function mergeNeighbours(ranges: readonly Range<AuthorMark>[]): Range<AuthorMark>[] {
  const result: Range<AuthorMark>[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last !== undefined && last.to === range.from && last.value.eq(range.value)) {
      result[result.length - 1] = last.value.range(last.from, range.to);
    } else result.push(range);
  }
  return result;
}

/** Builds authors from scratch, run by run in text order, merging equal neighbours. Allocates nothing but the set. */
class AuthorsBuilder {
  readonly #builder = new RangeSetBuilder<AuthorMark>();
  readonly #writerId: AgentId;
  #from = 0;
  #to = 0;
  #mark: AuthorMark | null = null;

  constructor(writerId: AgentId) {
    this.#writerId = writerId;
  }

  add(from: number, to: number, mark: AuthorMark): void {
    if (from >= to) return;
    if (this.#mark !== null && this.#to === from && this.#mark.eq(mark)) {
      this.#to = to;
      return;
    }
    this.#flush();
    this.#from = from;
    this.#to = to;
    this.#mark = mark;
  }

  /** Adds consecutive texts from `at` on; returns where they end. */
  addTexts(at: number, texts: readonly Spans[]): number {
    // `add`, inlined: opening a path adds ten thousand runs before the JIT has compiled anything.
    const builder = this.#builder;
    const writerId = this.#writerId;
    let [from, to, mark] = [this.#from, this.#to, this.#mark];
    let end = at;
    for (const spans of texts) {
      for (const { agent, length, inferred } of spans) {
        const start = end;
        end += length;
        if (length === 0 || (agent === writerId && inferred !== true)) continue;
        const isSame = mark !== null && mark.agent === agent && mark.inferred === (inferred === true);
        if (mark !== null && isSame && to === start) {
          to = end;
          continue;
        }
        if (mark !== null) builder.add(from, to, mark);
        if (mark === null || !isSame) mark = markOf(agent, inferred === true);
        from = start;
        to = end;
      }
    }
    [this.#from, this.#to, this.#mark] = [from, to, mark];
    return end;
  }

  finish(): Authors {
    this.#flush();
    return { ranges: this.#builder.finish(), updates: 0 };
  }

  #flush(): void {
    if (this.#mark !== null) this.#builder.add(this.#from, this.#to, this.#mark);
    this.#mark = null;
  }
}

/** The authors of consecutive texts from `at` on, given the spans of each. */
export function authorsOf(texts: readonly Spans[], writerId: AgentId, at = 0): Authors {
  const builder = new AuthorsBuilder(writerId);
  builder.addTexts(at, texts);
  return builder.finish();
}

/** Up to this many ranges per replaced node, rebuilding the set is cheaper than updating it. */
const REBUILD_RATIO = 4;

/** The authors after nodes were replaced; `changes` must not touch any other text. */
function replaceAuthors(
  authors: Authors,
  changes: ChangeDesc,
  { at, spans }: PathReplacement,
  writerId: AgentId,
): Authors {
  if (authors.ranges.size > REBUILD_RATIO * spans.length)
    return advanceAuthors(authors, changes, [{ at, spans: spans.flat() }], writerId);
  const moved = changes.newLength - changes.length;
  const builder = new AuthorsBuilder(writerId);
  const cursor = authors.ranges.iter();
  for (; cursor.value !== null && cursor.from < at; cursor.next())
    builder.add(cursor.from, Math.min(cursor.to, at), cursor.value);
  const end = builder.addTexts(at, spans);
  // From the end of the replaced text; a range that was cut at `at` may continue after it.
  for (const after = authors.ranges.iter(end - moved); after.value !== null; after.next())
    builder.add(Math.max(after.from + moved, end), after.to + moved, after.value);
  return builder.finish();
}

/**
 * The authors after a change. Mapping alone would attribute text typed inside a run to that run's author. So
 * each entry of `inserted` (in text order, not overlapping) is cut out of the runs that grew over it, and
 * gets the authors of its spans.
 */
export function advanceAuthors(
  authors: Authors,
  changes: ChangeDesc,
  inserted: readonly InsertedSpans[],
  writerId: AgentId,
): Authors {
  if (authors.ranges.size === 0 && inserted.every((entry) => rangesOf(entry, writerId).length === 0))
    return authors;
  const mapped = { ranges: authors.ranges.map(changes), updates: authors.updates };
  const zones = inserted.map(({ at, spans }) => ({ from: at, to: at + spansLength(spans) }));
  let from = zones[0]?.from ?? Number.POSITIVE_INFINITY;
  let to = zones.at(-1)?.to ?? -1;
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    from = Math.min(from, fromB);
    to = Math.max(to, toB);
  });
  if (to < 0) return mapped;
  const touched: Range<AuthorMark>[] = [];
  mapped.ranges.between(from, to, (start, end, value) => {
    touched.push(value.range(start, end));
  });
  touched.sort((a, b) => a.from - b.from);
  const add = inserted.flatMap((entry) => rangesOf(entry, writerId)).concat(subtractZones(touched, zones));
  add.sort((a, b) => a.from - b.from);
  const now = mergeNeighbours(add);
  // Most typing is in the writer's own text: then no run grew and none became adjacent.
  if (equalRanges(touched, now)) return mapped;
  return updateRanges(mapped, { filterFrom: from, filterTo: to, filter: () => false, add: now });
}

function equalRanges(a: readonly Range<AuthorMark>[], b: readonly Range<AuthorMark>[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ from, to, value }, i) => {
      const other = b[i];
      return other !== undefined && from === other.from && to === other.to && value.eq(other.value);
    })
  );
}

function updateRanges(authors: Authors, update: Parameters<RangeSet<AuthorMark>['update']>[0]): Authors {
  const ranges = authors.ranges.update(update);
  if (authors.updates < UPDATES_BEFORE_REBUILD) return { ranges, updates: authors.updates + 1 };
  const all: Range<AuthorMark>[] = [];
  for (const cursor = ranges.iter(); cursor.value !== null; cursor.next()) {
    all.push(cursor.value.range(cursor.from, cursor.to));
  }
  return { ranges: RangeSet.of(all), updates: 0 };
}

/** The parts of the ranges that lie in no zone. Both are in order and do not overlap. */
function subtractZones(
  ranges: readonly Range<AuthorMark>[],
  zones: readonly TextRange[],
): readonly Range<AuthorMark>[] {
  const remaining: Range<AuthorMark>[] = [];
  let first = 0;
  for (const { from, to, value } of ranges) {
    // Ranges are in order: a zone that ends before this range touches no later one either.
    while ((zones[first]?.to ?? to) <= from) first += 1;
    let start = from;
    for (let i = first; start < to; i++) {
      const zone = zones[i];
      const end = Math.min(to, zone?.from ?? to);
      if (end > start) remaining.push(value.range(start, end));
      start = zone === undefined ? to : Math.max(start, zone.to);
    }
  }
  return remaining;
}

/** The spans of `[from, to)`, in normal form. */
export function spansBetween(authors: Authors, from: number, to: number, writerId: AgentId): Spans {
  const spans: Span[] = [];
  let reached = from;
  for (
    const cursor = authorsIn(authors, from, to);
    cursor.value !== null && cursor.from < to;
    cursor.next()
  ) {
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
  create: () => NO_AUTHORS,
  update: (authors, transaction) => {
    const change = findTextChange(transaction) ?? findRestored(transaction);
    if (change !== undefined) return change.authors;
    let now = authors;
    for (const effect of transaction.effects) {
      if (!effect.is(pathReplaced)) continue;
      const writerId = transaction.startState.facet(writer);
      now = replaceAuthors(now, transaction.changes.desc, effect.value, writerId);
    }
    return now;
  },
});

/**
 * The authors of inserted text by its place, so that equal texts by two authors are distinguished: in text order,
 * without overlaps, offsets in the new document. The rest is the writer's.
 */
export const textAuthors = Annotation.define<readonly InsertedSpans[]>();

/** The spans of text that a transaction inserts at an offset of the new document. */
export function insertedSpans(transaction: Transaction, at: number, length: number): Spans {
  const writerId = transaction.startState.facet(writer);
  const others = transaction.annotation(textAuthors);
  if (others === undefined) return wholeSpans(writerId, length);
  const end = at + length;
  const parts: Spans[] = [];
  let reached = at;
  for (const { at: from, spans } of others) {
    const to = from + spansLength(spans);
    const start = Math.max(from, reached);
    const stop = Math.min(to, end);
    if (stop <= start) continue;
    parts.push(wholeSpans(writerId, start - reached), sliceSpans(spans, start - from, stop - from));
    reached = stop;
  }
  return concatSpans(...parts, wholeSpans(writerId, end - reached));
}
