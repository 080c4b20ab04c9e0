/** Agents that reply in turn, each to the one before, for one round (`dialogue.md`, *Replies*). */
import { assert } from '../../../../core/assert.ts';
import type { ContextNode } from '../../../../core/context/assemble.ts';
import {
  type AgentId,
  firstNodeAt,
  type NodeId,
  type PositionId,
  type TreeId,
} from '../../../../core/ids.ts';
import { type Agent, isLoomAware } from '../../../../core/tree/agent.ts';
import { isHeldBack } from '../../../../core/tree/tree-node.ts';
import type { Store } from '../../../store/connection/store.ts';
import { findNode } from '../../../store/tables/nodes.ts';
import { readPathContext } from '../../reading/path-context.ts';
import type { ContinuationMaker, ContinuationOrder } from '../make-continuations.ts';

/** The message that the next agent replies to. */
export interface RoundPlace {
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path to it, without the root. */
  readonly nodes: readonly ContextNode[];
}

/** The agents that reply, and the length of their replies. */
export interface RoundOrder {
  readonly treeId: TreeId;
  /** In the order in which they reply. */
  readonly agents: readonly Agent[];
  readonly maxTokens: number;
  /** The writer's place in the topic; null if unknown. */
  readonly topicAt: PositionId | null;
}

export interface RoundOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly generate: ContinuationMaker;
  /** Aborted to end the round: the reply being written is stopped, and no further agent is asked. */
  readonly signal: AbortSignal;
  /** An agent is about to reply. @param waiting those who follow it */
  onNext(replying: Agent, waiting: readonly Agent[]): void;
  /** Has a loom-aware agent reply with a turn. Resolves to its last message; null if the turn did not end by itself. */
  takeTurn(agent: Agent, place: RoundPlace): Promise<PositionId | null>;
}

/** The order for an agent that replies without a turn. */
export function orderInRound(
  { writerId }: Pick<RoundOptions, 'writerId'>,
  { treeId, agents, maxTokens, topicAt }: RoundOrder,
  agent: Agent,
  place: RoundPlace,
): ContinuationOrder {
  const takingPart = agents.map(({ id }) => id);
  return { treeId, ...place, agent, count: 1, maxTokens, requestedBy: writerId, takingPart, topicAt };
}

/**
 * Asks the agents one after another. The round ends with the first that produces nothing, or whose reply was stopped or
 * is held back: agents do not reply to text that the writer is not shown.
 * @throws {AspenError} as `ContinuationMaker.make`
 */
export async function runRound(options: RoundOptions, order: RoundOrder, first: RoundPlace): Promise<void> {
  let place: RoundPlace | null = first;
  for (const [index, agent] of order.agents.entries()) {
    if (place === null || options.signal.aborted) return;
    options.onNext(agent, order.agents.slice(index + 1));
    const last: PositionId | null = isLoomAware(agent)
      ? await options.takeTurn(agent, place)
      : await reply(options, orderInRound(options, order, agent, place));
    if (last === null) return;
    place = placeAt(options, order.treeId, last);
  }
}

async function reply(
  { store, generate, signal }: RoundOptions,
  order: ContinuationOrder,
): Promise<PositionId | null> {
  const [made] = await generate.make(order, signal, () => undefined);
  if (made === undefined || made.text === '') return null;
  const finishReason = findNode(store, firstNodeAt(made.positionId))?.finishReason ?? null;
  return isHeldBack(finishReason) || finishReason === 'stopped' ? null : made.positionId;
}

/** Null once the message is pruned, or its tree is gone. */
function placeAt({ store, writerId }: RoundOptions, treeId: TreeId, position: PositionId): RoundPlace | null {
  if (findNode(store, firstNodeAt(position)) === undefined) return null;
  const nodes = readPathContext(store, treeId, writerId, position);
  const last = nodes.at(-1);
  assert(last !== undefined && last.nodeId !== null, 'a message is on its own path');
  return last.pruned ? null : { parentId: position, originId: last.nodeId, nodes };
}
