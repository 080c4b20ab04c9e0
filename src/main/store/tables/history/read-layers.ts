import { sql } from 'kysely';
import type { LayerReason } from '../../../../core/history/layer-reason.ts';
import type { AgentId, NodeId, PositionId, Sha256 } from '../../../../core/ids.ts';
import { defineQuery, eachPage, type Reader } from '../../connection/query.ts';
import type { Key } from '../schema.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { decodeKeys, idsOf } from './key-list.ts';

/** Layers in a page, which a pass also writes at a time: a transaction waits for the disk. */
const PAGE = 200;

/** A layer without its draft (`readState`). */
export interface StoredLayer {
  readonly seq: number;
  readonly reason: LayerReason;
  readonly hash: Sha256 | null;
  /** The last row of the log when it was written. */
  readonly logSeq: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
  /** After it; null where ops have the changes. */
  readonly head: PositionId | null;
  readonly versionsIn: readonly NodeId[];
  readonly versionsOut: readonly NodeId[];
  /** Words; null until they were counted. */
  readonly added: number | null;
  readonly removed: number | null;
  /** The author of most of the text it added. */
  readonly authorId: AgentId | null;
  readonly label: string | null;
}

/** The data of the last layer that the next one needs. */
export interface LastLayer {
  readonly seq: number;
  readonly reason: LayerReason;
  readonly hash: Sha256 | null;
  readonly label: string | null;
}

const lastOf = defineQuery(
  'layer.last',
  (_, p: ChainKeys & { before: number }) => sql<LastLayer>`
    select seq, why as reason, hash, label from layer
    where ${isInChain(p)} and seq < ${p.before}
    order by seq desc limit 1`,
);

type LayerRow = Omit<StoredLayer, 'versionsIn' | 'versionsOut'> & {
  readonly versions_in: string;
  readonly versions_out: string;
};

const layersBetween = defineQuery(
  'layer.between',
  (_, p: ChainKeys & { from: number; to: number; limit: number }) => sql<LayerRow>`
    select layer.seq, layer.why as reason, layer.hash, layer.log_seq as logSeq, layer.created_at as createdAt,
      head.id as head, layer.versions_in, layer.versions_out, layer.added, layer.removed,
      author.id as authorId, layer.label
    from layer
    left join node as head on head.key = layer.head_position_key
    left join agent as author on author.key = layer.author_key
    where ${isInChain(p)} and layer.seq between ${p.from} and ${p.to}
    order by layer.seq limit ${p.limit}`,
);

/**
 * The data that the next layer needs of the last one of a chain, or of one before another; undefined if there is none.
 * @throws {AspenError} NOT_FOUND
 */
export function peekLastLayer(
  reader: Reader,
  ref: ChainRef,
  before: number = Number.MAX_SAFE_INTEGER,
): LastLayer | undefined {
  return reader.first(lastOf, { ...chainKeys(reader, ref), before });
}

/** The last layer of a chain; undefined if it is empty. @throws {AspenError} NOT_FOUND */
export function findLastLayer(reader: Reader, ref: ChainRef): StoredLayer | undefined {
  const last = peekLastLayer(reader, ref);
  return last === undefined ? undefined : readLayers(reader, ref, last.seq, last.seq)[0];
}

/**
 * The layers numbered from `fromSeq` to `toSeq`, both included, ascending; numbers may be missing, and the last layer of a
 * chain may be rewritten or deleted later.
 * @param limit how many of them are read
 * @throws {AspenError} NOT_FOUND; CORRUPT if a column is invalid
 */
export function readLayers(
  reader: Reader,
  ref: ChainRef,
  fromSeq: number,
  toSeq: number,
  limit: number = Number.MAX_SAFE_INTEGER,
): readonly StoredLayer[] {
  const keys = chainKeys(reader, ref);
  const rows = reader
    .all(layersBetween, { ...keys, from: fromSeq, to: toSeq, limit })
    .map(({ versions_in, versions_out, ...row }) => ({
      row,
      keysIn: decodeKeys(versions_in),
      keysOut: decodeKeys(versions_out),
    }));
  const ids = idsOf(
    reader,
    keys.tree,
    rows.flatMap(({ keysIn, keysOut }) => [...keysIn, ...keysOut]),
  );
  const named = (list: readonly Key[]) => list.flatMap((key) => ids.get(key) ?? []);
  return rows.map(({ row, keysIn, keysOut }) => ({
    ...row,
    versionsIn: named(keysIn),
    versionsOut: named(keysOut),
  }));
}

/**
 * As `readLayers`, page by page. Each page has layers, however far apart the numbers are in a file that was damaged.
 * @throws {AspenError} NOT_FOUND; CORRUPT if a column is invalid
 */
export function pagesOfLayers(
  reader: Reader,
  ref: ChainRef,
  fromSeq: number,
  toSeq: number,
): Generator<readonly StoredLayer[]> {
  return eachPage(
    fromSeq - 1,
    PAGE,
    (after) => readLayers(reader, ref, after + 1, toSeq, PAGE),
    ({ seq }) => seq,
  );
}

const kindSince = defineQuery(
  'log.kindSince',
  (_, p: ChainKeys & { treeId: string }) => sql<{ kind: 'import' | 'merge' }>`
    select log.kind from log
    where log.seq > ifnull((select max(layer.log_seq) from layer where ${isInChain(p)}), 0)
      and log.kind in ('import', 'merge') and json_valid(log.entry) and log.entry ->> '$.tree' = ${p.treeId}
    order by log.seq desc limit 1`,
);

/** An import or a merge that wrote a tree last since the last layer of a chain: they move paths themselves. */
export function findKindSince(reader: Reader, ref: ChainRef): 'import' | 'merge' | undefined {
  return reader.first(kindSince, { ...chainKeys(reader, ref), treeId: ref.treeId })?.kind;
}
