import { continuesMessage, type Origins, speakerOf } from '../../../core/context/message-origin.ts';
import type { ContextNode } from '../../../core/context/story.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { getTree } from '../../store/tables/trees.ts';
import { findUnsentOnPath } from '../../store/tree/find-unsent.ts';
import { readOrigins } from '../../store/tree/message-origins.ts';
import { loadPath } from '../../store/tree/path-loading.ts';

/**
 * The path to a position as someone sees it, as a request would send it: without the root, and with no draft of anyone.
 * @throws {AspenError} NOT_FOUND
 */
export function readPathContext(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  position: PositionId,
): readonly ContextNode[] {
  const path = loadPath(reader, treeId, agentId, position)
    .slice(1)
    .map((step) => step.node);
  return nodesToSend(reader, treeId, path, getTree(reader, treeId).mode === 'dialogue');
}

/**
 * Nodes of a path as a request would send them.
 * @param edited texts in place of committed ones
 */
export function nodesToSend(
  reader: Reader,
  treeId: TreeId,
  path: readonly WholeNode[],
  isDialogue: boolean,
  edited: ReadonlyMap<NodeId, string> = new Map(),
): readonly ContextNode[] {
  const origins: Origins = isDialogue ? readOrigins(reader, path) : new Map();
  const unsent = findUnsentOnPath(reader, treeId, path);
  return path.map((node) => ({
    nodeId: node.id,
    text: edited.get(node.id) ?? textOf(node.content),
    speakerId: speakerOf(node, origins),
    continues: isDialogue && continuesMessage(node, origins),
    excluded: unsent.get(node.positionId) === 'excluded',
    pruned: unsent.get(node.positionId) === 'pruned',
  }));
}
