import { sql } from 'kysely';
import { AspenError } from '../../../../core/errors.ts';
import type { LayerReason } from '../../../../core/history/layer-reason.ts';
import type { PathState, StateDraft } from '../../../../core/history/path-state.ts';
import type { NodeId, PositionId } from '../../../../core/ids.ts';
import { defineQuery, type Reader, type SqlValue } from '../../connection/query.ts';
import type { Key } from '../schema.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { decodeDraft } from './draft-column.ts';
import { decodeKeys, idsOf } from './key-list.ts';
import { readLayers } from './read-layers.ts';

/** A state that was read before, from which those near it are read. */
export interface KnownState {
  readonly seq: number;
  readonly state: PathState;
}

/** Beyond this many layers, a state is read from a snapshot. */
const STEPS = 100;

const layerAt = defineQuery(
  'layer.at',
  (_, p: ChainKeys & { seq: number }) => sql<{
    head_id: string | null;
    versions: string | null;
    draft: string | null;
  }>`
    select node.id as head_id, layer_snapshot.versions, layer_snapshot.draft
    from layer
    left join node on node.key = layer.head_position_key
    left join layer_snapshot on layer_snapshot.layer_key = layer.key
    where ${isInChain(p)} and layer.seq = ${p.seq}`,
);

// Probes for snapshots along the index of the chain: of the layers themselves no row is read.
const snapshotBefore = defineQuery(
  'layer_snapshot.before',
  (_, p: ChainKeys & { seq: number }) => sql<{ seq: number; versions: string }>`
    select layer.seq, layer_snapshot.versions
    from layer cross join layer_snapshot on layer_snapshot.layer_key = layer.key
    where ${isInChain(p)} and layer.seq <= ${p.seq}
    order by layer.seq desc limit 1`,
);

const versionsBetween = defineQuery(
  'layer.versions',
  (_, p: ChainKeys & { from: number; to: number }) => sql<{ versions_in: string; versions_out: string }>`
    select layer.versions_in, layer.versions_out from layer
    where ${isInChain(p)} and layer.seq > ${p.from} and layer.seq <= ${p.to}
    order by layer.seq`,
);

const draftsBefore = defineQuery(
  'layer.drafts',
  (_, p: ChainKeys & { seq: number }) => sql<{
    why: LayerReason;
    draft: string | null;
    has_snapshot: 0 | 1;
    whole: string | null;
  }>`
    select layer.why, layer.draft, layer_snapshot.layer_key is not null as has_snapshot, layer_snapshot.draft as whole
    from layer left join layer_snapshot on layer_snapshot.layer_key = layer.key
    where ${isInChain(p)} and layer.seq <= ${p.seq}
    order by layer.seq desc`,
);

/**
 * The path after a layer, read from the nearest snapshot at or before it and the layers since.
 * @param known a state that is perhaps nearer
 * @throws {AspenError} NOT_FOUND if there is no such layer (any more); CORRUPT if its columns are invalid, or no
 *   snapshot is before it
 */
export function readState(reader: Reader, ref: ChainRef, seq: number, known?: KnownState): PathState {
  const keys = chainKeys(reader, ref);
  const row = reader.first(layerAt, { ...keys, seq });
  if (row === undefined) throw new AspenError('NOT_FOUND', `no layer ${seq}`);
  if (row.head_id === null) throw new AspenError('CORRUPT', `layer ${seq} has no head`);
  if (row.versions !== null)
    return {
      head: row.head_id as PositionId,
      versions: new Set(idsOf(reader, keys.tree, decodeKeys(row.versions)).values()),
      draft: row.draft === null ? null : decodeDraft(reader, null, row.draft, ref.agentId),
    };
  const isNear = known !== undefined && Math.abs(known.seq - seq) <= STEPS;
  return {
    head: row.head_id as PositionId,
    versions: isNear ? versionsFrom(reader, ref, known, seq) : versionsAt(reader, keys, seq),
    draft: readDraftAt(reader, ref, seq),
  };
}

/** The keys of the versions of a state, in no order. */
export function readVersionKeys(reader: Reader, keys: ChainKeys, seq: number): ReadonlySet<Key> {
  const base = reader.first(snapshotBefore, { ...keys, seq });
  if (base === undefined) throw new AspenError('CORRUPT', `no snapshot is before layer ${seq}`);
  const versions = new Set(decodeKeys(base.versions));
  if (base.seq === seq) return versions;
  for (const [versionsIn, versionsOut] of reader.columns(versionsBetween, {
    ...keys,
    from: base.seq,
    to: seq,
  })) {
    for (const key of decodeKeys(versionsOut)) versions.delete(key);
    for (const key of decodeKeys(versionsIn)) versions.add(key);
  }
  return versions;
}

function versionsAt(reader: Reader, keys: ChainKeys, seq: number): ReadonlySet<NodeId> {
  const versions = readVersionKeys(reader, keys, seq);
  return new Set(idsOf(reader, keys.tree, [...versions]).values());
}

function versionsFrom(
  reader: Reader,
  ref: ChainRef,
  { seq: from, state }: KnownState,
  seq: number,
): ReadonlySet<NodeId> {
  const versions = new Set(state.versions);
  const layers = readLayers(reader, ref, Math.min(from, seq) + 1, Math.max(from, seq));
  const replace = (out: readonly NodeId[], inserted: readonly NodeId[]) => {
    for (const id of out) versions.delete(id);
    for (const id of inserted) versions.add(id);
  };
  if (seq >= from) for (const { versionsIn, versionsOut } of layers) replace(versionsOut, versionsIn);
  else for (const { versionsIn, versionsOut } of layers.toReversed()) replace(versionsIn, versionsOut);
  return versions;
}

/** The uncommitted text after a layer; it takes only the run of draft layers that ends there. */
export function readDraftAt(reader: Reader, ref: ChainRef, seq: number): StateDraft | null {
  const changes: SqlValue[] = [];
  let whole: SqlValue = null;
  for (const [why, draft = null, hasSnapshot, snapshot = null] of reader.columns(draftsBefore, {
    ...chainKeys(reader, ref),
    seq,
  })) {
    if (hasSnapshot === 1) whole = snapshot;
    else if (why !== 'draft') whole = draft;
    else {
      changes.push(draft);
      continue;
    }
    break;
  }
  const read = (before: StateDraft | null, column: SqlValue) =>
    column === null ? null : decodeDraft(reader, before, column, ref.agentId);
  return changes.reduceRight(read, read(null, whole));
}
