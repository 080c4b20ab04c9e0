import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { BlockOp } from '../../../../core/history/block.ts';
import { layerHash } from '../../../../core/history/layer.ts';
import type { LayerReason } from '../../../../core/history/layer-reason.ts';
import type { PathState, StateChange, StateDraft } from '../../../../core/history/path-state.ts';
import { readOps } from '../../../../core/history/read-history.ts';
import { writtenOps } from '../../../../core/history/write-history.ts';
import type { AgentId, Sha256 } from '../../../../core/ids.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { parseColumn } from '../json-column.ts';
import { getAgentKey, getPositionKey } from '../keys.ts';
import type { Key } from '../schema.ts';
import { insertRow } from '../write-row.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { encodeDraft } from './draft-column.ts';
import { encodeKeys, keysOf } from './key-list.ts';
import { peekLastLayer, type StoredLayer } from './read-layers.ts';
import { saveSnapshot, takeSnapshot, takeSnapshotIfDue } from './snapshots.ts';

/** A layer to be written. */
export interface NewLayer extends StateChange {
  readonly reason: LayerReason;
  readonly logSeq: number | null;
}

/** The data of a layer made elsewhere; without them, it is new. */
export interface LayerOptions {
  /** For a draft layer: the draft of the layer before it. */
  readonly draftBefore?: StateDraft | null;
  /**
   * The whole state after it, to be its snapshot: the first layer of a chain has one. With null it has none; without this,
   * one is taken if it is due.
   */
  readonly snapshot?: PathState | null;
  /** The changes since the last layer with a hash, if they do not follow from the states. */
  readonly ops?: readonly BlockOp[];
  /** Without it, the number after that of the chain's last layer; the first is 1. */
  readonly seq?: number;
  readonly createdAt?: number;
  readonly hash?: Sha256 | null;
  readonly added?: number | null;
  readonly removed?: number | null;
  readonly authorId?: AgentId | null;
  readonly label?: string | null;
}

/** Stores a layer, in keys of this file. */
export const insertLayer = insertRow('layer.insert', 'layer', 'key');

const rewriteRow = defineQuery(
  'layer.rewrite',
  (_, p: ChainKeys & { seq: number } & ReturnType<typeof columnsOf>) => sql<never>`
    update layer set why = ${p.why}, log_seq = ${p.log_seq}, head_position_key = ${p.head_position_key},
      versions_in = ${p.versions_in}, versions_out = ${p.versions_out}, draft = ${p.draft},
      added = null, removed = null, author_key = null, created_at = ${p.created_at}
    where ${isInChain(p)} and seq = ${p.seq}`,
);

const deleteRow = defineQuery(
  'layer.delete',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    delete from layer
    where ${isInChain(p)} and seq = ${p.seq}`,
);

const deleteSnapshot = defineQuery(
  'layer_snapshot.delete',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    delete from layer_snapshot where layer_key in (
      select key from layer
    where ${isInChain(p)} and seq = ${p.seq})`,
);

const setLabel = defineQuery(
  'layer.label',
  (_, p: ChainKeys & { seq: number; label: string | null }) => sql<never>`
    update layer set label = ${p.label}
    where ${isInChain(p)} and seq = ${p.seq}`,
);

/**
 * Writes the next layer of a chain, and a snapshot if one is due. No log row: a state is not the tree.
 * @returns its number
 * @throws {AspenError} NOT_FOUND if it names something that the tree does not have
 */
export function appendLayer(
  tx: FileTransaction,
  ref: ChainRef,
  layer: NewLayer,
  options: LayerOptions = {},
): number {
  const keys = chainKeys(tx, ref);
  const seq = options.seq ?? (peekLastLayer(tx, ref)?.seq ?? 0) + 1;
  const { hash = null, added = null, removed = null, authorId = null, label = null, ops } = options;
  tx.run(insertLayer, {
    ...placeOf(keys),
    ...columnsOf(tx, ref, keys, layer, options),
    seq,
    hash,
    ops: ops === undefined ? null : encodeOps(ops),
    added,
    removed,
    author_key: authorId === null ? null : getAgentKey(tx, authorId),
    label,
  });
  if (options.snapshot === undefined) takeSnapshotIfDue(tx, ref, seq);
  else if (options.snapshot !== null) saveSnapshot(tx, ref, seq, options.snapshot);
  return seq;
}

/** The columns of the chain of a layer. */
function placeOf({ tree, agent, dimension, chain }: ChainKeys) {
  return { loom_tree_key: tree, agent_key: agent, dimension, chain };
}

