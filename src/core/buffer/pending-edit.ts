import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import { normaliseSpans, type Spans } from '../text/span.ts';
import { applySplice, type DraftSplice, requireSpansFit } from '../text/splice.ts';
import type { Draft, PendingEdit, SpannedText } from './draft.ts';
import type { RoutedPart } from './route-change.ts';

/**
 * One step of the draft: text of a committed node (`nodeId`) or of the working buffer (null) is replaced, in part or
 * as a whole. The first one for a node opens its pending edit; `closed` ends it, the node's own text being back.
 */
export type DraftOp = TextOp | { readonly nodeId: NodeId; readonly closed: true };

type TextOp =
  | { readonly nodeId: NodeId | null; readonly splice: DraftSplice }
  | { readonly nodeId: NodeId | null; readonly whole: SpannedText };

/**
 * What one routed part of a change does to its segment's text.
 * @param textBetween the text after the whole transaction, from one offset to another
 * @param spansBetween who wrote that, in the same offsets
 */
export function spliceOfPart(
  part: RoutedPart,
  textBetween: (from: number, to: number) => string,
  spansBetween: (from: number, to: number) => Spans,
): DraftSplice {
  const { from, to, insertFrom, insertTo } = part;
  if (insertFrom === insertTo) return { from, to, insert: '', spans: [] };
  return {
    from,
    to,
    insert: textBetween(insertFrom, insertTo),
    spans: spansBetween(insertFrom, insertTo),
  };
}

function applyOp(text: SpannedText, op: TextOp): SpannedText {
  if ('splice' in op) return applySplice(text, op.splice);
  requireSpansFit(op.whole.spans, op.whole.text);
  return { text: op.whole.text, spans: normaliseSpans(op.whole.spans) };
}

/**
 * The draft after `ops`, in the order given; all of them or, when one is refused, none.
 * @param baseOf the committed text of a node on the path, undefined where the path has no such node; asked once for
 *   each pending edit that opens with a splice: a whole text needs no other, and is taken where no file can be read
 * @param placeOf where a node stands on the path, which is the order of the pending edits; undefined likewise; asked
 *   only when an edit opens
 * @throws {AspenError} INVALID_ARGUMENT when a node is not on the path, a range not in its text, or spans do not fit
 */
export function applyDraftOps(
  draft: Draft,
  ops: readonly DraftOp[],
  baseOf: (nodeId: NodeId) => SpannedText | undefined,
  placeOf: (nodeId: NodeId) => number | undefined,
): Draft {
  let buffer = draft.buffer;
  const edits = new Map<NodeId, SpannedText>(draft.edits.map((edit) => [edit.nodeId, edit]));
  let opened = false;
  for (const op of ops) {
    if ('closed' in op) {
      edits.delete(op.nodeId);
    } else if (op.nodeId === null) {
      // The node that it was stays known: a commit finds out whether it says the same again.
      buffer = { ...buffer, ...applyOp(buffer, op) };
    } else {
      const held = edits.get(op.nodeId);
      const before = held ?? ('whole' in op ? op.whole : baseOf(op.nodeId));
      if (before === undefined) throw notOnPath(op.nodeId);
      edits.set(op.nodeId, applyOp(before, op));
      opened ||= held === undefined;
    }
  }
  const list = [...edits].map(([nodeId, { text, spans }]): PendingEdit => ({ nodeId, text, spans }));
  return { head: draft.head, buffer, edits: opened ? inPathOrder(list, placeOf) : list };
}

function inPathOrder(
  edits: readonly PendingEdit[],
  placeOf: (nodeId: NodeId) => number | undefined,
): readonly PendingEdit[] {
  const placed = edits.map((edit) => {
    const place = placeOf(edit.nodeId);
    if (place === undefined) throw notOnPath(edit.nodeId);
    return { edit, place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ edit }) => edit);
}

function notOnPath(nodeId: NodeId): AspenError {
  return new AspenError('INVALID_ARGUMENT', `Node ${nodeId} is not on the path.`);
}

/** Whether anything of the tree is uncommitted. */
export function isEmptyDraft(draft: Draft): boolean {
  return draft.buffer.text === '' && draft.edits.length === 0;
}

/**
 * Sixteen hexadecimal digits that the same draft has on both sides of the bridge and a different one hardly ever:
 * FNV-1a twice, over the head, the texts and the spans. Not for security. Costs in proportion to the draft.
 */
export function draftDigest(draft: Draft): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  const addNumber = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193);
    high = Math.imul(high ^ (value + 0x9e37), 0x01000193);
  };
  const addText = (text: string): void => {
    // The length first, so that the end of one text is not taken for the beginning of the next.
    addNumber(text.length);
    for (let i = 0; i < text.length; i++) addNumber(text.charCodeAt(i));
  };
  const addSpanned = ({ text, spans }: SpannedText): void => {
    addText(text);
    const normal = normaliseSpans(spans);
    addNumber(normal.length);
    for (const { agent, length, inferred } of normal) {
      addText(agent);
      addNumber(length);
      addNumber(inferred ? 1 : 0);
    }
  };
  addText(draft.head);
  addSpanned(draft.buffer);
  addNumber(draft.edits.length);
  for (const edit of draft.edits) {
    addText(edit.nodeId);
    addSpanned(edit);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
