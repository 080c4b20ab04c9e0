import { assert } from '../assert.ts';
import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import { normaliseSpans, type SpannedText } from '../text/span.ts';
import { type Change, composeChanges, type DraftSplice, requireSpansFit } from '../text/splice.ts';
import { applySplices } from './apply-splices.ts';
import type { Draft, PendingEdit } from './draft.ts';

/**
 * One operation on a draft: replaces text of a committed node (`nodeId`) or of the working buffer (null), in
 * part or as a whole. The first operation on a node opens its pending edit; `closed` ends it, when the text
 * of the node is restored.
 */
export type DraftOp = TextOp | { readonly nodeId: NodeId; readonly closed: true };

type TextOp =
  | { readonly nodeId: NodeId | null; readonly splice: DraftSplice }
  | { readonly nodeId: NodeId | null; readonly whole: SpannedText };

function applyWhole(whole: SpannedText): SpannedText {
  requireSpansFit(whole.spans, whole.text);
  return { text: whole.text, spans: normaliseSpans(whole.spans) };
}

/** The splices of the same text that begin at `index`; none if `ops[index]` is not one. */
function splicesFrom(ops: readonly DraftOp[], index: number): readonly DraftSplice[] {
  const splices: DraftSplice[] = [];
  for (let i = index; i < ops.length; i++) {
    const op = ops[i];
    if (op === undefined || !('splice' in op) || op.nodeId !== ops[index]?.nodeId) break;
    splices.push(op.splice);
  }
  return splices;
}

/**
 * Applies `ops` to a draft in order; all of them or, if one is rejected, none.
 * @param baseOf the committed text of a node on the path, undefined if it is not on the path; called once for
 *   each pending edit that opens with a splice. Opening with a whole text does not need it, so it works even
 *   when the file cannot be read
 * @param pathIndexOf the index of a node on the path, which orders pending edits; undefined if it is not on
 *   the path; called only when an edit opens
 * @throws {AspenError} INVALID_ARGUMENT when a node is not on the path, a range is not in its text, or spans
 *   do not fit
 */
export function applyDraftOps(
  draft: Draft,
  ops: readonly DraftOp[],
  baseOf: (nodeId: NodeId) => SpannedText | undefined,
  pathIndexOf: (nodeId: NodeId) => number | undefined,
): Draft {
  let buffer = draft.buffer;
  const edits = new Map<NodeId, Omit<PendingEdit, 'nodeId'>>(draft.edits.map((edit) => [edit.nodeId, edit]));
  let opened = false;
  for (let index = 0; index < ops.length; ) {
    const op = ops[index];
    assert(op !== undefined, () => `no op ${index} of ${ops.length}`);
    if ('closed' in op) {
      edits.delete(op.nodeId);
      index += 1;
      continue;
    }
    const splices = splicesFrom(ops, index);
    const after = (before: SpannedText) =>
      'whole' in op ? applyWhole(op.whole) : applySplices(before, splices);
    if (op.nodeId === null) {
      // Keep `wasNode`: a commit checks whether the buffer equals that node again.
      buffer = { ...buffer, ...after(buffer) };
    } else {
      const existing = edits.get(op.nodeId);
      const before = existing ?? ('whole' in op ? op.whole : baseOf(op.nodeId));
      if (before === undefined) throw notOnPath(op.nodeId);
      const known = existing === undefined ? [] : existing.changes;
      const changes = 'whole' in op ? undefined : trackChanges(known, splices);
      edits.set(op.nodeId, { ...after(before), ...(changes === undefined ? {} : { changes }) });
      opened ||= existing === undefined;
    }
    index += Math.max(1, splices.length);
  }
  const list = [...edits].map(
    ([nodeId, { text, spans, changes }]): PendingEdit => ({
      nodeId,
      text,
      spans,
      ...(changes === undefined ? {} : { changes }),
    }),
  );
  return { head: draft.head, buffer, edits: opened ? inPathOrder(list, pathIndexOf) : list };
}

/** The changes of one edit are not tracked beyond this: a comparison of the texts then determines the changes. */
const MOST_SPLICES = 200;
const MOST_INSERTED = 100_000;

/** The changes of an edit together with later splices, each of the text that the one before left. */
function trackChanges(known: Change | undefined, splices: readonly DraftSplice[]): Change | undefined {
  if (known === undefined || known.length + splices.length > MOST_SPLICES) return undefined;
  let changes = known;
  for (const { from, to, insert } of splices) changes = composeChanges(changes, [{ from, to, insert }]);
  const inserted = changes.reduce((sum, { insert }) => sum + insert.length, 0);
  return inserted > MOST_INSERTED ? undefined : changes;
}

function inPathOrder(
  edits: readonly PendingEdit[],
  pathIndexOf: (nodeId: NodeId) => number | undefined,
): readonly PendingEdit[] {
  const indexed = edits.map((edit) => {
    const index = pathIndexOf(edit.nodeId);
    if (index === undefined) throw notOnPath(edit.nodeId);
    return { edit, index };
  });
  return indexed.sort((a, b) => a.index - b.index).map(({ edit }) => edit);
}

function notOnPath(nodeId: NodeId): AspenError {
  return new AspenError('INVALID_ARGUMENT', `Node ${nodeId} is not on the path.`);
}

/** Returns true if nothing in the tree is uncommitted. */
export function isEmptyDraft(draft: Draft): boolean {
  return draft.buffer.text === '' && draft.edits.length === 0;
}

/**
 * A digest of sixteen hexadecimal digits, used to check that both sides of the bridge have the same draft: FNV-1a
 * twice, over the head, the texts and the spans. Not for security. The cost is proportional to the size of the draft.
 */
export function draftDigest(draft: Draft): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  const addNumber = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193);
    high = Math.imul(high ^ (value + 0x9e37), 0x01000193);
  };
  const addText = (text: string): void => {
    // Hash the length first, so that the boundary between two texts is unambiguous.
    addNumber(text.length);
    // In variables of its own: V8 would allocate two numbers for each code unit of a text that may have millions.
    let [ownLow, ownHigh] = [low, high];
    for (let i = 0; i < text.length; i++) {
      const value = text.charCodeAt(i);
      ownLow = Math.imul(ownLow ^ value, 0x01000193);
      ownHigh = Math.imul(ownHigh ^ (value + 0x9e37), 0x01000193);
    }
    [low, high] = [ownLow, ownHigh];
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