/** The columns of a layer's state, whether it is new or rewritten. */
function columnsOf(
  tx: FileTransaction,
  ref: ChainRef,
  { tree }: ChainKeys,
  layer: NewLayer,
  { draftBefore = null, createdAt = tx.now() }: LayerOptions,
) {
  const { draft } = layer;
  const isDraft = layer.reason === 'draft';
  return {
    why: layer.reason,
    log_seq: layer.logSeq,
    head_position_key: getPositionKey(tx, tree, layer.head),
    versions_in: encodeKeys(keysOf(tx, tree, layer.versionsIn)),
    versions_out: encodeKeys(keysOf(tx, tree, layer.versionsOut)),
    draft: draft === null ? null : encodeDraft(tx, isDraft ? draftBefore : null, draft, ref.agentId),
    created_at: createdAt,
  };
}

/**
 * Rewrites a layer, which keeps its number: a run of moves is one layer. Only the last of a chain may be rewritten, and only
 * without a hash and a label.
 * @throws {AspenError} NOT_FOUND
 */
export function rewriteLayer(tx: FileTransaction, ref: ChainRef, seq: number, layer: NewLayer): void {
  const keys = chainKeys(tx, ref);
  tx.run(deleteSnapshot, { ...keys, seq });
  requireOne(tx.run(rewriteRow, { ...keys, ...columnsOf(tx, ref, keys, layer, {}), seq }), seq);
}

/** Deletes a layer and its snapshot. @throws {AspenError} NOT_FOUND */
export function deleteLayer(tx: FileTransaction, ref: ChainRef, seq: number): void {
  const keys = chainKeys(tx, ref);
  tx.run(deleteSnapshot, { ...keys, seq });
  requireOne(tx.run(deleteRow, { ...keys, seq }), seq);
}

/**
 * Labels a layer, which is then kept forever, or takes its label away (null); one that is labelled has a snapshot.
 * @throws {AspenError} NOT_FOUND
 */
export function labelLayer(tx: FileTransaction, ref: ChainRef, seq: number, label: string | null): void {
  requireOne(tx.run(setLabel, { ...chainKeys(tx, ref), seq, label }), seq);
  if (label !== null) takeSnapshot(tx, ref, seq);
}

function requireOne(changed: number, seq: number): void {
  if (changed !== 1) throw new AspenError('NOT_FOUND', `no layer ${seq}`);
}

const forgetCounts = defineQuery(
  'layer.forgetCounts',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    update layer set added = null, removed = null, author_key = null
    where ${isInChain(p)} and seq = ${p.seq}`,
);

/** Lets the words of a layer be counted again, because another layer is before it now. @throws {AspenError} NOT_FOUND */
export function recountLayer(tx: FileTransaction, ref: ChainRef, seq: number): void {
  tx.run(forgetCounts, { ...chainKeys(tx, ref), seq });
}

/** Ops for the column of a layer, as in the file of a history (`layers.md`, *Exchange*). */
function encodeOps(ops: readonly BlockOp[]): string {
  return JSON.stringify(writtenOps(ops));
}

/** @throws {AspenError} CORRUPT if the column is not JSON, or has something else than ops */
function decodeOps(column: unknown): readonly BlockOp[] {
  const value = parseColumn<unknown>(column, 'the ops of a layer');
  try {
    return readOps(value, 'the ops of a layer');
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    throw new AspenError('CORRUPT', error.detail, { cause: error });
  }
}

/** The stored data of a layer that do not follow from its state, for its export (`layers.md`, *Exchange*). */
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

const keyOf = defineQuery(
  'layer.keyOf',
  (_, p: ChainKeys & { seq: number }) => sql<{ key: Key }>`
    select key from layer
    where ${isInChain(p)} and seq = ${p.seq}`,
);

/**
 * Writes the next layer of a chain whose layers are ops, as those of runs and levels are (`layers.md`, *Dimensions and
 * roll-off*), with its hash.
 * @returns its key
 * @throws {AspenError} NOT_FOUND if there is no such tree or agent
 */
export function appendOpsLayer(
  tx: FileTransaction,
  ref: ChainRef,
  { reason, ops }: { readonly reason: LayerReason; readonly ops: readonly BlockOp[] },
): Key {
  const keys = chainKeys(tx, ref);
  const last = peekLastLayer(tx, ref);
  const seq = (last?.seq ?? 0) + 1;
  const hash = layerHash({ parent: last?.hash ?? null, ops });
  tx.run(insertLayer, {
    ...placeOf(keys),
    seq,
    hash,
    why: reason,
    log_seq: null,
    head_position_key: null,
    versions_in: '[]',
    versions_out: '[]',
    draft: null,
    ops: JSON.stringify(ops),
    added: null,
    removed: null,
    author_key: null,
    label: null,
    created_at: tx.now(),
  });
  const row = tx.first(keyOf, { ...keys, seq });
  if (row === undefined) throw new RangeError(`layer ${seq} was not written`);
  return row.key;
}
