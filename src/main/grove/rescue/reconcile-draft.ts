import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import { concatSpans, NO_TEXT, type SpannedText, type Spans } from '../../../core/text/span.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { isHidden } from '../../../core/tree/path.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { JournaledDraft } from '../writing/recovery-journal.ts';

/** The result of comparing a journaled draft with the file. */
export type Reconciliation =
  /** The file already has all of it, or it is blank. */
  | { readonly kind: 'nothing' }
  /**
   * It is newer than the file's draft; edits that this draft cannot have, because the path does not show their nodes or
   * they are gone, are separate, and so are steps whose text is gone.
   */
  | {
      readonly kind: 'newer';
      readonly draft: Draft;
      readonly hidden: readonly PendingEdit[];
      readonly unapplied: readonly DraftOp[];
    }
  /** It does not fit the tree; `unapplied` are the steps whose text is gone. */
  | { readonly kind: 'orphaned'; readonly draft: Draft; readonly unapplied: readonly DraftOp[] };

/** A journaled draft with all its steps. */
interface ReplayedDraft {
  readonly draft: Draft;
  readonly unapplied: readonly DraftOp[];
  /** Every state that it went through, from the first to `draft`. */
  readonly states: readonly Draft[];
}

/** @param apply applies steps to a draft; throws if they do not fit it */
function replayDraft(
  { whole, ops }: JournaledDraft,
  apply: (draft: Draft, ops: readonly DraftOp[]) => Draft,
): ReplayedDraft {
  const states = [whole.draft];
  const unapplied: DraftOp[] = [];
  let { draft } = whole;
  for (const op of ops.flat()) {
    try {
      draft = apply(draft, [op]);
      states.push(draft);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      unapplied.push(op);
    }
  }
  return { draft, unapplied, states };
}

/**
 * Compares a journaled draft of a manuscript with what the file has now (`storage.md`, *Typed text*). If the file's draft is
 * one of the states that the journaled draft went through, the journaled draft is newer.
 * @param apply applies steps to a draft; throws if they do not fit it
 * @param shownAt the version that the path shows at a position; undefined if the path does not include it
 */
export function reconcileDraft(
  tree: TreeView,
  inFile: Draft,
  journaled: JournaledDraft,
  apply: (draft: Draft, ops: readonly DraftOp[]) => Draft,
  shownAt: (position: PositionId) => NodeId | undefined,
): Reconciliation {
  const { scope, whole } = journaled;
  const { draft, unapplied, states } = replayDraft(journaled, apply);
  const known = new Set([whole.fileDigest, ...states.map(draftDigest)]);
  const isWhole = unapplied.length === 0;
  if (isWhole && draftDigest(draft) === draftDigest(inFile)) return { kind: 'nothing' };
  const isCommitted = isCommittedSince(tree, scope.agentId, whole.since ?? scope.sessionId);
  if (isWhole && !isBlank(draft) && isCommitted(draft)) return { kind: 'nothing' };
  const isNewer = isWhole && tree.tree.id === scope.treeId && known.has(draftDigest(inFile));
  if (isNewer && fits(tree, draft)) {
    const shownFor = (edit: PendingEdit) => shownAt(getNode(tree, edit.nodeId).positionId);
    const shown = { ...draft, edits: draft.edits.filter((edit) => shownFor(edit) === edit.nodeId) };
    // A commit took more edits than the journal knew: a later commit would overwrite what it wrote, unseen.
    const hidden = draft.edits.filter((edit) => {
      const version = shownFor(edit);
      if (version === edit.nodeId) return false;
      const isShown = version !== undefined && textAt(tree, version) === edit.text;
      return !isShown && !isCommitted({ ...draft, buffer: NO_TEXT, edits: [edit] });
    });
    if (draftDigest(shown) !== draftDigest(inFile)) return { kind: 'newer', draft: shown, hidden, unapplied };
    const remaining = { ...draft, buffer: NO_TEXT, edits: hidden };
    return hidden.length === 0 ? { kind: 'nothing' } : { kind: 'orphaned', draft: remaining, unapplied: [] };
  }
  return isWhole && isBlank(draft) ? { kind: 'nothing' } : { kind: 'orphaned', draft, unapplied };
}

/** Returns true if all nodes that a draft refers to are in the tree and its head is reachable. */
export function fits(tree: TreeView, { head, edits }: Draft): boolean {
  return isReachable(tree, head) && edits.every(({ nodeId }) => tree.findNode(nodeId) !== undefined);
}

/** Returns true if a path can lead to a position. */
export function isReachable(tree: TreeView, position: PositionId): boolean {
  if (tree.versionsAt(position).length === 0 || isHidden(tree, position)) return false;
  return position === tree.tree.rootPositionId || tree.parentOf(position) !== null;
}

function isBlank({ buffer, edits }: Draft): boolean {
  return buffer.text.trim() === '' && edits.length === 0;
}

/**
 * Returns true if newer nodes contain the draft's text: a commit wrote them and the program ended before the journal
 * was updated. Older nodes do not count, since the writer may return to the exact words of an earlier version. If in
 * doubt, false: text twice is better than lost text.
 */
