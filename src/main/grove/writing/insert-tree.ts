import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree, TreeMode } from '../../../core/tree/loom-tree.ts';
import { createRoot } from '../../../core/tree/operations.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { createTree } from '../../store/tables/trees.ts';

/**
 * Creates an empty tree with its root.
 * @param topicTreeId the manuscript that it is a conversation about
 * @throws {AspenError} NOT_FOUND if there is no agent `by` or no such topic
 */
export function insertTree(
  tx: FileTransaction,
  title: string,
  by: AgentId,
  idsAndClock: IdsAndClock,
  mode: TreeMode = 'buffer',
  topicTreeId: TreeId | null = null,
): LoomTree {
  const time = idsAndClock.now();
  const tree: LoomTree = {
    rootPositionId: idsAndClock.newId() as PositionId,
    id: idsAndClock.newId() as TreeId,
    title,
    description: null,
    summary: null,
    mode,
    topicTreeId,
    systemContext: null,
    settings: {},
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
  createTree(tx, by, tree, createRoot(tree, { id: by, type: 'human' }, idsAndClock));
  return tree;
}
