import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { Key } from './schema.ts';

const treeKey = defineQuery('tree.key', (db, p: { id: string }) =>
  db.selectFrom('loom_tree').select('key').where('id', '=', p.id),
);

const agentKey = defineQuery('agent.key', (db, p: { id: string }) =>
  db.selectFrom('agent').select('key').where('id', '=', p.id),
);

const responseKey = defineQuery('response.key', (db, p: { id: string }) =>
  db.selectFrom('raw_api_response').select('key').where('id', '=', p.id),
);

const nodeKeys = defineQuery('node.key', (db, p: { id: string; tree: Key }) =>
  db
    .selectFrom('node')
    .select(['key', 'position_key'])
    .where('id', '=', p.id)
    .where('loom_tree_key', '=', p.tree),
);

const allAgentKeys = defineQuery('agent.keys', (db) => db.selectFrom('agent').select(['key', 'id']));

function orNotFound<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw new AspenError('NOT_FOUND', `no ${what} ${id}`);
  return value;
}

export function findTreeKey(reader: Reader, id: TreeId): Key | undefined {
  return reader.first(treeKey, { id })?.key;
}

/** @throws {AspenError} NOT_FOUND */
export function getTreeKey(reader: Reader, id: TreeId): Key {
  return orNotFound(findTreeKey(reader, id), 'tree', id);
}

export function findAgentKey(reader: Reader, id: AgentId): Key | undefined {
  return reader.first(agentKey, { id })?.key;
}

/** @throws {AspenError} NOT_FOUND */
export function getAgentKey(reader: Reader, id: AgentId): Key {
  return orNotFound(findAgentKey(reader, id), 'agent', id);
}

/** @throws {AspenError} NOT_FOUND */
export function getResponseKey(reader: Reader, id: ResponseId): Key {
  return orNotFound(reader.first(responseKey, { id }), 'response', id).key;
}

export interface NodeKeys {
  readonly key: Key;
  readonly position_key: Key;
}

export function findNodeKeys(reader: Reader, tree: Key, id: NodeId): NodeKeys | undefined {
  return reader.first(nodeKeys, { id, tree });
}

/** @throws {AspenError} NOT_FOUND when the tree has no such node */
export function getNodeKeys(reader: Reader, tree: Key, id: NodeId): NodeKeys {
  return orNotFound(findNodeKeys(reader, tree, id), 'node', id);
}

/** The key of the first node at a position; undefined for the id of a later version. */
export function findPositionKey(reader: Reader, tree: Key, id: PositionId): Key | undefined {
  const keys = reader.first(nodeKeys, { id, tree });
  return keys !== undefined && keys.key === keys.position_key ? keys.key : undefined;
}

/** @throws {AspenError} NOT_FOUND when the tree has no such position */
export function getPositionKey(reader: Reader, tree: Key, id: PositionId): Key {
  return orNotFound(findPositionKey(reader, tree, id), 'position', id);
}

/** Maps between the keys and ids of all agents, read once: spans name agents by key. */
export interface AgentKeys {
  findKey(id: AgentId): Key | undefined;
  /** @throws {AspenError} NOT_FOUND */
  keyOf(id: AgentId): Key;
  /** @throws {AspenError} CORRUPT when there is no such agent */
  idOf(key: Key): AgentId;
}

/** Reads them when they are first asked for. */
export function lazyAgentKeys(reader: Reader): () => AgentKeys {
  let keys: AgentKeys | undefined;
  return () => {
    keys ??= readAgentKeys(reader);
    return keys;
  };
}

export function readAgentKeys(reader: Reader): AgentKeys {
  const keys = new Map<string, Key>();
  const ids = new Map<Key, AgentId>();
  for (const { key, id } of reader.all(allAgentKeys, NONE)) {
    keys.set(id, key);
    ids.set(key, id as AgentId);
  }
  return {
    findKey: (id) => keys.get(id),
    keyOf: (id) => orNotFound(keys.get(id), 'agent', id),
    idOf: (key) => {
      const id = ids.get(key);
      if (id === undefined) throw new AspenError('CORRUPT', `no agent has the key ${key}`);
      return id;
    },
  };
}
