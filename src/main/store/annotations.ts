import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { WholeNode } from '../../core/tree/tree-node.ts';
import { findPositionKey, getTreeKey, readAgentKeys } from './keys.ts';
import { selectWholeNodes, toNodeContent, toTreeNode } from './node-rows.ts';
import { defineQuery, type Reader } from './query.ts';
import type { Key } from './schema.ts';

/** A note, and the version that its author had in front of them. */
export interface Annotation {
  readonly node: WholeNode;
  readonly originId: NodeId;
}

const annotationsOf = defineQuery('annotation.list', (db, p: { position: Key }) =>
  selectWholeNodes(db)
    .innerJoin('edge', 'edge.target_node_key', 'node.key')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .innerJoin('node as origin', 'origin.key', 'edge_source.origin_node_key')
    .select('origin.id as origin_id')
    .where('edge_source.position_key', '=', p.position)
    .where('edge_source.role', '=', 'primary')
    .where('edge.edge_type', '=', 'annotation')
    .orderBy('node.id'),
);

/**
 * Notes on any version at a position, oldest first; empty where there is no such position.
 * @throws {AspenError} NOT_FOUND where there is no such tree; CORRUPT where a note makes no sense
 */
export function listAnnotations(reader: Reader, treeId: TreeId, position: PositionId): readonly Annotation[] {
  const key = findPositionKey(reader, getTreeKey(reader, treeId), position);
  if (key === undefined) return [];
  const agents = readAgentKeys(reader);
  return reader.all(annotationsOf, { position: key }).map((row) => ({
    node: { ...toTreeNode(row), ...toNodeContent(row, agents) },
    originId: row.origin_id as NodeId,
  }));
}
