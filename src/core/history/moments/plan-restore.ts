import { AspenError } from '../../errors.ts';
import type { NodeId } from '../../ids.ts';
import { type CommonRun, findCommonWords } from '../../text/diff.ts';
import { concatSpans, SpanReader, type Spans, type TextRange } from '../../text/span.ts';
import type { DraftSplice } from '../../text/splice.ts';
import { commonPositions, type Moment, textOfMoment } from './moment.ts';

/**
 * A plan to restore a passage: versions to select, in path order, or splices of the text on the screen, sorted, whose
 * offsets refer to it before any of them. Both are empty if the passage is there as it was.
 */
export type RestorePlan =
  | { readonly versions: readonly NodeId[] }
  | { readonly splices: readonly DraftSplice[] };

/**
 * Plans *Restore passage* (`layers.md`, *The time line*). Where the range is whole passages whose positions are on the
 * path, old versions are selected. Otherwise the text that stands in its place becomes the old one with its authors:
 * what is there as it was is not touched, and what was written before or after the range stays. Where nothing tells which
 * part of what is there stands for a part of what was there, all of it gives way.
 * @param range in the text of `past`, in UTF-16 code units
 * @throws {AspenError} INVALID_ARGUMENT when the range is not in that text
 */
export function planRestore(past: Moment, range: TextRange, live: Moment): RestorePlan {
  const length = textOfMoment(past).length;
  if (!(0 <= range.from && range.from <= range.to && range.to <= length)) {
    throw new AspenError('INVALID_ARGUMENT', `There is no range ${range.from} to ${range.to} in ${length}.`);
  }
  const versions = versionsOf(past, range, live);
  return versions === null ? { splices: splicesOf(past, range, live) } : { versions };
}

/** The old versions of the passages that a range consists of; null if it consists of something else, too. */
function versionsOf(past: Moment, range: TextRange, live: Moment): readonly NodeId[] | null {
  const common = commonPositions(past.nodes, live.nodes);
  const versions: NodeId[] = [];
  let from = 0;
  for (const [index, { nodeId, text, pending }] of past.nodes.entries()) {
    const to = from + text.length;
    const isOutside = to <= range.from || from >= range.to;
    if (!isOutside) {
      const shown = live.nodes[index];
      if (index >= common || shown === undefined) return null;
      if (shown.nodeId !== nodeId || shown.pending || pending) {
        if (pending || from < range.from || to > range.to) return null;
        versions.push(nodeId);
      }
    }
    from = to;
  }
  return range.to > from ? null : versions;
}

/** The splices that restore a range as text. */
function splicesOf(past: Moment, range: TextRange, live: Moment): readonly DraftSplice[] {
  const oldText = textOfMoment(past);
  const oldSpans = spansReader(past);
  const newSpans = spansReader(live);
  const splices: DraftSplice[] = [];
  let [oldAt, newAt] = [0, 0];
  const end = { oldFrom: oldText.length, newFrom: textOfMoment(live).length, length: 0 };
  for (const { oldFrom, newFrom, length } of [...alignedRuns(past, live), end]) {
    const from = Math.max(oldAt, range.from);
    const to = Math.min(oldFrom, range.to);
    const isAdded = oldAt === oldFrom && newAt < newFrom && isWithin(oldAt, range, oldText.length);
    if (from < to || isAdded) {
      const spans = concatSpans(oldSpans(from, to));
      addSplice(splices, { from: newAt, to: newFrom, insert: oldText.slice(from, to), spans });
    }
    oldAt = oldFrom + length;
    newAt = newFrom + length;
    const shared = { from: Math.max(oldFrom, range.from), to: Math.min(oldAt, range.to) };
    if (shared.from >= shared.to) continue;
    const moved = newFrom - oldFrom;
    const was = oldSpans(shared.from, shared.to);
    const is = newSpans(shared.from + moved, shared.to + moved);
    for (const differing of differingAuthors(was, is, shared.from)) {
      addSplice(splices, {
        from: differing.from + moved,
        to: differing.to + moved,
        insert: oldText.slice(differing.from, differing.to),
        spans: differing.spans,
      });
    }
  }
  return splices;
}

