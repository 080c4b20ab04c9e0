/** Roll-off of the time line (`layers.md`, *Dimensions and roll-off*). */
import { sql } from 'kysely';
import type { HistoryLimits } from '../../../../core/history/history-limits.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { findLastHashed, findNextSeq, findPreviousSeq } from './keeping.ts';
import { deleteLayer } from './layers.ts';
import { peekLastLayer } from './read-layers.ts';
import { takeSnapshot } from './snapshots.ts';

/** Bytes of a row without the columns that may be long. */
const ROW = 100;

const firstSince = defineQuery(
  'layer.firstSince',
  (_, p: ChainKeys & { time: number }) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.created_at >= ${p.time}
    order by layer.seq limit 1`,
);

const nthFromEnd = defineQuery(
  'layer.nthFromEnd',
  (_, p: ChainKeys & { skipped: number }) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)}
    order by layer.seq desc limit 1 offset ${p.skipped}`,
);

const firstWithin = defineQuery(
  'layer.firstWithin',
  (_, p: ChainKeys & { size: number; row: number }) => sql<{ seq: number | null }>`
    select min(seq) as seq from (
      select layer.seq, sum(
        ${p.row} + octet_length(versions_in) + octet_length(versions_out)
        + ifnull(octet_length(layer.draft), 0) + ifnull(octet_length(layer.ops), 0)
        + ifnull(octet_length(execution.output), 0) + ifnull(octet_length(execution.authorship), 0)
      ) over (order by layer.seq desc) as size
      from layer left join execution on execution.layer_key = layer.key
      where ${isInChain(p)}
    ) where size <= ${p.size}`,
);

// A run whose output is still in a version stays: it names the source of that text.
function isForgotten(p: ChainKeys & { before: number }) {
  return sql`${isInChain(p)} and layer.seq < ${p.before} and layer.label is null and not exists (
      select 1 from execution
      cross join node as fence on fence.key = execution.fence_node_key
      cross join node as version on version.position_key = fence.position_key
      where execution.layer_key = layer.key and instr(version.text, execution.output) > 0
    )`;
}

const countForgotten = defineQuery(
  'layer.countForgotten',
  (_, p: ChainKeys & { before: number }) => sql<{ count: number }>`
    select count(*) as count from layer where ${isForgotten(p)}`,
);

const deleteExecutions = defineQuery(
  'execution.rollOff',
  (_, p: ChainKeys & { before: number }) => sql<never>`
    delete from execution where layer_key in (select layer.key from layer where ${isForgotten(p)})`,
);

const deleteSnapshots = defineQuery(
  'layer_snapshot.rollOff',
  (_, p: ChainKeys & { before: number }) => sql<never>`
    delete from layer_snapshot where layer_key in (select layer.key from layer where ${isForgotten(p)})`,
);

const deleteLayers = defineQuery(
  'layer.rollOff',
  (_, p: ChainKeys & { before: number }) => sql<never>`delete from layer where ${isForgotten(p)}`,
);

const emptyBase = defineQuery(
  'layer.emptyBase',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    update layer set ops = '[]' where ${isInChain(p)} and layer.seq = ${p.seq}
      and not exists (select 1 from execution where execution.layer_key = layer.key)`,
);

const endGaps = defineQuery(
  'layer_snapshot.endGaps',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    insert into layer_snapshot (layer_key, head_position_key, versions, draft, tokens)
    select layer.key, null, '[]', null, '[]' from layer where ${isInChain(p)} and layer.seq <= ${p.seq}
    on conflict (layer_key) do nothing`,
);

const becomeBase = defineQuery(
  'layer.becomeBase',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    update layer set why = 'begin' where ${isInChain(p)} and layer.seq = ${p.seq}`,
);

const lastBegin = defineQuery(
  'layer.lastBegin',
  (_, p: ChainKeys) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.why = 'begin'
    order by layer.seq desc limit 1`,
);

