import { metadataCopyLength } from '../../core/context/metadata-copy.ts';
import type { AgentId } from '../../core/ids.ts';
import type { ContinuationJob } from '../../ipc/wire/generation.ts';
import type { CallOutcome, Generator } from '../generation/generator.ts';
import type { Reader } from '../store/connection/query.ts';
import { findTurn } from '../store/tables/agent-turns.ts';
import type { CallModel, ModelAnswer, ModelCall } from './agents/turns/call-model.ts';

export interface CallModelOptions {
  readonly store: Reader;
  readonly generator: Generator;
  /** On whose behalf the agent is asked: the writer at the window, where the answer streams as a reply. */
  readonly requestedBy: AgentId;
  /** The window does not know the job yet. */
  onStarted(job: ContinuationJob): void;
}

/** Makes the model calls of turns: each is a job with one slot, so that its prose streams like any reply. */
export function createCallModel({ store, generator, requestedBy, onStarted }: CallModelOptions): CallModel {
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
      requestedBy,
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
    onStarted(job);
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
