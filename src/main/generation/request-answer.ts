import { setTimeout } from 'node:timers/promises';
import { sha256 } from '#sha256';
import { sentPrompt, suffixOf, systemContextOf } from '../../core/context/assemble.ts';
import { type MessagesContext, sentMessages } from '../../core/context/messages.ts';
import { AspenError, type ErrorCode } from '../../core/errors.ts';
import type { Agent, AgentConfiguration } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/new-node.ts';
import { type AgentContext, styleOf, windowOf } from './agent-context.ts';
import type { Answer } from './answer-parts.ts';
import type { ResponseToStore } from './answer-to-store.ts';
import type { Provider, ProviderInput, ProviderRequest, SamplingParameters } from './providers/provider.ts';
import type { Sha256OfStream } from './response-body.ts';
import { runContinuation } from './run-continuation.ts';

export interface RequestAnswerOptions {
  readonly idsAndClock: IdsAndClock;
  createSha256(): Sha256OfStream;
  /** Undefined if no provider has this id. */
  findProvider(id: string): Provider | undefined;
  /** Delay before the first retry, in milliseconds; tests override the default. */
  readonly firstPause?: number;
}

/** A question to one agent whose answer becomes no node. */
interface Question {
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
type RecordedAnswer = Omit<ResponseToStore, 'treeId'>;

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

/** A model as requests name it, and who provides it. */
export interface FoundModel {
  readonly provider: Provider;
  readonly model: string;
}

/**
 * The model of an agent.
 * @param findProvider undefined if no provider has this id
 * @throws {AspenError} MODEL_NOT_FOUND
 */
export function findModel(
  { modelRef }: Pick<Agent, 'modelRef'>,
  findProvider: (id: string) => Provider | undefined,
): FoundModel {
  const { providerId, model } = parsedReference(modelRef);
  const provider = findProvider(providerId);
  if (provider === undefined)
    throw new AspenError('MODEL_NOT_FOUND', `no provider is set up for “${modelRef ?? ''}”`);
  return { provider, model };
}

/**
 * The agent with the context length that its service stated, if its own settings have none or more. One whose model no
 * provider has is returned as it is.
 * @param findProvider undefined if no provider has this id
 */
export function agentAsServed(agent: Agent, findProvider: (id: string) => Provider | undefined): Agent {
  const { providerId, model } = parsedReference(agent.modelRef);
  const served = findProvider(providerId)?.contextLength(model) ?? null;
  const own = windowOf(agent);
  if (served === null || (own !== null && own <= served)) return agent;
  return { ...agent, configuration: { ...agent.configuration, contextLength: served } };
}

function parsedReference(modelRef: Agent['modelRef']): {
  readonly providerId: string;
  readonly model: string;
} {
  const reference = modelRef ?? '';
  const colon = reference.indexOf(':');
  return { providerId: reference.slice(0, Math.max(0, colon)), model: reference.slice(colon + 1) };
}

/** The parts from which an agent's request is built. */
interface RequestParts {
  readonly agent: Agent;
  readonly context: AgentContext;
  readonly model: string;
  readonly maxTokens: number;
  /** Used unless the agent has its own. */
  readonly seed: number;
  readonly choices: number;
}

/** Number of stop sequences that services accept. An agent's own are sent anyway. */
const MAX_STOPS = 4;

/** Builds the request for an agent. */
export function providerRequest(parts: RequestParts): ProviderRequest {
  const { agent, context, model, maxTokens, seed, choices } = parts;
  const { completionStyle: _style, thinking, extra = {}, ...rest } = agent.configuration;
  const sampling = samplingOf(rest);
  const stop = stopsOf(sampling.stop ?? [], context.reply?.stop ?? []);
  return {
    style: styleOf(agent, context),
    input: inputOf(context),
    model,
    choices,
    keepsThinking: thinking === 'text',
    parameters: { ...sampling, ...(stop.length === 0 ? {} : { stop }), maxTokens, seed },
    extra,
  };
}

function inputOf(context: AgentContext): ProviderInput {
  if (context.kind === 'messages') return { kind: 'messages', messages: sentMessages(context) };
  return {
    kind: 'document',
    system: systemContextOf(context),
    prompt: sentPrompt(context).text,
    suffix: suffixOf(context),
  };
}

function stopsOf(own: readonly string[], names: readonly string[]): readonly string[] {
  return [...own, ...names.slice(0, Math.max(0, MAX_STOPS - own.length))];
}

function samplingOf(
  configuration: Omit<AgentConfiguration, 'completionStyle' | 'thinking' | 'extra'>,
): Omit<SamplingParameters, 'maxTokens' | 'seed'> {
  const {
    maxTokens: _tokens,
    seed: _seed,
    contextLength: _length,
    systemPrompt: _system,
    infill: _infill,
    caps: _caps,
    ...sampling
  } = configuration;
  return sampling;
}

/** Errors that are usually temporary. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'SERVER_ERROR', 'NETWORK']);
/** The maximum number of attempts, including the first (`generation.md`, *Generating*). */
const MAX_ATTEMPTS = 3;
/** The pause before the second attempt; each later pause is twice as long. Milliseconds. */
const FIRST_PAUSE = 1_000;
/** A longer pause is not worth waiting for: the writer can generate again. Milliseconds. */
const MAX_PAUSE = 60_000;

const SECOND = 1_000;

interface RetryOptions {
  readonly signal: AbortSignal;
  /** Called before each pause and every second during it, with its remaining milliseconds. */
  onPause(error: AspenError, milliseconds: number): void;
  /** In milliseconds; tests override `FIRST_PAUSE`. */
  readonly firstPause?: number;
}

/**
 * Retries a request, after a pause, as long as it fails with a temporary error before its first character.
 * Honours the provider's `retry-after`.
 */
export async function withRetries(attempt: () => Promise<Answer>, options: RetryOptions): Promise<Answer> {
  const { signal, onPause, firstPause = FIRST_PAUSE } = options;
  for (let tries = 1; ; tries++) {
    const answer = await attempt();
    const { error, choices } = answer;
    if (error === null || !TRANSIENT.has(error.code) || choices.some(({ text }) => text !== ''))
      return answer;
    const pause = error.retryAfter ?? firstPause * 2 ** (tries - 1);
    if (tries === MAX_ATTEMPTS || signal.aborted || pause > MAX_PAUSE) return answer;
    try {
      for (let left = pause; left > 0; left -= SECOND) {
        onPause(error, left);
        await setTimeout(Math.min(left, SECOND), undefined, { signal });
      }
    } catch {
      // Stopped during the pause: nothing had arrived.
      return { ...answer, error: null };
    }
  }
}
