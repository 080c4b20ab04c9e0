import type { Draft } from '../../core/buffer/draft.ts';
import { type DraftOp, draftDigest } from '../../core/buffer/pending-edit.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, PositionId } from '../../core/ids.ts';
import { isHidden } from '../../core/tree/path.ts';
import { textOf } from '../../core/tree/tree-node.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { JournaledDraft } from './recovery-journal.ts';

/** What is to become of a draft that a session left in the journal. */
export type DraftVerdict =
  /** The file has all of it, or there is nothing to it. */
  | { readonly kind: 'nothing' }
  /** It is the newer one of what the file holds. */
  | { readonly kind: 'newer'; readonly draft: Draft }
  /** It does not fit what the file holds; steps whose text is gone are left over. */
  | { readonly kind: 'stranded'; readonly draft: Draft; readonly left: readonly DraftOp[] };

/**
 * Holds a journaled draft against what the file has now (`storage.md`, *Typed text*). Where the file's draft is one
 * that the journaled one went through, that is the older one.
 * @param apply takes a draft a step further; throws where the step does not fit it
 */
export function weighDraft(
  tree: TreeView,
  inFile: Draft,
  { place, whole, ops }: JournaledDraft,
  apply: (draft: Draft, ops: readonly DraftOp[]) => Draft,
): DraftVerdict {
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
  if (isWhole && isCommitted(tree, draft, place.agentId, whole.since ?? place.sessionId))
    return { kind: 'nothing' };
  if (isWhole && known.has(draftDigest(inFile)) && fits(tree, draft)) return { kind: 'newer', draft };
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
 * Whether nodes that are newer say what the draft says: a commit wrote them, and the journal had no time to hear of it.
 * What stood there before says nothing: a writer may come back to the very words of an earlier version. Where there is
 * doubt the answer is no, since text twice is better than no text.
 */
function isCommitted(tree: TreeView, draft: Draft, agentId: AgentId, since: string): boolean {
  if (isBlank(draft)) return false;
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
  const { head, buffer, edits } = draft;
  return (
    (buffer.text.trim() === '' || goesOn(head, buffer.text)) &&
    edits.every(({ nodeId, text }) => {
      const node = tree.findNode(nodeId);
      if (node === undefined) return false;
      if (says(node.positionId, text)) return true;
      const parent = tree.parentOf(node.positionId);
      return parent !== null && tree.childrenOf(parent).some((beside) => says(beside, text));
    })
  );
}

function textAt(tree: TreeView, node: Parameters<TreeView['getContent']>[0]): string {
  return textOf(tree.getContent(node).content);
}
