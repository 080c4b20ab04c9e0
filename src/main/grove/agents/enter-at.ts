/** An agent's place in the tree that it acts on is where its own path ends (`agents.md`, *A turn*). */
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import { moveHead, selectVersion } from '../../../core/tree/path.ts';
import { findCursor } from '../../store/tables/path-state.ts';
import { changeTree } from './change-tree.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandView, CommandWrite } from './command-view.ts';

/**
 * Puts an agent at a position, whether or not it has a path in the tree.
 * @returns what undoes it; null if the agent was there
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the position or one above it is pruned
 */
export function enterAt(context: CommandContext, position: PositionId): CommandWrite | null {
  const { store, treeId, actor } = context;
  if (findCursor(store, treeId, actor.id)?.head === position) return null;
  return changeTree(context, 'commit', (after) => after.addPath(moveHead(after.tree, after.path, position)))
    .write;
}

/** Moves an agent's path to a node, which it then shows. @throws {AspenError} as `moveHead` */
export function goTo(view: CommandView, nodeId: NodeId): void {
  view.write(
    'commit',
    (after) => {
      after.addPath(selectVersion(after.tree, after.path, nodeId));
      after.addPath(moveHead(after.tree, after.path, getNode(after.tree, nodeId).positionId));
    },
    nodeId,
  );
}
