import { sql } from 'kysely';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';

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
