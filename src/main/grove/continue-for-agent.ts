import type { JobSnapshot, SlotSnapshot } from '../../ipc/wire/generation.ts';
import type { AgentContext } from '../generation/agent-context.ts';
import { agentContext } from '../generation/agent-context.ts';
import type { Generator } from '../generation/generator.ts';
import type { Reader } from '../store/connection/query.ts';
import { listAgents } from '../store/tables/agents.ts';
import { getTree } from '../store/tables/trees.ts';
import type { ContinuationMaker, ContinuationOrder, MadeContinuation } from './agents/make-continuations.ts';

export interface ContinuationMakerOptions {
  readonly store: Reader;
  readonly generator: Generator;
  /** A job was started that the window does not know yet. */
  onStarted(job: JobSnapshot): void;
}

/** How commands ask models for continuations: each order is a job, whose results are stored like any others. */
export function createContinuationMaker(options: ContinuationMakerOptions): ContinuationMaker {
  const { store, generator, onStarted } = options;
  return {
    estimate: (order) => {
      generator.requireModel(order.agent);
      const [service = ''] = (order.agent.modelRef ?? '').split(':', 1);
      return { sent: contextOf(store, order).tokens, service };
    },
    make: (order, signal, onRequested) => {
      const { treeId, parentId, originId, agent, count, maxTokens, requestedBy } = order;
      const agentRequests = [{ agent, context: contextOf(store, order), count, maxTokens }];
      return new Promise((resolve) => {
        const job = generator.start({
          treeId,
          requestedBy,
          parentId,
          originId,
          agentRequests,
          onEnded: ({ slots }) => {
            signal.removeEventListener('abort', stop);
            resolve(slots.map(madeBy));
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
        onStarted(job);
      });
    },
  };
}

function contextOf(store: Reader, { treeId, agent, nodes, maxTokens }: ContinuationOrder): AgentContext {
  const speakers = new Map(listAgents(store).map((one) => [one.id, one]));
  return agentContext(agent, getTree(store, treeId), nodes, { maxTokens, takingPart: [agent.id], speakers });
}

function madeBy({ positionId, state, text, error }: SlotSnapshot): MadeContinuation {
  const isStored = state === 'done' || state === 'stopped';
  return { positionId, text: isStored ? text : '', error: error?.sentence ?? null };
}