/** Returns true if text added at an offset is part of the range: not at its ends, unless the text ends there too. */
function isWithin(offset: number, { from, to }: TextRange, length: number): boolean {
  return (
    (from < offset || (from === 0 && offset === 0)) && (offset < to || (to === length && offset === length))
  );
}

/** Appends a splice; one that begins where the last one ends continues it. */
function addSplice(splices: DraftSplice[], { from, to, insert, spans }: DraftSplice): void {
  const last = splices.at(-1);
  if (last?.to !== from) splices.push({ from, to, insert, spans });
  else {
    splices[splices.length - 1] = {
      from: last.from,
      to,
      insert: last.insert + insert,
      spans: concatSpans(last.spans, spans),
    };
  }
}

/** Reads the authors of ranges of a moment's text, which must be asked for in order. */
function spansReader({ nodes, buffer }: Moment): (from: number, to: number) => Spans {
  const reader = new SpanReader([...nodes.flatMap(({ spans }) => spans), ...buffer.spans]);
  let at = 0;
  return (from, to) => {
    reader.take(from - at);
    at = to;
    return reader.take(to - from);
  };
}

interface SpannedRange extends TextRange {
  readonly spans: Spans;
}

/** The ranges of the same text with other authors, as they were. @param start the offset of both */
function differingAuthors(was: Spans, is: Spans, start: number): readonly SpannedRange[] {
  const differing: SpannedRange[] = [];
  const now = new SpanReader(is);
  let at = start;
  for (const span of was) {
    for (const other of now.take(span.length)) {
      const to = at + other.length;
      const last = differing.at(-1);
      const own = { ...span, length: other.length };
      if (other.agent !== span.agent || other.inferred !== span.inferred) {
        if (last?.to !== at) differing.push({ from: at, to, spans: [own] });
        else differing[differing.length - 1] = { from: last.from, to, spans: concatSpans(last.spans, [own]) };
      }
      at = to;
    }
  }
  return differing;
}

/**
 * The common runs of two moments' texts, in order: offsets in UTF-16 code units. A position's parents never change, so
 * two paths begin with the same positions and share none after that: the text of each is compared with its own, and the
 * rest with the rest. Runs that touch in both texts are joined.
 */
function alignedRuns(old: Moment, now: Moment): readonly CommonRun[] {
  const runs: CommonRun[] = [];
  let [oldAt, newAt] = [0, 0];
  const addPart = (oldText: string, newText: string) => {
    const parts =
      oldText === newText
        ? [{ oldFrom: 0, newFrom: 0, length: oldText.length }]
        : findCommonWords(oldText, newText);
    for (const { oldFrom, newFrom, length } of parts) {
      const run = { oldFrom: oldAt + oldFrom, newFrom: newAt + newFrom, length };
      const last = runs.at(-1);
      if (length === 0) continue;
      if (last !== undefined && touches(last, run)) {
        runs[runs.length - 1] = { ...last, length: last.length + length };
      } else runs.push(run);
    }
    oldAt += oldText.length;
    newAt += newText.length;
  };
  const common = commonPositions(old.nodes, now.nodes);
  for (let index = 0; index < common; index++) {
    addPart(old.nodes[index]?.text ?? '', now.nodes[index]?.text ?? '');
  }
  addPart(textAfter(old, common), textAfter(now, common));
  return runs;
}

function touches(one: CommonRun, next: CommonRun): boolean {
  return one.oldFrom + one.length === next.oldFrom && one.newFrom + one.length === next.newFrom;
}

function textAfter({ nodes, buffer }: Moment, index: number): string {
  return textOfMoment({ nodes: nodes.slice(index), buffer });
}