function isCommittedSince(tree: TreeView, agentId: AgentId, since: string): (draft: Draft) => boolean {
  const isNewer = (node: { readonly id: string; readonly authorId: string }) =>
    node.authorId === agentId && node.id > since;
  const isInVersion = (position: PositionId, text: string): boolean =>
    tree.versionsAt(position).some((node) => isNewer(node) && textAt(tree, node.id) === text);
  const continuesWith = (position: PositionId, text: string): boolean =>
    tree.childrenOf(position).some((child) =>
      tree.versionsAt(child).some((node) => {
        const committed = textAt(tree, node.id);
        if (!isNewer(node) || committed === '' || !text.startsWith(committed)) return false;
        // A split may have divided it into two nodes.
        return committed === text || continuesWith(child, text.slice(committed.length));
      }),
    );
  return ({ head, buffer, edits }) =>
    (buffer.text.trim() === '' || continuesWith(head, buffer.text)) &&
    edits.every(({ nodeId, text }) => {
      const node = tree.findNode(nodeId);
      if (node === undefined) return false;
      if (isInVersion(node.positionId, text)) return true;
      const parent = tree.parentOf(node.positionId);
      return parent !== null && tree.childrenOf(parent).some((sibling) => isInVersion(sibling, text));
    });
}

/** The committed text of a node. @throws {AspenError} NOT_FOUND */
function textAt(tree: TreeView, node: Parameters<TreeView['getContent']>[0]): string {
  return textOf(tree.getContent(node).content);
}

/** Between the composer's texts of the file and of the journal, where they are unrelated. */
const BETWEEN = '\n\n';

/**
 * Compares a journaled draft of a conversation with what the file has now, part by part (`dialogue.md`, *The tree*): the
 * composer comes back at the head, and every edit whose node is in the tree comes back as an edit, wherever the path
 * is. Of a part that both have and neither knew of the other's, the composer has both texts, and the journaled edit is
 * left over.
 * @param inFile whose head is that of the path
 * @param apply applies steps to a draft; throws if they do not fit it
 */
export function reconcileConversation(
  tree: TreeView,
  inFile: Draft,
  journaled: JournaledDraft,
  apply: (draft: Draft, ops: readonly DraftOp[]) => Draft,
): Reconciliation {
  const { draft, unapplied, states } = replayDraft(journaled, apply);
  const isNewer = states.some((state) => draftDigest(state) === draftDigest(inFile));
  const isKnown = isNewer || journaled.whole.fileDigest === draftDigest(inFile);
  const hadText = (nodeId: NodeId | null, text: string) =>
    isKnown || states.some((state) => textIn(state, nodeId) === text);
  const { scope, whole } = journaled;
  const isCommitted = isCommittedSince(tree, scope.agentId, whole.since ?? scope.sessionId);

  const own = new Map(inFile.edits.map((edit) => [edit.nodeId, edit]));
  const edits = new Map<NodeId, PendingEdit>(isKnown ? [] : own);
  const left: PendingEdit[] = [];
  for (const edit of draft.edits) {
    const { nodeId, text } = edit;
    const other = own.get(nodeId);
    if (tree.findNode(nodeId) === undefined) left.push(edit);
    else if (isCommitted({ ...draft, buffer: NO_TEXT, edits: [edit] })) {
      if (other !== undefined) edits.set(nodeId, other);
    } else if (other === undefined || hadText(nodeId, other.text)) edits.set(nodeId, edit);
    else if (other.text !== text) left.push(edit);
  }
  const buffer = isSent(tree, draft, inFile, journaled)
    ? inFile.buffer
    : joinComposers(inFile.buffer, draft.buffer, (text) => hadText(null, text));
  const merged: Draft = { head: inFile.head, buffer, edits: [...edits.values()] };
  const hasLeft = left.length > 0 || unapplied.length > 0;
  if (draftDigest(merged) !== draftDigest(inFile))
    return { kind: 'newer', draft: merged, hidden: left, unapplied };
  if (!hasLeft) return { kind: 'nothing' };
  return { kind: 'orphaned', draft: { ...merged, buffer: NO_TEXT, edits: left }, unapplied };
}

/** Undefined if the draft has no edit of the node. */
function textIn({ buffer, edits }: Draft, nodeId: NodeId | null): string | undefined {
  return nodeId === null ? buffer.text : edits.find((edit) => edit.nodeId === nodeId)?.text;
}

/**
 * Returns true if the composer was sent before the program ended: typing that came with Send is not in the journal, so
 * the message may be longer. A message that was there before is the head then.
 */
function isSent(
  tree: TreeView,
  { head, buffer: { text } }: Draft,
  inFile: Draft,
  { scope, whole }: JournaledDraft,
): boolean {
  if (text.trim() === '') return false;
  const since = whole.since ?? scope.sessionId;
  return tree
    .childrenOf(head)
    .some((child) =>
      tree
        .versionsAt(child)
        .some(
          ({ id, authorId, editedFrom }) =>
            authorId === scope.agentId &&
            editedFrom === null &&
            (id > since
              ? textAt(tree, id).startsWith(text)
              : child === inFile.head && textAt(tree, id) === text),
        ),
    );
}

/** @param isEarlier whether the journaled text was made from this one */
function joinComposers(
  inFile: SpannedText,
  journaled: SpannedText,
  isEarlier: (text: string) => boolean,
): SpannedText {
  const isSame = inFile.text === journaled.text;
  if (isSame || isEarlier(inFile.text) || inFile.text.trim() === '') return journaled;
  if (journaled.text.trim() === '') return inFile;
  const [first] = journaled.spans;
  const between: Spans = first === undefined ? [] : [{ agent: first.agent, length: BETWEEN.length }];
  return {
    text: `${inFile.text}${BETWEEN}${journaled.text}`,
    spans: concatSpans(inFile.spans, between, journaled.spans),
  };
}
