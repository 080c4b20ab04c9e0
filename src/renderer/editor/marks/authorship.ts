/**
 * Who wrote which characters (`domain.md`, *Authorship*; `manuscript.md`, *State*): one range a run of anyone but the
 * writer, and none for the writer's own, so that most keystrokes change nothing here but offsets.
 */
import {
  type ChangeDesc,
  Facet,
  type Range,
  type RangeCursor,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateField,
} from '@codemirror/state';
import type { AgentId } from '../../../core/ids.ts';
import { makeSpan, normaliseSpans, type Span, type Spans, spansLength } from '../../../core/text/span.ts';
import { findRestored, findTextChange, type PathReplacement, pathReplaced } from '../path/effects.ts';

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
    if (this === other) return true;
    return other instanceof AuthorMark && this.agent === other.agent && this.inferred === other.inferred;
  }
}

export interface Authors {
  readonly ranges: RangeSet<AuthorMark>;
  /** Updates since the set was built in one piece. */
  readonly updates: number;
  /** The ranges in `[from, to)` and perhaps others, without making all of them. */
  near?(from: number, to: number): RangeSet<AuthorMark>;
}

/** A cursor at the first range that ends after `from`; it reads up to `to`, where the last may end early. */
export function authorsIn(authors: Authors, from: number, to: number): RangeCursor<AuthorMark> {
  return (authors.near?.(from, to) ?? authors.ranges).iter(from);
}

/**
 * Each update that adds to a full chunk of a RangeSet leaves a chunk of one range behind, which then costs as much as
 * a full one at every keystroke; after so many the set is built anew.
 */
const UPDATES_BEFORE_REBUILD = 256;

const NOBODY: Authors = { ranges: RangeSet.empty, updates: 0 };

/** Text that stands at `at` in the new document, whoever wrote it. */
export interface Painted {
  readonly at: number;
  readonly spans: Spans;
}

/** One mark an agent and kind, so that most are told to be equal by being the same. */
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

function rangesOf({ at, spans }: Painted, writerId: AgentId): Range<AuthorMark>[] {
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

/** Sorted ranges with equal neighbours merged. */
function merged(ranges: readonly Range<AuthorMark>[]): Range<AuthorMark>[] {
  const result: Range<AuthorMark>[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last !== undefined && last.to === range.from && last.value.eq(range.value)) {
      result[result.length - 1] = last.value.range(last.from, range.to);
    } else result.push(range);
  }
  return result;
}

/** Builds authors in one piece, run by run in text order; equal neighbours become one. Makes nothing but the set. */
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

  /** Texts one after the other from `at` on; answers where they end. */
  addTexts(at: number, texts: readonly Spans[]): number {
    // Ten thousand runs when a path opens, before anything is compiled: what `add` does, without a call for each.
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

/** The authors of texts one after the other from `at` on, from the spans of each. */
export function authorsOf(texts: readonly Spans[], writerId: AgentId, at = 0): Authors {
  const builder = new AuthorsBuilder(writerId);
  builder.addTexts(at, texts);
  return builder.finish();
}

/** Of so many times as many ranges as there are nodes to take over, building all anew is cheaper than cutting and adding. */
const CHEAP_TO_KEEP = 4;

/** The authors after other nodes took the place of some; `changes` change nothing but their text. */
function replaceAuthors(
  authors: Authors,
  changes: ChangeDesc,
  { at, spans }: PathReplacement,
  writerId: AgentId,
): Authors {
  if (authors.ranges.size > CHEAP_TO_KEEP * spans.length)
    return advanceAuthors(authors, changes, [{ at, spans: spans.flat() }], writerId);
  const moved = changes.newLength - changes.length;
  const builder = new AuthorsBuilder(writerId);
  const cursor = authors.ranges.iter();
  for (; cursor.value !== null && cursor.from < at; cursor.next())
    builder.add(cursor.from, Math.min(cursor.to, at), cursor.value);
  const end = builder.addTexts(at, spans);
  // From where the old text ended; the range that the beginning cut may go on behind it.
  for (const rest = authors.ranges.iter(end - moved); rest.value !== null; rest.next())
    builder.add(Math.max(rest.from + moved, end), rest.to + moved, rest.value);
  return builder.finish();
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
  if (authors.ranges.size === 0 && painted.every((paint) => rangesOf(paint, writerId).length === 0))
    return authors;
  const mapped = { ranges: authors.ranges.map(changes), updates: authors.updates };
  const zones = painted.map(({ at, spans }) => ({ from: at, to: at + spansLength(spans) }));
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
  const add = painted.flatMap((paint) => rangesOf(paint, writerId)).concat(outside(touched, zones));
  add.sort((a, b) => a.from - b.from);
  const now = merged(add);
  // Most typing is in nobody else's text: then nothing grew and nothing met.
  if (equalRanges(touched, now)) return mapped;
  return updated(mapped, { filterFrom: from, filterTo: to, filter: () => false, add: now });
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

function updated(authors: Authors, update: Parameters<RangeSet<AuthorMark>['update']>[0]): Authors {
  const ranges = authors.ranges.update(update);
  if (authors.updates < UPDATES_BEFORE_REBUILD) return { ranges, updates: authors.updates + 1 };
  const all: Range<AuthorMark>[] = [];
  for (const cursor = ranges.iter(); cursor.value !== null; cursor.next()) {
    all.push(cursor.value.range(cursor.from, cursor.to));
  }
  return { ranges: RangeSet.of(all), updates: 0 };
}

interface Zone {
  readonly from: number;
  readonly to: number;
}

/** What of the ranges lies in no zone; both in order, neither overlapping. */
function outside(ranges: readonly Range<AuthorMark>[], zones: readonly Zone[]): readonly Range<AuthorMark>[] {
  const left: Range<AuthorMark>[] = [];
  let first = 0;
  for (const { from, to, value } of ranges) {
    // Ranges come in order: a zone that ends before this one touches no later one either.
    while ((zones[first]?.to ?? to) <= from) first += 1;
    let start = from;
    for (let i = first; start < to; i++) {
      const zone = zones[i];
      const end = Math.min(to, zone?.from ?? to);
      if (end > start) left.push(value.range(start, end));
      start = zone === undefined ? to : Math.max(start, zone.to);
    }
  }
  return left;
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
  create: () => NOBODY,
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
