/** Layers that store their changes: runs of fences, and levels (`layers.md`, *Dimensions and roll-off*). */
import { sql } from 'kysely';
import type { BlockOp } from '../../../../core/history/block.ts';
import { layerHash } from '../../../../core/history/layer.ts';
import type { LayerReason } from '../../../../core/history/layer-reason.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery } from '../../connection/query.ts';
import type { Key } from '../schema.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';
import { peekLastLayer } from './read-layers.ts';

const insertOps = defineQuery(
  'layer.insertOps',
  (db, p: ChainKeys & { seq: number; hash: string; why: LayerReason; ops: string; createdAt: number }) =>
    db.insertInto('layer').values({
      loom_tree_key: p.tree,
      agent_key: p.agent,
      dimension: p.dimension,
      chain: p.chain,
      seq: p.seq,
      hash: p.hash,
      why: p.why,
      log_seq: null,
      head_position_key: null,
      versions_in: '[]',
      versions_out: '[]',
      draft: null,
      ops: p.ops,
      added: null,
      removed: null,
      author_key: null,
      label: null,
      created_at: p.createdAt,
    }),
);

const keyOf = defineQuery(
  'layer.keyOf',
  (_, p: ChainKeys & { seq: number }) => sql<{ key: Key }>`
    select key from layer
    where ${isInChain(p)} and seq = ${p.seq}`,
);

/**
 * Writes the next layer of a chain whose layers are ops, with its hash.
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
  tx.run(insertOps, { ...keys, seq, hash, why: reason, ops: JSON.stringify(ops), createdAt: tx.now() });
  const row = tx.first(keyOf, { ...keys, seq });
  if (row === undefined) throw new RangeError(`layer ${seq} was not written`);
  return row.key;
}
