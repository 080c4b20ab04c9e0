/** Divides an answer that replaces a part of the page among the nodes it replaces (`edits.md`, *Rewrites and bridges*). */
import { assert } from '../assert.ts';
import { applySplices } from '../buffer/apply-splices.ts';
import { type BufferChange, type RoutedPart, routeChange } from '../buffer/route-change.ts';
import { type Segment, type Segments, segmentsOf } from '../buffer/segments.ts';
import type { AgentId, NodeId, SegmentId } from '../ids.ts';
import { type SpannedText, wholeSpans } from '../text/span.ts';
import type { DraftSplice, Change as TextChange } from '../text/splice.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import { diffWords } from '../text/word-diff.ts';

/** The version of one node of the path, of which `[from, to)` is replaced. */
export interface AnsweredPart extends SpannedText {
  readonly nodeId: NodeId;
  readonly from: number;
  readonly to: number;
  /** Its position is a hidden split: text inserted at its end goes to what follows (`domain.md`, *Forks*). */
  readonly hiddenSplit?: boolean;
}

/** `[from, to)` of the raw answer, and the offset `at` at which a text has it. In UTF-16 code units. */
export interface AnswerRange {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** The text that replaces the parts. */
export interface ReplacingText {
  readonly text: string;
  /**
   * Its ranges in the raw answer, in the order of `at`, not overlapping there. What no range covers was added by the
   * program: white space of the replaced text, or a space.
   */
  readonly ranges: readonly AnswerRange[];
  /** It is in place of all that was there: no word of that stays. */
  readonly isWhole?: boolean;
}

/** The version that the answer makes of one node. */
export interface AnsweredVersion extends SpannedText {
  readonly nodeId: NodeId;
  /** Ranges inserted from the raw answer, with offsets `at` in the new text. In text order. */
  readonly ranges: readonly AnswerRange[];
  /** The changes of its text. */
  readonly changes: TextChange;
}

/** A change of the page, with offsets in the replaced text and in the answer. */
interface Change {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * The versions that an answer makes, in path order: one of each node whose text it changes. Words that it keeps keep
 * their authors, even where they move from the end of one node to its middle; everything else in it is by `agentId`. The
 * comparison is of the whole replaced text, so where the nodes meet makes no difference, and inserted text goes to the
 * node that typed text would go to (`domain.md`, *Mapping an edit of the buffer to nodes*).
 * @param parts consecutive on the path, in its order; those between the first and the last are replaced whole
 * @throws {BugError} when the parts do not follow each other or do not fit their texts
 */
export function divideAnswer(
  parts: readonly AnsweredPart[],
  answer: ReplacingText,
  agentId: AgentId,
): readonly AnsweredVersion[] {
  requireConsecutive(parts);
  const replaced = parts.map(({ text, from, to }) => text.slice(from, to)).join('');
  if (parts.length === 0 || replaced === answer.text) return [];
  const changes: readonly Change[] =
    answer.isWhole === true
      ? [{ oldFrom: 0, oldTo: replaced.length, newFrom: 0, newTo: answer.text.length }]
      : changesBetween(replaced, answer);
  const offset = parts[0]?.from ?? 0;
  // The segments are whole texts, so the page begins `offset` before the replaced text.
  const pageChanges = changes.map(
    ({ oldFrom, oldTo, newFrom, newTo }): BufferChange => ({
      fromA: offset + oldFrom,
      toA: offset + oldTo,
      insertLength: newTo - newFrom,
    }),
  );
  const { parts: routed } = routeChange(segmentsOfParts(parts), pageChanges);
  const byPart = partsBySegment(routed, parts.length);
  return parts.flatMap((part, index): readonly AnsweredVersion[] => {
    const made = makeVersion(part, byPart[index] ?? [], answer, offset, agentId);
    return made.text === part.text ? [] : [made];
  });
}

function requireConsecutive(parts: readonly AnsweredPart[]): void {
  for (const [index, { text, from, to }] of parts.entries()) {
    assert(0 <= from && from <= to && to <= text.length, `part ${from} to ${to} of ${text.length}`);
    assert(index === 0 || from === 0, () => `part ${index} begins at ${from}`);
    assert(index === parts.length - 1 || to === text.length, () => `part ${index} ends at ${to}`);
  }
}

/**
 * The replaced parts, by a comparison of words. White space at either end that the program took from the replaced text
 * is kept, whatever the comparison.
 */
function changesBetween(replaced: string, { text, ranges }: ReplacingText): readonly Change[] {
  const start = keptAtStart(replaced, text.slice(0, ranges[0]?.at ?? 0));
  const last = ranges.at(-1);
  const added = last === undefined ? '' : text.slice(last.at + last.to - last.from);
  const end = keptAtEnd(replaced.slice(start), added);
  const changes: Change[] = [];
  let oldAt = start;
  let newAt = start;
  /** The start of the text being replaced, in both texts. */
  let open = { old: start, new: start };
  const close = () => {
    if (oldAt > open.old || newAt > open.new)
      changes.push({ oldFrom: open.old, oldTo: oldAt, newFrom: open.new, newTo: newAt });
  };
  const oldText = replaced.slice(start, replaced.length - end);
  const newText = text.slice(start, text.length - end);
  for (const { change, text: part } of diffWords(oldText, newText)) {
    if (change === 'same') close();
    if (change !== 'added') oldAt += part.length;
    if (change !== 'removed') newAt += part.length;
    if (change === 'same') open = { old: oldAt, new: newAt };
  }
  close();
  return changes;
}

function keptAtStart(replaced: string, added: string): number {
  let length = 0;
  while (length < added.length && added[length] === replaced[length]) length++;
  return isInsidePair(replaced, length) ? length - 1 : length;
}

function keptAtEnd(replaced: string, added: string): number {
  let length = 0;
  while (length < added.length && added.at(-1 - length) === replaced.at(-1 - length)) length++;
  return isInsidePair(replaced, replaced.length - length) ? length - 1 : length;
}

/** The parts as segments, with their indices as ids. */
function segmentsOfParts(parts: readonly AnsweredPart[]): Segments {
  const make = (index: number, length: number, isCommitted: boolean): Segment => ({
    segmentId: index as SegmentId,
    nodeId: isCommitted ? (parts[index]?.nodeId ?? null) : null,
    positionId: null,
    length,
    pending: false,
    openAtEnd: false,
  });
  const segments = parts.map(({ text, hiddenSplit }, index): Segment => {
    const segment = make(index, text.length, true);
    // Text after the last part is not changed.
    return index === parts.length - 1 ? segment : { ...segment, hiddenSplit: hiddenSplit ?? false };
  });
  // More text follows on the page than the parts, so that what is inserted at their end does not go to the buffer.
  return segmentsOf([...segments, make(parts.length, 1, true), make(parts.length + 1, 0, false)]);
}

function partsBySegment(routed: readonly RoutedPart[], count: number): readonly (readonly RoutedPart[])[] {
  const bySegment: RoutedPart[][] = Array.from({ length: count }, () => []);
  for (const part of routed) {
    const list = bySegment[part.segmentId];
    assert(list !== undefined, `a change in segment ${part.segmentId} of ${count}`);
    list.push(part);
  }
  return bySegment;
}

/** @param offset of the answer's text on the page */
function makeVersion(
  part: AnsweredPart,
  changes: readonly RoutedPart[],
  answer: ReplacingText,
  offset: number,
  agentId: AgentId,
): AnsweredVersion {
  const ranges: AnswerRange[] = [];
  const findRanges = rangeReader(answer.ranges);
  const splices = changes.map(({ from, to, insertFrom, insertTo }): DraftSplice => {
    const start = insertFrom - offset;
    const insert = answer.text.slice(start, insertTo - offset);
    // Later changes are further on in the text, and do not move this one.
    for (const range of findRanges(start, start + insert.length))
      ranges.push({ ...range, at: from + range.at - start });
    return { from, to, insert, spans: wholeSpans(agentId, insert.length) };
  });
  return { nodeId: part.nodeId, ...applySplices(part, splices), ranges, changes: changeOf(splices) };
}

/** @param splices in text order, each of the text that the one before left */
function changeOf(splices: readonly DraftSplice[]): TextChange {
  let shift = 0;
  return splices.map(({ from, to, insert }) => {
    const splice = { from: from - shift, to: to - shift, insert };
    shift += insert.length - (to - from);
    return splice;
  });
}

/** Finds the ranges in consecutive stretches of a text. */
function rangeReader(ranges: readonly AnswerRange[]) {
  let next = 0;
  return (from: number, to: number): readonly AnswerRange[] => {
    const found: AnswerRange[] = [];
    for (let range = ranges[next]; range !== undefined && range.at < to; range = ranges[++next]) {
      const end = range.at + range.to - range.from;
      const start = Math.max(from, range.at);
      const stop = Math.min(to, end);
      if (start < stop) {
        const rawFrom = range.from + start - range.at;
        found.push({ from: rawFrom, to: rawFrom + stop - start, at: start });
      }
      if (end > to) break;
    }
    return found;
  };
}
