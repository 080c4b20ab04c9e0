import type { NodeId, PositionId } from '../ids.ts';
import { normaliseSpannedText } from '../text/normalise.ts';
import type { IdsAndClock } from '../tree/ids-and-clock.ts';
import { type Author, getNode } from '../tree/new-node.ts';
import { continueFrom, revise, saysTheSame } from '../tree/operations.ts';
import { Overlay } from '../tree/overlay.ts';
import { moveHead, selectVersion, versionAt } from '../tree/path.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import type { TreeNode } from '../tree/tree-node.ts';
import type { PathView, TreeView } from '../tree/tree-view.ts';
import type { Draft, SpannedText } from './draft.ts';

/** What became of one part of the draft. */
export interface CommittedPart {
  /** The node that a pending edit was of; null for the working buffer. */
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

export interface CommitPlan {
  readonly change: TreeChange;
  /** Pending edits in path order, then the working buffer, if it became a node. */
  readonly parts: readonly CommittedPart[];
}

export interface CommitOptions {
  /** A working buffer of nothing but white space is let go: the writer is switching (`domain.md`, *Paths*). */
  readonly letBlankGo: boolean;
}

/**
 * Which rows a draft becomes (`domain.md`, *commit draft*): pending edits in path order, each a `revise`, then the
 * working buffer. A later node's origin is the version that the same commit just selected above it. An edit that
 * leaves its node as it is is dropped, and that node is what its position shows; a working buffer that undo made out of
 * a node, and that says what the node says, selects the node.
 *
 * In dialogue mode each edit is a branch beside its node; what the working buffer continues is the head as it was when
 * it was typed, and the path follows it.
 *
 * @param draft its edits in path order
 * @throws {AspenError} NOT_FOUND where it edits a node or follows a head that is not there; INVALID_ARGUMENT where it
 *   edits the root or spans do not fit their text
 */
export function planCommit(
  tree: TreeView,
  path: PathView,
  draft: Draft,
  author: Author,
  idsAndClock: IdsAndClock,
  { letBlankGo }: CommitOptions,
): CommitPlan {
  const overlay = new Overlay(tree, path);
  const parts: CommittedPart[] = [];
  for (const edit of draft.edits) {
    const { nodeId } = edit;
    const { positionId } = getNode(overlay.tree, nodeId);
    const { text, spans } = normaliseSpannedText(edit);
    if (saysTheSame(overlay.tree.getContent(nodeId), text, spans)) {
      if (overlay.path.selectedAt(positionId) !== nodeId)
        overlay.addPath(selectVersion(overlay.tree, nodeId));
      parts.push({ was: nodeId, nodeId, positionId });
      continue;
    }
    const content = { content: { type: 'text', text }, spans } as const;
    const change = revise(overlay.tree, overlay.path, nodeId, content, author, idsAndClock);
    overlay.add(change);
    const became = whatBecame(overlay, change);
    if (became !== undefined) parts.push({ was: nodeId, nodeId: became.id, positionId: became.positionId });
  }
  const buffer = normaliseSpannedText(draft.buffer);
  const again = findNodeAgain(overlay.tree, draft, buffer);
  if (again !== undefined) {
    const { id, positionId } = again;
    overlay.addPath(moveHead(overlay.tree, overlay.path, positionId));
    overlay.addPath(selectVersion(overlay.tree, id));
    parts.push({ was: null, nodeId: id, positionId });
  } else if (isWorthANode(buffer, letBlankGo)) {
    const { text, spans } = buffer;
    const content = { content: { type: 'text', text }, spans } as const;
    const change = continueFrom(overlay.tree, overlay.path, draft.head, content, author, idsAndClock);
    overlay.add(change);
    for (const { id, positionId } of change.nodes) parts.push({ was: null, nodeId: id, positionId });
  }
  return { change: overlay.change(), parts };
}

/** The node that an edit was made into, or that was there already and says the same. */
function whatBecame({ tree, path }: Overlay, { nodes, path: moved }: TreeChange): TreeNode | undefined {
  const selected = moved.selected.at(-1);
  if (nodes[0] !== undefined) return nodes[0];
  if (moved.head !== undefined) return versionAt(tree, path, moved.head);
  return selected && tree.findNode(selected.version);
}

/**
 * The node that the working buffer was, where it still says the same after the same head and can be shown. An empty
 * buffer is none, though a node may say nothing too: nobody asked to go there.
 */
function findNodeAgain(tree: TreeView, draft: Draft, { text, spans }: SpannedText): TreeNode | undefined {
  if (text === '') return undefined;
  const { wasNode } = draft.buffer;
  const node = wasNode === undefined ? undefined : tree.findNode(wasNode);
  if (node === undefined || node.pruned || tree.parentOf(node.positionId) !== draft.head) return undefined;
  return saysTheSame(tree.getContent(node.id), text, spans) ? node : undefined;
}

function isWorthANode({ text }: SpannedText, letBlankGo: boolean): boolean {
  return letBlankGo ? text.trim() !== '' : text !== '';
}
