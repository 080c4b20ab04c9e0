/** Maintenance of layers while the writer is idle (`layers.md`, *What is stored*). */
import { sql } from 'kysely';
import type { Dimension } from '../../../../core/history/history.ts';
import type { AgentId, Sha256, TreeId } from '../../../../core/ids.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { getAgentKey } from '../keys.ts';
import type { Key } from '../schema.ts';
import { type ChainKeys, type ChainRef, chainKeys, isInChain } from './chain-ref.ts';

// From one chain to the next along the index: no chain is read as a whole. A comparison of rows would use only its first
// column. No chain comes twice, as it would without end where the index and the table of a damaged file differ.
const WITH_FIRSTS = sql`
    with recursive first_of (key) as (
      select (select key from layer order by loom_tree_key, agent_key, dimension, chain, seq limit 1)
      union
      select coalesce(
        (select next.key from layer as next
          where next.loom_tree_key = layer.loom_tree_key and next.agent_key = layer.agent_key
            and next.dimension = layer.dimension and next.chain > layer.chain
          order by next.chain, next.seq limit 1),
        (select next.key from layer as next
          where next.loom_tree_key = layer.loom_tree_key and next.agent_key = layer.agent_key
            and next.dimension > layer.dimension
          order by next.dimension, next.chain, next.seq limit 1),
        (select next.key from layer as next
          where next.loom_tree_key = layer.loom_tree_key and next.agent_key > layer.agent_key
          order by next.agent_key, next.dimension, next.chain, next.seq limit 1),
        (select next.key from layer as next
          where next.loom_tree_key > layer.loom_tree_key
          order by next.loom_tree_key, next.agent_key, next.dimension, next.chain, next.seq limit 1)
      )
      from first_of cross join layer on layer.key = first_of.key
    )`;
const FROM_FIRSTS = sql`
    from first_of
    cross join layer on layer.key = first_of.key
    cross join loom_tree on loom_tree.key = layer.loom_tree_key
    cross join agent on agent.key = layer.agent_key
    order by layer.loom_tree_key, layer.agent_key, layer.dimension, layer.chain`;

interface ChainRow {
  readonly tree_id: string;
  readonly agent_id: string;
  readonly dimension: Dimension;
  readonly chain: number;
}

const chains = defineQuery(
  'layer.chains',
  () => sql<ChainRow>`${WITH_FIRSTS}
    select loom_tree.id as tree_id, agent.id as agent_id, layer.dimension, layer.chain ${FROM_FIRSTS}`,
);

// The ends are found along the index of chains too; where no layer has a hash, the whole chain is looked through.
const chainEnds = defineQuery(
  'layer.chainEnds',
  () => sql<
    ChainRow & { tree: Key; agent: Key; first: number; last: number; hashed: number | null }
  >`${WITH_FIRSTS}
    select loom_tree.id as tree_id, agent.id as agent_id, layer.dimension, layer.chain,
      layer.loom_tree_key as tree, layer.agent_key as agent, layer.seq as first,
      (select other.seq from layer as other
        where other.loom_tree_key = layer.loom_tree_key and other.agent_key = layer.agent_key
          and other.dimension = layer.dimension and other.chain = layer.chain
        order by other.seq desc limit 1) as last,
      (select other.seq from layer as other
        where other.loom_tree_key = layer.loom_tree_key and other.agent_key = layer.agent_key
          and other.dimension = layer.dimension and other.chain = layer.chain and other.hash is not null
        order by other.seq desc limit 1) as hashed ${FROM_FIRSTS}`,
);

const firstUncounted = defineQuery(
  'layer.uncounted',
  (_, p: ChainKeys) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.added is null
    order by layer.seq limit 1`,
);

const lastHashed = defineQuery(
  'layer.lastHashed',
  (_, p: ChainKeys & { before: number }) => sql<{ seq: number; hash: string }>`
    select layer.seq, layer.hash from layer
    where ${isInChain(p)} and layer.seq < ${p.before} and layer.hash is not null
    order by layer.seq desc limit 1`,
);

const nextAfter = defineQuery(
  'layer.next',
  (_, p: ChainKeys & { after: number }) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.seq > ${p.after}
    order by layer.seq limit 1`,
);

