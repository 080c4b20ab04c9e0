import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { EdgeSource, EdgeType, Hyperedge } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getNodeKeys, getPositionKey } from './keys.ts';
import type { EdgeSourceTable, Key, SourceRole } from './schema.ts';
import { insertRow } from './write-row.ts';

const edgeInto = defineQuery('edge.into', (db, p: { target: string }) =>
  db
    .selectFrom('node as target')
    .innerJoin('edge', 'edge.target_node_key', 'target.key')
    .innerJoin('loom_tree', 'loom_tree.key', 'edge.loom_tree_key')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .innerJoin('node as position', 'position.key', 'edge_source.position_key')
    .innerJoin('node as origin', 'origin.key', 'edge_source.origin_node_key')
    .select([
      'edge.id',
      'loom_tree.id as tree_id',
      'edge.edge_type',
      'edge.created_at',
      'edge_source.role',
      'position.id as position_id',
      'origin.id as origin_id',
    ])
    .where('target.id', '=', p.target)
    .orderBy('edge_source.ordinal'),
);

const insertEdgeRow = defineQuery(
  'edge.insert',
  (db, p: { id: string; tree: Key; target: Key; type: EdgeType; createdAt: number }) =>
    db
      .insertInto('edge')
      .values({
        id: p.id,
        loom_tree_key: p.tree,
        target_node_key: p.target,
        edge_type: p.type,
        created_at: p.createdAt,
      })
      .returning('key'),
);

const insertSourceRow = insertRow('edge_source.insert', 'edge_source');

/** The one edge into a node, with its sources in stored order; undefined at a root. */
export function findEdgeInto(reader: Reader, node: NodeId): Hyperedge | undefined {
  const rows = reader.all(edgeInto, { target: node });
  const [edge] = rows;
  if (edge === undefined) return undefined;
  return {
    id: edge.id as Hyperedge['id'],
    treeId: edge.tree_id as TreeId,
    targetId: node,
    type: edge.edge_type,
    sources: rows.map((row) => toSource(row.role, row.position_id, row.origin_id)),
    createdAt: edge.created_at,
  };
}

export function toSource(role: SourceRole, position: string, origin: string): EdgeSource {
  return role === 'primary'
    ? { role, positionId: position as PositionId, originId: origin as NodeId }
    : { role, nodeId: origin as NodeId };
}

/**
 * Writes edges with their sources.
 * @throws {AspenError} NOT_FOUND when one names a node that does not exist; INVALID_ARGUMENT when it does not
 *   have exactly one primary source, or the origin is not a version at the source position
 */
export function insertEdges(tx: FileTransaction, tree: Key, edges: readonly Hyperedge[]): void {
  for (const edge of edges) {
    if (edge.sources.filter(({ role }) => role === 'primary').length !== 1) {
      throw new AspenError('INVALID_ARGUMENT', `edge ${edge.id} does not have exactly one primary source`);
    }
    const target = getNodeKeys(tx, tree, edge.targetId).key;
    const { id, type, createdAt } = edge;
    const inserted = tx.first(insertEdgeRow, { id, tree, target, type, createdAt });
    if (inserted === undefined) continue;
    edge.sources.forEach((source, ordinal) => {
      tx.run(insertSourceRow, {
        edge_key: inserted.key,
        ordinal,
        role: source.role,
        ...sourceKeys(tx, tree, source),
      });
    });
  }
}

function sourceKeys(
  tx: FileTransaction,
  tree: Key,
  source: EdgeSource,
): Pick<EdgeSourceTable, 'position_key' | 'origin_node_key'> {
  if (source.role !== 'primary') {
    const { key, position_key } = getNodeKeys(tx, tree, source.nodeId);
    return { position_key, origin_node_key: key };
  }
  const position = getPositionKey(tx, tree, source.positionId);
  const origin = getNodeKeys(tx, tree, source.originId);
  if (origin.position_key !== position) {
    throw new AspenError('INVALID_ARGUMENT', `${source.originId} is not a version at ${source.positionId}`);
  }
  return { position_key: position, origin_node_key: origin.key };
}
