import { sha256 } from '#sha256';
import type { MessagesContext } from '../../core/context/messages.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/new-node.ts';
import type { ResponseToStore } from './answer-to-store.ts';
import { findModel } from './find-model.ts';
import { providerRequest } from './provider-request.ts';
import type { Provider } from './providers/provider.ts';
import type { Sha256OfStream } from './response-body.ts';
import { runContinuation } from './run-continuation.ts';
import { withRetries } from './with-retries.ts';

export interface RequestAnswerOptions {
  readonly idsAndClock: IdsAndClock;
  createSha256(): Sha256OfStream;
  /** Undefined if no provider has this id. */
  findProvider(id: string): Provider | undefined;
  /** Delay before the first retry, in milliseconds; tests override the default. */
  readonly firstPause?: number;
}

/** A question to one agent whose answer becomes no node. */
export interface Question {
  readonly agent: Agent;
  readonly context: MessagesContext;
  readonly maxTokens: number;
  /** The source of its seed, if the agent has none. */
  readonly id: string;
  readonly signal: AbortSignal;
  /** More has arrived. @param length of the answer so far, in UTF-16 code units */
  onText(length: number): void;
}

/** The answer as it was written, and the parts of its record. */
export type RecordedAnswer = Omit<ResponseToStore, 'treeId'>;

/**
 * Asks a model, and again after a failure that is usually temporary (`generation.md`, *Generating*). A provider's failures are
 * in the answer.
 * @throws {AspenError} MODEL_NOT_FOUND
 */
export async function requestAnswer(
  { agent, context, maxTokens, id, signal, onText }: Question,
  { idsAndClock, createSha256, findProvider, firstPause }: RequestAnswerOptions,
): Promise<RecordedAnswer> {
  const { provider, model } = findModel(agent, findProvider);
  const seed = agent.configuration.seed ?? seedFrom(id);
  const request = providerRequest({ agent, context, model, maxTokens, seed, choices: 1 });
  let requestedAt = idsAndClock.now();
  const attempt = () => {
    requestedAt = idsAndClock.now();
    let length = 0;
    return runContinuation({
      provider,
      request,
      place: { kind: 'whole' },
      signal,
      createSha256,
      onEvent: (event) => {
        if (event.type !== 'text') return;
        length += event.text.length;
        onText(length);
      },
    });
  };
  const answer = await withRetries(attempt, {
    signal,
    onPause: () => undefined,
    ...(firstPause === undefined ? {} : { firstPause }),
  });
  const respondedAt = idsAndClock.now();
  return { agent, context, providerId: provider.id, request, answer, requestedAt, respondedAt };
}

/** The seed of a request by an agent that has none of its own: the same for the same id. */
export function seedFrom(id: string): number {
  return Number.parseInt(sha256(id).slice(0, 8), 16) & 0x7fffffff;
}
