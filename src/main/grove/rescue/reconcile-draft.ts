import type { Draft, PendingEdit, SpannedText } from '../../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { isHidden } from '../../../core/tree/path.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { JournaledDraft } from '../writing/recovery-journal.ts';

const NO_TEXT: SpannedText = { text: '', spans: [] };

/** What is to become of a draft that a session left in the journal. */
export type Reconciliation =
  /** The file has all of it, or there is nothing to it. */
  | { readonly kind: 'nothing' }
  /** It is the newer one of what the file holds; edits of nodes that the path does not show are apart. */
  | { readonly kind: 'newer'; readonly draft: Draft; readonly hidden: readonly PendingEdit[] }
  /** It does not fit what the file holds; steps whose text is gone are left over. */
  | { readonly kind: 'stranded'; readonly draft: Draft; readonly left: readonly DraftOp[] };

/**
 * Holds a journaled draft against what the file has now (`storage.md`, *Typed text*). Where the file's draft is one
 * that the journaled one went through, that is the older one.
 * @param apply takes a draft a step further; throws where the step does not fit it
 * @param shownAt the version that the path shows at a position; undefined where it does not go through there
 */
export function reconcileDraft(
  tree: TreeView,
  inFile: Draft,
  { place, whole, ops }: JournaledDraft,
  apply: (draft: Draft, ops: readonly DraftOp[]) => Draft,
  shownAt: (position: PositionId) => NodeId | undefined,
): Reconciliation {
  const known = new Set([whole.fileDigest, draftDigest(whole.draft)]);
  let draft = whole.draft;
  const left: DraftOp[] = [];
  for (const op of ops.flat()) {
    try {
      draft = apply(draft, [op]);
      known.add(draftDigest(draft));
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      left.push(op);
    }
  }
  const isWhole = left.length === 0;
  if (isWhole && draftDigest(draft) === draftDigest(inFile)) return { kind: 'nothing' };
  const isSaid = saidSince(tree, place.agentId, whole.since ?? place.sessionId);
  if (isWhole && !isBlank(draft) && isSaid(draft)) return { kind: 'nothing' };
  const isNewer = isWhole && tree.tree.id === place.treeId && known.has(draftDigest(inFile));
  if (isNewer && fits(tree, draft)) {
    const shownFor = (edit: PendingEdit) => shownAt(getNode(tree, edit.nodeId).positionId);
    const shown = { ...draft, edits: draft.edits.filter((edit) => shownFor(edit) === edit.nodeId) };
    // A commit took more of them than the journal had heard of: the next one would put these in its place, unseen.
    const hidden = draft.edits.filter((edit) => {
      const version = shownFor(edit);
      if (version === edit.nodeId) return false;
      const isShown = version !== undefined && textAt(tree, version) === edit.text;
      return !isShown && !isSaid({ ...draft, buffer: NO_TEXT, edits: [edit] });
    });
    if (draftDigest(shown) !== draftDigest(inFile)) return { kind: 'newer', draft: shown, hidden };
    const rest = { ...draft, buffer: NO_TEXT, edits: hidden };
    return hidden.length === 0 ? { kind: 'nothing' } : { kind: 'stranded', draft: rest, left: [] };
  }
  return isWhole && isBlank(draft) ? { kind: 'nothing' } : { kind: 'stranded', draft, left };
}

/** Whether everything that a draft is about is in the tree, and to be seen there. */
export function fits(tree: TreeView, { head, edits }: Draft): boolean {
  return isToBeSeen(tree, head) && edits.every(({ nodeId }) => tree.findNode(nodeId) !== undefined);
}

/** Whether a path can lead to a position. */
export function isToBeSeen(tree: TreeView, position: PositionId): boolean {
  if (tree.versionsAt(position).length === 0 || isHidden(tree, position)) return false;
  return position === tree.tree.rootPositionId || tree.parentOf(position) !== null;
}

function isBlank({ buffer, edits }: Draft): boolean {
  return buffer.text.trim() === '' && edits.length === 0;
}

/**
 * Whether nodes that are newer say what a draft says: a commit wrote them, and the journal had no time to hear of it.
 * What stood there before says nothing: a writer may come back to the very words of an earlier version. Where there is
 * doubt the answer is no, since text twice is better than no text.
 */
function saidSince(tree: TreeView, agentId: AgentId, since: string): (draft: Draft) => boolean {
  const isNewer = (node: { readonly id: string; readonly authorId: string }) =>
    node.authorId === agentId && node.id > since;
  const says = (position: PositionId, text: string): boolean =>
    tree.versionsAt(position).some((node) => isNewer(node) && textAt(tree, node.id) === text);
  const goesOn = (position: PositionId, text: string): boolean =>
    tree.childrenOf(position).some((child) =>
      tree.versionsAt(child).some((node) => {
        const said = textAt(tree, node.id);
        if (!isNewer(node) || said === '' || !text.startsWith(said)) return false;
        // A split made two nodes of it.
        return said === text || goesOn(child, text.slice(said.length));
      }),
    );
  return ({ head, buffer, edits }) =>
    (buffer.text.trim() === '' || goesOn(head, buffer.text)) &&
    edits.every(({ nodeId, text }) => {
      const node = tree.findNode(nodeId);
      if (node === undefined) return false;
      if (says(node.positionId, text)) return true;
      const parent = tree.parentOf(node.positionId);
      return parent !== null && tree.childrenOf(parent).some((beside) => says(beside, text));
    });
}

function textAt(tree: TreeView, node: Parameters<TreeView['getContent']>[0]): string {
  return textOf(tree.getContent(node).content);
}
