/** All layers of a chain at once, as columns: there may be 100,000. */
import { sql } from 'kysely';
import { assert } from '../../../../core/assert.ts';
import { LAYER_REASONS, type LayerColumns } from '../../../../core/history/layer-reason.ts';
import type { AgentId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../keys.ts';
import type { Key } from '../schema.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';

type TimelineRow = readonly [
  seq: number,
  time: number,
  why: string,
  added: number | null,
  removed: number | null,
  author: Key | null,
  label: string | null,
];

const layersOf = defineQuery(
  'layer.timeline',
  (_, p: ChainKeys) => sql<never>`
    select layer.seq, layer.created_at, layer.why, layer.added, layer.removed, layer.author_key, layer.label
    from layer where ${isInChain(p)} order by layer.seq`,
);

const agentIds = defineQuery(
  'layer.authors',
  (_, p: { keys: string }) => sql<{ key: Key; id: string }>`
    select agent.key, agent.id from json_each(${p.keys}) as wanted cross join agent on agent.key = wanted.value`,
);

const REASON_INDEXES: ReadonlyMap<string, number> = new Map(
  LAYER_REASONS.map((reason, index) => [reason, index]),
);

/** The layers of some chains, one chain after the other. @throws {AspenError} NOT_FOUND */
export function readTimeline(reader: Reader, refs: readonly ChainRef[]): LayerColumns {
  const rows = refs.flatMap((ref) => [
    ...(reader.columns(layersOf, chainKeys(reader, ref)) as Iterable<unknown> as Iterable<TimelineRow>),
  ]);
  const keys = [...new Set(rows.flatMap(([, , , , , author]) => author ?? []))];
  const ids = new Map(
    reader.all(agentIds, { keys: JSON.stringify(keys) }).map(({ key, id }) => [key, id as AgentId]),
  );
  const known = keys.filter((key) => ids.has(key));
  const indexes = new Map(known.map((key, index) => [key, index]));
  const columns = {
    seqs: new Int32Array(rows.length),
    times: new Float64Array(rows.length),
    reasons: new Uint8Array(rows.length),
    added: new Int32Array(rows.length),
    removed: new Int32Array(rows.length),
    authors: new Int32Array(rows.length),
    agents: known.flatMap((key) => ids.get(key) ?? []),
    labels: rows.flatMap(([seq, , , , , , label]) => (label === null ? [] : [{ seq, label }])),
  };
  for (const [index, [seq, time, why, added, removed, author]] of rows.entries()) {
    columns.seqs[index] = seq;
    columns.times[index] = time;
    columns.reasons[index] = reasonIndex(why);
    columns.added[index] = added ?? -1;
    columns.removed[index] = removed ?? -1;
    columns.authors[index] = author === null ? -1 : (indexes.get(author) ?? -1);
  }
  return columns;
}

function reasonIndex(why: string): number {
  const index = REASON_INDEXES.get(why);
  assert(index !== undefined, () => `a layer was written because of ${why}`);
  return index;
}

const chainsOf = defineQuery(
  'layer.chains',
  (_, p: { tree: Key }) => sql<{ agent_id: string; chain: number; count: number }>`
    select agent.id as agent_id, layer.chain, count(*) as count
    from layer cross join agent on agent.key = layer.agent_key
    where layer.loom_tree_key = ${p.tree} and layer.dimension = 'versions'
    group by layer.agent_key, layer.chain`,
);

/** A chain that a tree has of states of the path, and how many layers it has. */
export interface ChainCount extends ChainRef {
  readonly count: number;
}

/** The chains of a tree, by their number and then by their agent. @throws {AspenError} NOT_FOUND */
export function readChains(reader: Reader, treeId: TreeId): readonly ChainCount[] {
  return reader
    .all(chainsOf, { tree: getTreeKey(reader, treeId) })
    .map(({ agent_id, chain, count }) => ({
      treeId,
      agentId: agent_id as AgentId,
      dimension: 'versions' as const,
      chain,
      count,
    }))
    .toSorted((a, b) => a.chain - b.chain || (a.agentId < b.agentId ? -1 : 1));
}

const draftLayers = defineQuery(
  'layer.withDraft',
  (_, p: ChainKeys & { from: number; to: number }) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.seq between ${p.from} and ${p.to} and layer.draft is not null`,
);

/** The numbers of those layers after which something may be uncommitted. @throws {AspenError} NOT_FOUND */
export function readDraftSeqs(
  reader: Reader,
  ref: ChainRef,
  fromSeq: number,
  toSeq: number,
): ReadonlySet<number> {
  const rows = reader.all(draftLayers, { ...chainKeys(reader, ref), from: fromSeq, to: toSeq });
  return new Set(rows.map(({ seq }) => seq));
}

const nearestSeq = defineQuery(
  'layer.previous',
  (_, p: ChainKeys & { seq: number }) => sql<{ seq: number }>`
    select layer.seq from layer where ${isInChain(p)} and layer.seq < ${p.seq} order by layer.seq desc limit 1`,
);

/** The number of the layer before one, in the same chain; undefined for the first. @throws {AspenError} NOT_FOUND */
export function findPreviousSeq(reader: Reader, ref: ChainRef, seq: number): number | undefined {
  return reader.first(nearestSeq, { ...chainKeys(reader, ref), seq })?.seq;
}
