/** The time lines of a tree in another file: copied with the tree, or kept beside those of this one in a merge. */

import { sql } from 'kysely';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, eachPage, type Reader } from '../connection/query.ts';
import { copyAgents } from '../tables/agents.ts';
import { mapAuthorship } from '../tables/authorship-column.ts';
import { type ChainKeys, isInChain } from '../tables/history/chain-ref.ts';
import { mapDraftColumn } from '../tables/history/draft-column.ts';
import { insertExecution } from '../tables/history/executions.ts';
import { decodeKeys, encodeKeys, idsOf } from '../tables/history/key-list.ts';
import { insertLayer } from '../tables/history/layers.ts';
import { findNodeKeys, getPositionKey, getResponseKey, getTreeKey, readAgentKeys } from '../tables/keys.ts';
import { copyResponse } from '../tables/responses.ts';
import type { ExecutionTable, Key, LayerSnapshotTable, LayerTable } from '../tables/schema.ts';
import { insertRow } from '../tables/write-row.ts';

/** Layers read and written at a time. */
const PAGE = 500;

export interface CopyLayersOptions {
  readonly from: Reader;
  /** The tree, which both files have, with the nodes of both here. */
  readonly treeId: TreeId;
  /** Map ids of nodes and positions in the other file to their ids here. */
  nodeId(id: NodeId): NodeId;
  positionId(id: PositionId): PositionId;
  readonly by: AgentId;
}

type LayerRow = LayerTable & { readonly key: Key; readonly head_id: string | null };
type SnapshotRow = LayerSnapshotTable & { readonly head_id: string | null };
type ExecutionRow = ExecutionTable & {
  readonly fence_id: string | null;
  readonly response_id: string | null;
};

const chainsOf = defineQuery(
  'layer.chains',
  (_, p: { tree: Key }) => sql<Omit<ChainKeys, 'tree'>>`
    select distinct agent_key as agent, dimension, chain from layer where loom_tree_key = ${p.tree}
    order by agent_key, dimension, chain`,
);

const layerRows = defineQuery(
  'layer.rows',
  (_, p: ChainKeys & { after: number; limit: number }) => sql<LayerRow>`
    select layer.*, head.id as head_id from layer left join node as head on head.key = layer.head_position_key
    where ${isInChain(p)} and layer.seq > ${p.after}
    order by layer.seq limit ${p.limit}`,
);

const snapshotRows = defineQuery(
  'layer_snapshot.rows',
  (_, p: { layers: string }) => sql<SnapshotRow>`
    select layer_snapshot.*, head.id as head_id
    from json_each(${p.layers}) as wanted
    cross join layer_snapshot on layer_snapshot.layer_key = wanted.value
    left join node as head on head.key = layer_snapshot.head_position_key`,
);

const executionRows = defineQuery(
  'execution.rows',
  (_, p: { layers: string }) => sql<ExecutionRow>`
    select execution.*, fence.id as fence_id, response.id as response_id
    from json_each(${p.layers}) as wanted
    cross join execution on execution.layer_key = wanted.value
    left join node as fence on fence.key = execution.fence_node_key
    left join raw_api_response as response on response.key = execution.raw_api_response_key`,
);

const keysOfIds = defineQuery(
  'node.keysById',
  (_, p: { tree: Key; ids: string }) => sql<{ key: Key; id: string }>`
    select node.key, node.id from json_each(${p.ids}) as wanted
    cross join node on node.id = wanted.value and node.loom_tree_key = ${p.tree}`,
);

const keyOf = defineQuery(
  'layer.key',
  (_, p: ChainKeys & { seq: number }) => sql<{ key: Key }>`
    select key from layer where ${isInChain(p)} and layer.seq = ${p.seq}`,
);

const insertSnapshot = insertRow('layer_snapshot.copy', 'layer_snapshot');

const lastMoment = defineQuery(
  'layer.lastMoment',
  (_, p: ChainKeys) => sql<{ seq: number; created_at: number }>`
    select layer.seq, layer.created_at from layer where ${isInChain(p)} order by layer.seq desc limit 1`,
);

const momentAt = defineQuery(
  'layer.momentAt',
  (_, p: ChainKeys & { seq: number; createdAt: number }) => sql<{ key: Key }>`
    select layer.key from layer where ${isInChain(p)} and layer.seq = ${p.seq} and layer.created_at = ${p.createdAt}`,
);

/** Copies all time lines of a tree that was copied with the same ids, as they are. @throws {AspenError} CORRUPT */
export function copyLayers(tx: FileTransaction, options: CopyLayersOptions): void {
  const copy = openCopy(tx, options);
  for (const chain of copy.theirChains) copy.copyChain(chain, chain.chain, Number.MIN_SAFE_INTEGER);
}

/**
 * Keeps the time lines that another file has of a tree, each of an agent beside those of theirs here, read-only
 * (`layers.md`, *Exchange*). One that is here already is not copied again, and one that was copied here before and has
 * grown since gets the rest. What was rebuilt from a log is not copied.
 * @throws {AspenError} CORRUPT
 */
