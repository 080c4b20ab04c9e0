/** Changes that stay when a turn is undone or redone, with reasons (`agents.md`, *Undoing a turn*). */
import type { AgentId, LocalId, NodeId } from '../../../../core/ids.ts';
import { hasSameContent } from '../../../../core/tree/operations.ts';
import { type TreeNode, textOf } from '../../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../../core/tree/tree-view.ts';
import type { KeptChange } from '../../../../ipc/wire/turn.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findLaterBelow, runsThrough } from '../../../store/tree/lineage.ts';
import type { UndoneTurn } from './other-turns.ts';

/**
 * The reason not to hide a position: others have written there, or the writer does now. Null if there is none.
 * @param later an id: only what was added after it counts
 */
export function writtenOn(turn: UndoneTurn, node: TreeNode, later: string): KeptChange | null {
  const { options, tx, treeId, own, after } = turn;
  const found = findLaterBelow(tx, treeId, node.positionId, later, own);
  if (found !== undefined) return keptBy(turn, node, found.authorId);
  const { edited, typedAfter = null } = options.writerWork(treeId);
  const at = edited.flatMap((id) => after.tree.findNode(id)?.positionId ?? []);
  const isWriting = [...at, ...(typedAfter === null ? [] : [typedAfter])].some((position) =>
    runsThrough(tx, treeId, position, node.positionId),
  );
  return isWriting ? keptBy(turn, node, options.writerId) : null;
}

/** A change that stays because someone has built on it. */
export function keptBy({ options, tx }: UndoneTurn, { localId }: TreeNode, author: AgentId): KeptChange {
  if (author === options.writerId) return { localId, why: 'writtenOn', byWriter: true };
  return { localId, why: 'writtenOn', byWriter: false, by: getAgent(tx, author).name };
}

/** Returns true if two nodes have the same words by the same authors. */
export function hasSameText(tree: TreeView, one: NodeId, other: NodeId): boolean {
  const { content, spans } = tree.getContent(other);
  return hasSameContent(tree.getContent(one), textOf(content), spans);
}

/** A change of a node that is not in the tree any more. A local id is the end of an id (`domain.md`). */
export function missing(id: NodeId): KeptChange {
  return { localId: id.slice(-6).toLowerCase() as LocalId, why: 'missing', byWriter: false };
}