const previousBefore = defineQuery(
  'layer.previous',
  (_, p: ChainKeys & { before: number }) => sql<{ seq: number }>`
    select layer.seq from layer
    where ${isInChain(p)} and layer.seq < ${p.before}
    order by layer.seq desc limit 1`,
);

const setCounts = defineQuery(
  'layer.setCounts',
  (
    _,
    p: ChainKeys & {
      seq: number;
      createdAt: number;
      added: number;
      removed: number;
      author: Key | null;
      hash: string | null;
    },
  ) => sql<never>`
    update layer set added = ${p.added}, removed = ${p.removed}, author_key = ${p.author},
      hash = ifnull(hash, ${p.hash})
    where ${isInChain(p)} and seq = ${p.seq} and created_at = ${p.createdAt}`,
);

/** Every chain of the grove, by tree and agent. */
export function listChains(reader: Reader): readonly ChainRef[] {
  return reader.all(chains, NONE).map(chainOf);
}

/** A chain, with where it begins and ends. */
export interface ChainEnds {
  readonly ref: ChainRef;
  readonly first: number;
  readonly last: number;
  /** The last layer that has a hash; null if none has. */
  readonly hashed: number | null;
}

/** Every chain of the grove with its ends, by tree and agent, by one statement. */
export function listChainEnds(reader: Reader): readonly ChainEnds[] {
  return reader.all(chainEnds, NONE).map(({ tree, agent, first, last, hashed, ...row }) => {
    const ref = chainOf(row);
    const { dimension, chain } = ref;
    return { ref: { ...ref, keys: { tree, agent, dimension, chain } }, first, last, hashed };
  });
}

function chainOf({ tree_id, agent_id, dimension, chain }: ChainRow): ChainRef {
  return { treeId: tree_id as TreeId, agentId: agent_id as AgentId, dimension, chain };
}

/** The first layer whose words are not counted; undefined if all are. @throws {AspenError} NOT_FOUND */
export function findFirstUncounted(reader: Reader, ref: ChainRef): number | undefined {
  return reader.first(firstUncounted, chainKeys(reader, ref))?.seq;
}

export interface HashedLayer {
  readonly seq: number;
  readonly hash: Sha256;
}

/** The last layer before a number that has a hash: the parent of one there. @throws {AspenError} NOT_FOUND */
export function findLastHashed(
  reader: Reader,
  ref: ChainRef,
  before = Number.MAX_SAFE_INTEGER,
): HashedLayer | undefined {
  const row = reader.first(lastHashed, { ...chainKeys(reader, ref), before });
  return row === undefined ? undefined : { seq: row.seq, hash: row.hash as Sha256 };
}

/** The layer after a number; undefined at the end of the chain. @throws {AspenError} NOT_FOUND */
export function findNextSeq(reader: Reader, ref: ChainRef, after: number): number | undefined {
  return reader.first(nextAfter, { ...chainKeys(reader, ref), after })?.seq;
}

/** The layer before a number; undefined at the beginning of the chain. @throws {AspenError} NOT_FOUND */
export function findPreviousSeq(reader: Reader, ref: ChainRef, before: number): number | undefined {
  return reader.first(previousBefore, { ...chainKeys(reader, ref), before })?.seq;
}

/** The counts of a layer. */
export interface CountedLayer {
  readonly seq: number;
  /** When the layer that was counted was made: another one may have its number now. */
  readonly createdAt: number;
  readonly added: number;
  readonly removed: number;
  readonly authorId: AgentId | null;
  /** Null where it has none, or keeps the one that it has. */
  readonly hash: Sha256 | null;
}

/**
 * Writes what was counted of a layer, and its hash, which never changes once it has one. Does nothing to a layer that was
 * rewritten meanwhile.
 * @throws {AspenError} NOT_FOUND if the author does not exist
 */
export function saveCounts(tx: FileTransaction, ref: ChainRef, layer: CountedLayer): void {
  const { authorId, ...counts } = layer;
  const author = authorId === null ? null : getAgentKey(tx, authorId);
  tx.run(setCounts, { ...chainKeys(tx, ref), ...counts, author });
}
