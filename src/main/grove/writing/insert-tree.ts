import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { inheritedSettings } from '../../../core/tree/inherited-settings.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createRoot } from '../../../core/tree/operations.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { findLastTree } from '../../store/tables/path-state.ts';
import { createTree, listTrees } from '../../store/tables/trees.ts';

/** The nature of a tree; by default a story in buffer mode, about no other. */
export type TreeNature = Partial<Pick<LoomTree, 'mode' | 'kind' | 'topicTreeId'>>;

/**
 * Creates an empty tree with its root, which asks agents as the tree where the agent `by` was last, or as the topic.
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
  const trees = listTrees(tx);
  const madeInId = topicTreeId ?? findLastTree(tx, by);
  const madeIn = trees.find(({ id }) => id === madeInId);
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
    settings: inheritedSettings(mode, madeIn, trees, listAgents(tx)),
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
  createTree(tx, by, tree, createRoot(tree, { id: by, type: 'human' }, idsAndClock));
  return tree;
}
