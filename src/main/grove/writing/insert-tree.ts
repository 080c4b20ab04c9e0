import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import type { Mint } from '../../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createRoot } from '../../../core/tree/operations.ts';
import type { Writer } from '../../store/connection/store.ts';
import { createTree } from '../../store/tables/trees.ts';

/** Makes an empty tree in buffer mode, with its root. @throws {AspenError} NOT_FOUND where there is no such agent */
export function plantTree(writer: Writer, title: string, by: AgentId, mint: Mint): LoomTree {
  const time = mint.now();
  const tree: LoomTree = {
    rootPositionId: mint.newId() as PositionId,
    id: mint.newId() as TreeId,
    title,
    description: null,
    summary: null,
    mode: 'buffer',
    systemContext: null,
    settings: {},
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
  createTree(writer, by, tree, createRoot(tree, { id: by, type: 'human' }, mint));
  return tree;
}
