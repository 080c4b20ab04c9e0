/** The data of an exported layer besides its state (`layers.md`, *Exchange*). */
import { sql } from 'kysely';
import type { BlockOp } from '../../../../core/history/block.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { decodeOps } from './ops-column.ts';
import type { StoredLayer } from './read-layers.ts';

/** The stored data of a layer that do not follow from its state. */
export interface LayerRecord {
  /** Null where they are derived from the states. */
  readonly ops: readonly BlockOp[] | null;
  readonly hasSnapshot: boolean;
}

const recordsBetween = defineQuery(
  'layer.records',
  (_, p: ChainKeys & { from: number; to: number }) => sql<{
    seq: number;
    ops: string | null;
    has_snapshot: 0 | 1;
  }>`
    select layer.seq, layer.ops, layer_snapshot.layer_key is not null as has_snapshot
    from layer left join layer_snapshot on layer_snapshot.layer_key = layer.key
    where ${isInChain(p)} and layer.seq between ${p.from} and ${p.to}`,
);

/** The records of a page of layers, by number. @throws {AspenError} NOT_FOUND; CORRUPT */
export function readLayerRecords(
  reader: Reader,
  ref: ChainRef,
  page: readonly StoredLayer[],
): ReadonlyMap<number, LayerRecord> {
  const [from = 0, to = 0] = [page[0]?.seq, page.at(-1)?.seq];
  const rows = reader.all(recordsBetween, { ...chainKeys(reader, ref), from, to });
  return new Map(
    rows.map(({ seq, ops, has_snapshot }) => [
      seq,
      { ops: ops === null ? null : decodeOps(ops), hasSnapshot: has_snapshot === 1 },
    ]),
  );
}
