import { sql } from 'kysely';
import type { Dimension } from '../../../../core/history/history.ts';
import type { AgentId, TreeId } from '../../../../core/ids.ts';
import type { Reader } from '../../connection/query.ts';
import { getAgentKey, getTreeKey } from '../keys.ts';
import type { Key } from '../schema.ts';

/** The layers of one agent's path in one tree (`layers.md`, *What is stored*). */
export interface ChainRef {
  readonly treeId: TreeId;
  readonly agentId: AgentId;
  readonly dimension: Dimension;
  /** 0 for the agent's own, -1 for those rebuilt from the log, more for each that a merge added. */
  readonly chain: number;
  /** An earlier result of `chainKeys`, for many queries about one chain while its tree stays. */
  readonly keys?: ChainKeys;
}

/** The states of an agent's own path in a tree. */
export function ownChain(treeId: TreeId, agentId: AgentId): ChainRef {
  return { treeId, agentId, dimension: 'versions', chain: 0 };
}

export interface ChainKeys {
  readonly tree: Key;
  readonly agent: Key;
  readonly dimension: Dimension;
  readonly chain: number;
}

/** @throws {AspenError} NOT_FOUND */
export function chainKeys(reader: Reader, { treeId, agentId, dimension, chain, keys }: ChainRef): ChainKeys {
  if (keys !== undefined) return keys;
  return { tree: getTreeKey(reader, treeId), agent: getAgentKey(reader, agentId), dimension, chain };
}

/** A condition on `layer`, which the index of chains answers; `p` has its parameters. */
export function isInChain(p: ChainKeys) {
  return sql`layer.loom_tree_key = ${p.tree} and layer.agent_key = ${p.agent}
    and layer.dimension = ${p.dimension} and layer.chain = ${p.chain}`;
}
