import { sql } from 'kysely';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, LocalId, NodeId, TreeId } from '../../core/ids.ts';
import { NO_NODE, type TreeIndex } from '../../core/tree/tree-index.ts';
import { getTreeKey, readAgentKeys } from './keys.ts';
import { defineQuery, type Reader } from './query.ts';
import type { Key } from './schema.ts';

type IndexRow = readonly [
  key: Key,
  id: string,
  localId: string,
  position: Key,
  editedFrom: Key | null,
  author: Key,
  createdAt: number,
  flags: number,
  parent: Key | null,
];

const headers = defineQuery(
  'tree.index',
  (_, p: { tree: Key }) => sql<never>`
    select node.key, node.id, node.local_id, node.position_key, node.edited_from_key, node.author_agent_key,
      node.created_at,
      node.bookmarked + 2 * node.pruned + 4 * node.excluded + 8 * (edge.edge_type is 'annotation')
        + 16 * (node.author_type = 'model'),
      source.position_key
    from node
    left join edge on edge.target_node_key = node.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    where node.loom_tree_key = ${p.tree}`,
);

/**
 * Loads the index of a tree; its cost follows the number of nodes, never their texts.
 * @throws {AspenError} NOT_FOUND; CORRUPT where a node refers to one of another tree
 */
export function loadTreeIndex(reader: Reader, treeId: TreeId): TreeIndex {
  const rows: IndexRow[] = [];
  for (const row of reader.columns(headers, { tree: getTreeKey(reader, treeId) }))
    rows.push(row as unknown as IndexRow);
  rows.sort((one, other) => (one[1] < other[1] ? -1 : 1));

  const count = rows.length;
  const agentKeys = readAgentKeys(reader);
  const agents: AgentId[] = [];
  const agentIndexes = new Map<Key, number>();
  const indexOfAgent = (key: Key) => {
    const known = agentIndexes.get(key);
    if (known !== undefined) return known;
    agentIndexes.set(key, agents.length);
    return agents.push(agentKeys.idOf(key)) - 1;
  };
  const indexOf = indexOfKeys(rows);
  const index = {
    count,
    ids: rows.map((row) => row[1] as NodeId),
    localIds: rows.map((row) => row[2] as LocalId),
    positions: new Int32Array(count),
    parents: new Int32Array(count),
    editedFrom: new Int32Array(count),
    authors: new Int32Array(count),
    agents,
    createdAt: new Float64Array(count),
    flags: new Uint8Array(count),
  };
  rows.forEach(([, , , position, editedFrom, author, createdAt, flags, parent], at) => {
    index.positions[at] = indexOf(position);
    index.parents[at] = parent === null ? NO_NODE : indexOf(parent);
    index.editedFrom[at] = editedFrom === null ? NO_NODE : indexOf(editedFrom);
    index.authors[at] = indexOfAgent(author);
    index.createdAt[at] = createdAt;
    index.flags[at] = flags;
  });
  return index;
}

/** By binary search, since a damaged file may have keys of any size. */
function indexOfKeys(rows: readonly IndexRow[]): (key: Key) => number {
  const order = new Int32Array(rows.length).map((_, at) => at);
  const keyAt = (at: number) => rows[at]?.[0] ?? 0;
  order.sort((one, other) => keyAt(one) - keyAt(other));
  const keys = new Float64Array(rows.length).map((_, at) => keyAt(order[at] ?? 0));
  return (key) => {
    let low = 0;
    let high = keys.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    if (keys[low] !== key)
      throw new AspenError('CORRUPT', `a node refers to the key ${key}, which is not in its tree`);
    return order[low] ?? -1;
  };
}