const squashable = defineQuery(
  'layer.squashable',
  (_, p: ChainKeys & { time: number }) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.why = 'draft' and layer.label is null and (
      select next.created_at from layer as next
      where next.loom_tree_key = layer.loom_tree_key and next.agent_key = layer.agent_key
        and next.dimension = layer.dimension and next.chain = layer.chain
        and next.seq > layer.seq and next.why <> 'draft'
      order by next.seq limit 1
    ) < ${p.time}
    order by layer.seq`,
);

const uncount = defineQuery(
  'layer.uncount',
  (_, p: ChainKeys & { seq: number }) => sql<never>`
    update layer set added = null, removed = null, author_key = null where ${isInChain(p)} and layer.seq = ${p.seq}`,
);

/**
 * Forgets the layers of a chain that are beyond its limits, in this transaction. Those that are labelled stay, and so do runs
 * of fences whose output is still in a version. Of states, the last layer before those that are kept becomes the beginning, with
 * a snapshot and its hash; nothing is forgotten that has no hash yet.
 * @param now milliseconds since 1970 UTC
 * @returns how many layers were forgotten
 * @throws {AspenError} NOT_FOUND; CORRUPT if the state at the new beginning cannot be read
 */
export function rollOff(tx: FileTransaction, ref: ChainRef, limits: HistoryLimits, now: number): number {
  const first = firstKept(tx, ref, limits, now);
  const last = first === undefined ? undefined : findPreviousSeq(tx, ref, first);
  if (last === undefined) return 0;
  return ref.dimension === 'versions' ? forgetStates(tx, ref, last) : forgetOps(tx, ref, last);
}

/** @param last the layer before those that are kept: the base is that or, if it has no hash, an earlier one */
function forgetStates(tx: FileTransaction, ref: ChainRef, last: number): number {
  const keys = chainKeys(tx, ref);
  const before = findLastHashed(tx, ref, last + 1)?.seq;
  if (before === undefined) return 0;
  const count = tx.first(countForgotten, { ...keys, before })?.count ?? 0;
  if (count === 0) return 0;
  takeSnapshot(tx, ref, before);
  tx.run(becomeBase, { ...keys, seq: before });
  tx.run(deleteSnapshots, { ...keys, before });
  tx.run(deleteLayers, { ...keys, before });
  return count;
}

/**
 * Runs of fences and levels are of texts that are not kept, so that there is nothing to take a snapshot of: an empty
 * one marks the layer before it as gone. The base loses what it did, and has only its hash.
 */
function forgetOps(tx: FileTransaction, ref: ChainRef, base: number): number {
  const keys = chainKeys(tx, ref);
  const count = tx.first(countForgotten, { ...keys, before: base })?.count ?? 0;
  tx.run(deleteExecutions, { ...keys, before: base + 1 });
  tx.run(deleteSnapshots, { ...keys, before: base });
  tx.run(deleteLayers, { ...keys, before: base });
  tx.run(emptyBase, { ...keys, seq: base });
  tx.run(endGaps, { ...keys, seq: base });
  return count;
}

/**
 * The layer where a chain begins now: of those before it only labelled ones are left, without their parents. Undefined
 * if none is marked so.
 * @throws {AspenError} NOT_FOUND
 */
export function findLastBegin(reader: Reader, ref: ChainRef): number | undefined {
  return reader.first(lastBegin, chainKeys(reader, ref))?.seq;
}

/** The first layer that all limits keep, or a number after the last if they keep none; undefined without limits. */
function firstKept(
  reader: Reader,
  ref: ChainRef,
  { ttl, rolloff }: HistoryLimits,
  now: number,
): number | undefined {
  const keys = chainKeys(reader, ref);
  const none = (peekLastLayer(reader, ref)?.seq ?? 0) + 1;
  const firsts: number[] = [];
  if (ttl !== null) firsts.push(reader.first(firstSince, { ...keys, time: now - ttl })?.seq ?? none);
  if (rolloff !== null) {
    const { maxDeltas, maxSize } = rolloff;
    const nth = maxDeltas === 0 ? none : reader.first(nthFromEnd, { ...keys, skipped: maxDeltas - 1 })?.seq;
    if (nth !== undefined) firsts.push(nth);
    firsts.push(reader.first(firstWithin, { ...keys, size: maxSize, row: ROW })?.seq ?? none);
  }
  return firsts.length === 0 ? undefined : Math.max(...firsts);
}

/**
 * Squashes the drafts that were committed before a time into the layer that followed, in this transaction: that one, or a
 * labelled draft before it, has no counts until they are made again.
 * @param time milliseconds since 1970 UTC
 * @returns how many there were
 * @throws {AspenError} NOT_FOUND
 */
export function squashDrafts(tx: FileTransaction, ref: ChainRef, time: number): number {
  const keys = chainKeys(tx, ref);
  const drafts = tx.all(squashable, { ...keys, time }).map(({ seq }) => seq);
  for (const seq of drafts) deleteLayer(tx, ref, seq);
  for (const seq of drafts) {
    const next = findNextSeq(tx, ref, seq);
    if (next !== undefined) tx.run(uncount, { ...keys, seq: next });
  }
  return drafts.length;
}
