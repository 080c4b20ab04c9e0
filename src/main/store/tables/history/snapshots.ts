import { sql } from 'kysely';
import type { PathState } from '../../../../core/history/path-state.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery } from '../../connection/query.ts';
import { getPositionKey } from '../keys.ts';
import type { Key } from '../schema.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { encodeDraft } from './draft-column.ts';
import { encodeKeys, keysOf } from './key-list.ts';
import { readState } from './layer-state.ts';

/** A snapshot is taken when at least so many layers have passed … */
const LAYERS = 100;
/** … and only every so many layers is it asked whether they weigh as much as one: that reads all of them. */
const ASKED_EVERY = 25;
/** Bytes of a layer's row without its lists of versions and its draft. */
const ROW = 100;

const insertSnapshot = defineQuery(
  'layer_snapshot.save',
  (_, p: ChainKeys & { seq: number; head: Key; versions: string; draft: string | null }) => sql<never>`
    insert into layer_snapshot (layer_key, head_position_key, versions, draft, tokens)
    select layer.key, ${p.head}, ${p.versions}, ${p.draft}, null from layer
    where ${isInChain(p)} and layer.seq = ${p.seq}
    on conflict (layer_key) do update set
      head_position_key = excluded.head_position_key, versions = excluded.versions, draft = excluded.draft`,
);

const weightSince = defineQuery(
  'layer_snapshot.weight',
  (_, p: ChainKeys & { to: number; row: number }) => sql<{
    layers: number;
    weight: number | null;
    snapshot: number;
  }>`
    with base (seq, size) as (
      select layer.seq, octet_length(layer_snapshot.versions) + ifnull(octet_length(layer_snapshot.draft), 0)
      from layer cross join layer_snapshot on layer_snapshot.layer_key = layer.key
      where ${isInChain(p)} and layer.seq <= ${p.to}
      order by layer.seq desc limit 1
    )
    select count(*) as layers,
      sum(${p.row} + octet_length(versions_in) + octet_length(versions_out) + ifnull(octet_length(draft), 0)) as weight,
      ifnull((select size from base), 0) as snapshot
    from layer
    where ${isInChain(p)} and seq > ifnull((select seq from base), -9007199254740991) and seq <= ${p.to}`,
);

/** Stores the whole state after a layer. @throws {AspenError} NOT_FOUND */
export function saveSnapshot(tx: FileTransaction, ref: ChainRef, seq: number, state: PathState): void {
  const keys = chainKeys(tx, ref);
  tx.run(insertSnapshot, {
    ...keys,
    seq,
    head: getPositionKey(tx, keys.tree, state.head),
    versions: encodeKeys(keysOf(tx, keys.tree, [...state.versions])),
    draft: state.draft === null ? null : encodeDraft(tx, null, state.draft, ref.agentId),
  });
}

/** Reads the state after a layer and stores it as a snapshot. @throws {AspenError} as `readState` */
export function takeSnapshot(tx: FileTransaction, ref: ChainRef, seq: number): void {
  saveSnapshot(tx, ref, seq, readState(tx, ref, seq));
}

/**
 * Takes a snapshot after a layer when enough layers have passed and they weigh as much as the last snapshot, so that
 * snapshots never outweigh layers and a state is read from at most twice as much as it is.
 */
export function takeSnapshotIfDue(tx: FileTransaction, ref: ChainRef, seq: number): void {
  if (seq % ASKED_EVERY !== 0) return;
  const found = tx.first(weightSince, { ...chainKeys(tx, ref), to: seq, row: ROW });
  if (found === undefined || found.layers < LAYERS || (found.weight ?? 0) < found.snapshot) return;
  takeSnapshot(tx, ref, seq);
}