export function mergeLayers(tx: FileTransaction, options: CopyLayersOptions): void {
  const copy = openCopy(tx, options);
  for (const theirs of copy.theirChains) {
    if (theirs.chain < 0) continue;
    const ours = copy.ourChains().filter((chain) => chain.agent === copy.agentKey(theirs.agent));
    const beside = ours.filter(({ dimension, chain }) => dimension === theirs.dimension && chain >= 0);
    const end = options.from.first(lastMoment, theirs);
    const isHere = (chain: ChainKeys) =>
      end !== undefined &&
      tx.first(momentAt, { ...chain, seq: end.seq, createdAt: end.created_at }) !== undefined;
    if (end === undefined || beside.some(isHere)) continue;
    const begun = beside.flatMap((chain) => {
      const last = chain.chain === 0 ? undefined : tx.first(lastMoment, chain);
      if (last === undefined) return [];
      const there = { ...theirs, seq: last.seq, createdAt: last.created_at };
      return options.from.first(momentAt, there) === undefined
        ? []
        : [{ chain: chain.chain, after: last.seq }];
    })[0];
    const next = Math.max(0, ...beside.map(({ chain }) => chain)) + 1;
    copy.copyChain(theirs, begun?.chain ?? next, begun?.after ?? Number.MIN_SAFE_INTEGER);
  }
}

function openCopy(tx: FileTransaction, { from, treeId, nodeId, positionId, by }: CopyLayersOptions) {
  const [theirTree, tree] = [getTreeKey(from, treeId), getTreeKey(tx, treeId)];
  const theirChains = from.all(chainsOf, { tree: theirTree }).map((chain) => ({ ...chain, tree: theirTree }));
  const theirAgents = readAgentKeys(from);
  let ourAgents = readAgentKeys(tx);
  const agentKey = (key: Key): Key => {
    const id = theirAgents.idOf(key);
    if (ourAgents.findKey(id) === undefined) {
      copyAgents(tx, from, [id], by);
      ourAgents = readAgentKeys(tx);
    }
    return ourAgents.keyOf(id);
  };
  const positionKey = (id: string | null) =>
    id === null ? null : getPositionKey(tx, tree, positionId(id as PositionId));
  const draftOf = (column: string | null) =>
    column === null ? null : mapDraftColumn(column, agentKey, nodeId);

  const nodeKey = (id: string) => findNodeKeys(tx, tree, nodeId(id as NodeId))?.key;
  const responseKey = (id: ResponseId) => {
    copyResponse(from, tx, id, tree);
    return getResponseKey(tx, id);
  };

  /** Maps lists of versions to the keys here. */
  const versionMap = (columns: readonly string[]) => {
    const keys = columns.flatMap((column) => decodeKeys(column));
    const ids = idsOf(from, theirTree, keys);
    const wanted = [...ids.values()].map(nodeId);
    const found = tx.all(keysOfIds, { tree, ids: JSON.stringify(wanted) });
    const here = new Map(found.map(({ key, id }) => [id, key]));
    return (column: string): string => {
      const mapped = decodeKeys(column).flatMap((key) => {
        const id = ids.get(key);
        return (id === undefined ? undefined : here.get(nodeId(id))) ?? [];
      });
      return encodeKeys(mapped.sort((a, b) => a - b));
    };
  };

  function copyChain(theirs: ChainKeys, chain: number, start: number): void {
    const own = { tree, agent: agentKey(theirs.agent), dimension: theirs.dimension, chain };
    const read = (after: number) => from.all(layerRows, { ...theirs, after, limit: PAGE });
    for (const page of eachPage(start, PAGE, read, ({ seq }) => seq)) {
      const layers = JSON.stringify(page.map(({ key }) => key));
      const snapshots = from.all(snapshotRows, { layers });
      const executions = from.all(executionRows, { layers });
      const versions = versionMap([
        ...page.flatMap(({ versions_in, versions_out }) => [versions_in, versions_out]),
        ...snapshots.map((snapshot) => snapshot.versions),
      ]);
      const keys = new Map<Key, Key>();
      for (const { key, head_id, ...row } of page) {
        tx.run(insertLayer, {
          ...row,
          loom_tree_key: tree,
          agent_key: own.agent,
          chain,
          // Rows of the log are numbered in each file by itself.
          log_seq: null,
          head_position_key: positionKey(head_id),
          versions_in: versions(row.versions_in),
          versions_out: versions(row.versions_out),
          draft: draftOf(row.draft),
          author_key: row.author_key === null ? null : agentKey(row.author_key),
        });
        keys.set(key, tx.first(keyOf, { ...own, seq: row.seq })?.key ?? 0);
      }
      for (const { head_id, ...row } of snapshots)
        tx.run(insertSnapshot, {
          ...row,
          layer_key: keys.get(row.layer_key) ?? 0,
          head_position_key: positionKey(head_id),
          versions: versions(row.versions),
          draft: draftOf(row.draft),
        });
      for (const { fence_id, response_id, ...row } of executions)
        tx.run(insertExecution, {
          ...row,
          layer_key: keys.get(row.layer_key) ?? 0,
          fence_node_key: fence_id === null ? null : (nodeKey(fence_id) ?? null),
          authorship: mapAuthorship(row.authorship, agentKey),
          agent_key: agentKey(row.agent_key),
          raw_api_response_key: response_id === null ? null : responseKey(response_id as ResponseId),
        });
    }
  }

  return {
    theirChains,
    ourChains: () => tx.all(chainsOf, { tree }).map((chain) => ({ ...chain, tree })),
    agentKey,
    copyChain,
  };
}
