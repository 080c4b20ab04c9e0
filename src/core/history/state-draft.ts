import type { NodeId } from '../ids.ts';
import { NO_TEXT, type SpannedText, SpanReader, sliceSpans } from '../text/span.ts';
import { applySplice, type DraftSplice } from '../text/splice.ts';
import { snapToPairEnd, snapToPairStart } from '../text/surrogate-pair.ts';
import type { StateDraft } from './path-state.ts';

/** The draft of a state in which everything is committed. */
export const NOTHING_UNCOMMITTED: StateDraft = { buffer: NO_TEXT, edits: [] };

/** A draft as the change of another one, or of committed texts (`layers.md`, *What is stored*). */
export interface DraftChange {
  /** Null where the working buffer is the same. */
  readonly buffer: DraftSplice | null;
  /**
   * In path order: every edit of the later draft, with the change of the earlier one's edit of that node, or of the node's
   * own text where it has none; null for an edit that is the same.
   */
  readonly edits: readonly { readonly nodeId: NodeId; readonly change: DraftSplice | null }[];
}

/** The text of a node without any edit. */
export type CommittedText = (nodeId: NodeId) => SpannedText;

/** The draft, or null if nothing in it is uncommitted. */
export function draftOrNull(draft: StateDraft): StateDraft | null {
  return draft.buffer.text === '' && draft.edits.length === 0 ? null : draft;
}

/** The change that turns one draft into another. */
export function draftChange(
  before: StateDraft | null,
  after: StateDraft,
  committed: CommittedText,
): DraftChange {
  const edits = editsOf(before);
  return {
    buffer: spliceBetween(before?.buffer ?? NO_TEXT, after.buffer),
    edits: after.edits.map(({ nodeId, text, spans }) => {
      const base = edits.get(nodeId) ?? committed(nodeId);
      return { nodeId, change: spliceBetween(base, { text, spans }) };
    }),
  };
}

/** The draft after a change. @throws {AspenError} INVALID_ARGUMENT if it does not fit the draft before it */
export function applyDraftChange(
  before: StateDraft | null,
  change: DraftChange,
  committed: CommittedText,
): StateDraft {
  const edits = editsOf(before);
  return {
    buffer: spliced(before?.buffer ?? NO_TEXT, change.buffer),
    edits: change.edits.map(({ nodeId, change: splice }) => ({
      nodeId,
      ...spliced(edits.get(nodeId) ?? committed(nodeId), splice),
    })),
  };
}

/** UTF-16 code units that a change of a draft inserts and deletes; a dropped edit counts as nothing. */
export function changedLength({ buffer, edits }: DraftChange): number {
  const splices = [buffer, ...edits.map(({ change }) => change)];
  return splices.reduce((sum, splice) => sum + (splice?.insert.length ?? 0) + lengthDeleted(splice), 0);
}

function lengthDeleted(splice: DraftSplice | null): number {
  return splice === null ? 0 : splice.to - splice.from;
}

function editsOf(draft: StateDraft | null): ReadonlyMap<NodeId, SpannedText> {
  return new Map(draft?.edits.map(({ nodeId, text, spans }) => [nodeId, { text, spans }]));
}

function spliced(text: SpannedText, splice: DraftSplice | null): SpannedText {
  return splice === null ? text : applySplice(text, splice);
}

/**
 * The one splice that turns a text into another, as short as its ends allow; null if text and spans are the same. A character
 * whose author differs is replaced.
 */
export function spliceBetween(before: SpannedText, after: SpannedText): DraftSplice | null {
  const { text: old } = before;
  const { text } = after;
  const most = Math.min(old.length, text.length);
  let from = 0;
  while (from < most && old.charCodeAt(from) === text.charCodeAt(from)) from += 1;
  from = snapToPairStart(text, snapToPairStart(old, Math.min(from, commonAuthors(before, after, from))));
  let end = 0;
  while (end < most - from && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end))
    end += 1;
  end = Math.min(end, commonAuthorsAtEnd(before, after, end));
  const to = snapToPairEnd(old, old.length - end);
  end = text.length - snapToPairEnd(text, text.length - (old.length - to));
  if (from === old.length - end && from === text.length - end) return null;
  const insert = text.slice(from, text.length - end);
  return {
    from,
    to: old.length - end,
    insert,
    spans: sliceSpans(after.spans, from, from + insert.length),
  };
}

/** Number of the first `length` code units that have the same authors in both. */
function commonAuthors(one: SpannedText, other: SpannedText, length: number): number {
  const [left, right] = [new SpanReader(one.spans), new SpanReader(other.spans)];
  let at = 0;
  while (at < length) {
    const step = Math.min(left.lengthOf(1), right.lengthOf(1), length - at);
    const [a] = left.take(step);
    const [b] = right.take(step);
    if (a?.agent !== b?.agent || a?.inferred !== b?.inferred) break;
    at += step;
  }
  return at;
}

/** The same for the last code units. */
function commonAuthorsAtEnd(one: SpannedText, other: SpannedText, length: number): number {
  const reversed = ({ text, spans }: SpannedText) => ({ text, spans: spans.toReversed() });
  return commonAuthors(reversed(one), reversed(other), length);
}
