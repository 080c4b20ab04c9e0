import type { NodeId, PositionId } from '../ids.ts';
import type { Mint } from '../tree/mint.ts';
import type { Author } from '../tree/new-node.ts';
import { continueFrom, revise, saysTheSame } from '../tree/operations.ts';
import { Overlay } from '../tree/overlay.ts';
import type { TreeChange } from '../tree/tree-change.ts';
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
 * leaves its node as it is is dropped.
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
  mint: Mint,
  { letBlankGo }: CommitOptions,
): CommitPlan {
  const overlay = new Overlay(tree, path);
  const parts: CommittedPart[] = [];
  for (const { nodeId, text, spans } of draft.edits) {
    if (saysTheSame(overlay.tree.getContent(nodeId), text, spans)) {
      const positionId = overlay.tree.findNode(nodeId)?.positionId;
      if (positionId !== undefined) parts.push({ was: nodeId, nodeId, positionId });
      continue;
    }
    const content = { content: { type: 'text', text }, spans } as const;
    const change = revise(overlay.tree, overlay.path, nodeId, content, author, mint);
    overlay.add(change);
    const selected = change.path.selected.at(-1);
    if (selected !== undefined)
      parts.push({ was: nodeId, nodeId: selected.version, positionId: selected.position });
  }
  if (isWorthANode(draft.buffer, letBlankGo)) {
    const { text, spans } = draft.buffer;
    const content = { content: { type: 'text', text }, spans } as const;
    const change = continueFrom(overlay.tree, overlay.path, draft.head, content, author, mint);
    overlay.add(change);
    for (const { id, positionId } of change.nodes) parts.push({ was: null, nodeId: id, positionId });
  }
  return { change: overlay.change(), parts };
}

function isWorthANode({ text }: SpannedText, letBlankGo: boolean): boolean {
  return letBlankGo ? text.trim() !== '' : text !== '';
}
