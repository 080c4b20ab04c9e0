import { sql } from 'kysely';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery } from '../../connection/query.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';

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
