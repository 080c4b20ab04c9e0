import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, NodeId, TreeId } from '../../../core/ids.ts';
import type { TreeHeaders } from '../../../core/tree/tree-index.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getTreeKey, readAgentKeys } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';

/** What the file tells of each node besides what a walk through the tree needs; -1 names no node. */
export interface StoredHeaders extends TreeHeaders {
  readonly localIds: readonly LocalId[];
  readonly editedFrom: Int32Array;
  /** Indexes into `agents`. */
  readonly authors: Int32Array;
  readonly agents: readonly AgentId[];
  readonly createdAt: Float64Array;
}

type HeaderRow = readonly [
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

const headersOf = defineQuery(
  'tree.headers',
  (_, p: { tree: Key }) => sql<never>`
    select node.key, node.id, node.local_id, node.position_key, node.edited_from_key, node.author_agent_key,
      node.created_at,
      -- a sum of INDEX_FLAGS (core/tree/tree-index.ts)
      node.bookmarked + 2 * node.pruned + 4 * node.excluded + 8 * (edge.edge_type is 'annotation')
        + 16 * (node.author_type = 'model'),
      source.position_key
    from node
    left join edge on edge.target_node_key = node.key
    left join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    where node.loom_tree_key = ${p.tree}`,
);

/**
 * Loads the headers of a tree, in the order of their ids; the cost follows the number of nodes, never their texts.
 * @throws {AspenError} NOT_FOUND; CORRUPT where a node refers to one of another tree
 */
export function loadTreeHeaders(reader: Reader, treeId: TreeId): StoredHeaders {
  const rows: HeaderRow[] = [];
  for (const row of reader.columns(headersOf, { tree: getTreeKey(reader, treeId) }))
    rows.push(row as unknown as HeaderRow);
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
  const headers = {
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
    headers.positions[at] = indexOf(position);
    headers.parents[at] = parent === null ? -1 : indexOf(parent);
    headers.editedFrom[at] = editedFrom === null ? -1 : indexOf(editedFrom);
    headers.authors[at] = indexOfAgent(author);
    headers.createdAt[at] = createdAt;
    headers.flags[at] = flags;
  });
  return headers;
}

/** By binary search, since a damaged file may have keys of any size. */
function indexOfKeys(rows: readonly HeaderRow[]): (key: Key) => number {
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
