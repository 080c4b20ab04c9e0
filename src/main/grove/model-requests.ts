import { metadataCopyLength } from '../../core/context/metadata-copy.ts';
import { AspenError } from '../../core/errors.ts';
import { type AgentId, firstNodeAt } from '../../core/ids.ts';
import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import type { TokenUsage } from '../../core/provenance/token-usage.ts';
import type { Agent, SamplingSettings } from '../../core/tree/agent.ts';
import type { SlotSnapshot } from '../../ipc/wire/generation.ts';
import { type AgentContext, ANY_LENGTH, agentContext, windowOf } from '../generation/agent-context.ts';
import type { CallOutcome, Generator } from '../generation/generator.ts';
import { BEGINNING_LENGTH } from '../generation/text-model/beginnings.ts';
import type { Reader } from '../store/connection/query.ts';
import { findTurn } from '../store/tables/agent-turns.ts';
import { getAgent, listAgents } from '../store/tables/agents.ts';
import { findNode } from '../store/tables/nodes.ts';
import { findResponse } from '../store/tables/responses.ts';
import { getTree } from '../store/tables/trees.ts';
import { listBeginnings } from '../store/tree/children.ts';
import type { ContinuationMaker, ContinuationOrder, MadeContinuation } from './agents/make-continuations.ts';
import type { CallModel, ModelAnswer, ModelCall } from './agents/turns/call-model.ts';
import { readTopicForReply } from './agents/turns/turn-place.ts';
import type { GroveScope } from './grove-scope.ts';
import type { GroveLore } from './lore/grove-lore.ts';

/** The agents that a window asks, and settings that override their own. */
export interface RequestedAgents {
  readonly agentIds: readonly AgentId[];
  readonly parameters: SamplingSettings;
}

/**
 * The agents of a request, as they are asked.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for one that is no model; MODEL_NOT_FOUND if no provider has its model
 */
export function requestedAgents(
  store: Reader,
  generator: Generator,
  { agentIds, parameters }: RequestedAgents,
): readonly Agent[] {
  return agentIds.map((id): Agent => {
    const agent = generator.asServed(getAgent(store, id));
    if (agent.type !== 'model') throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not a model`);
    generator.requireModel(agent);
    return { ...agent, configuration: { ...agent.configuration, ...parameters } };
  });
}

/** Makes the model calls of turns: each is a job with one slot, so that its prose streams like any reply. */
export function createCallModel({ store, writerId, emit }: GroveScope, generator: Generator): CallModel {
  return (call) => {
    const {
      treeId,
      agent,
      context,
      parentId,
      originId,
      maxTokens,
      turnId,
      ordinal,
      instructionId,
      insteadOf,
    } = call;
    let onEnded: (outcome: CallOutcome) => void = () => undefined;
    const ended = new Promise<CallOutcome>((resolve) => {
      onEnded = resolve;
    });
    const job = generator.start({
      treeId,
      // The writer at the window, where the answer streams as a reply.
      requestedBy: writerId,
      target: {
        kind: 'continuation',
        parentId,
        originId,
        ...(instructionId === null ? {} : { instructionId }),
        ...(insteadOf === null ? {} : { insteadOf }),
      },
      agentRequests: [{ agent, context, count: 1, maxTokens }],
      call: { turnId, ordinal, copyAtStart: metadataCopyLength, onEnded: (outcome) => onEnded(outcome) },
    });
    emit('generation.started', job);
    return {
      stop: () => void generator.stop(job.jobId, null),
      ended: ended.then((outcome) => answerOf(store, call, outcome)),
    };
  };
}

function answerOf(
  store: Reader,
  { turnId, ordinal }: ModelCall,
  { answer, isStored, error }: CallOutcome,
): ModelAnswer {
  const [choice] = answer?.choices ?? [];
  const stored = isStored
    ? findTurn(store, turnId)?.calls.find((call) => call.ordinal === ordinal)
    : undefined;
  const responseId = stored?.responseId ?? null;
  return {
    commands: choice?.commands ?? null,
    nodeId: stored?.nodeId ?? null,
    response: responseId === null || answer === null ? null : { id: responseId, hash: answer.body.sha256 },
    // Without an answer and an error, the request was stopped before it was made.
    finishReason: choice?.finishReason ?? (error === null ? 'stopped' : 'interrupted'),
    usage: answer?.usage ?? null,
    error,
  };
}

/** Requests continuations from models for commands: each order is a job, whose results are stored like any others. */
export function createContinuationMaker(
  scope: GroveScope & { readonly lore: GroveLore },
  generator: Generator,
): ContinuationMaker {
  const { store, emit } = scope;
  const contextOf = (order: ContinuationOrder) =>
    orderContext(scope, { ...order, agent: generator.asServed(order.agent) });
  return {
    estimate: (order) => {
      generator.requireModel(order.agent);
      const [service = ''] = (order.agent.modelRef ?? '').split(':', 1);
      return { sent: contextOf(order).tokens, service };
    },
    make: (order, signal, onRequested) => {
      const { treeId, parentId, originId, agent, count, maxTokens, requestedBy } = order;
      const agentRequests = [{ agent, context: contextOf(order), count, maxTokens }];
      return new Promise((resolve) => {
        const job = generator.start({
          treeId,
          requestedBy,
          target: { kind: 'continuation', parentId, originId },
          agentRequests,
          siblings: listBeginnings(store, treeId, parentId, BEGINNING_LENGTH),
          onEnded: ({ slots }) => {
            signal.removeEventListener('abort', stop);
            resolve(slots.map((slot) => madeBy(store, slot)));
          },
        });
        const stop = () => void generator.stop(job.jobId, null);
        signal.addEventListener('abort', stop, { once: true });
        try {
          onRequested(job.slots.map(({ positionId }) => positionId));
        } catch (error) {
          stop();
          throw error;
        }
        if (signal.aborted) stop();
        emit('generation.started', job);
      });
    },
  };
}

function orderContext(
  { store, writerId, preferences, lore }: GroveScope & { readonly lore: GroveLore },
  { treeId, agent, nodes, parentId, maxTokens, takingPart = [agent.id], topicAt = null }: ContinuationOrder,
): AgentContext {
  const speakers = new Map(listAgents(store).map((one) => [one.id, one]));
  const tree = getTree(store, treeId);
  const size = { window: windowOf(agent) ?? ANY_LENGTH, maxTokens: preferences().topicTokens };
  const topic = readTopicForReply(store, tree, { writerId, topicAt }, size);
  const { insertions } = lore.select({
    tree,
    nodes,
    at: parentId,
    topic: { at: topicAt, isSent: topic !== null },
    window: windowOf(agent),
    reserve: maxTokens,
  });
  return agentContext(agent, tree, nodes, { maxTokens, takingPart, speakers, topic, lore: insertions });
}

function madeBy(store: Reader, { positionId, state, text, error }: SlotSnapshot): MadeContinuation {
  const isStored = state === 'done' || state === 'stopped';
  const responseId = findNode(store, firstNodeAt(positionId))?.responseId ?? null;
  const response = responseId === null ? undefined : findResponse(store, responseId);
  const answer = response === undefined ? null : { id: response.id, usage: countedIn(response.tokenUsage) };
  return { positionId, answer, text: isStored ? text : '', error: error?.sentence ?? null };
}

/** The tokens that a provider counted; null if it did not. */
function countedIn(usage: JsonValue): TokenUsage | null {
  if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) return null;
  const { promptTokens, completionTokens } = usage as { readonly [name: string]: JsonValue };
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number') return null;
  return { promptTokens, completionTokens };
}
