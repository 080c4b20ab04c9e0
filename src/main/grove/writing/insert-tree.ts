import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createRoot } from '../../../core/tree/operations.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { createTree } from '../../store/tables/trees.ts';

/** What a tree is; by default a story in buffer mode, about no other. */
export type TreeNature = Partial<Pick<LoomTree, 'mode' | 'kind' | 'topicTreeId'>>;

/**
 * Creates an empty tree with its root.
 * @throws {AspenError} NOT_FOUND if there is no agent `by` or no such topic
 */
export function insertTree(
  tx: FileTransaction,
  title: string,
  by: AgentId,
  idsAndClock: IdsAndClock,
  { mode = 'buffer', kind = 'story', topicTreeId = null }: TreeNature = {},
): LoomTree {
  const time = idsAndClock.now();
  const tree: LoomTree = {
    rootPositionId: idsAndClock.newId() as PositionId,
    id: idsAndClock.newId() as TreeId,
    title,
    description: null,
    summary: null,
    mode,
    kind,
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
