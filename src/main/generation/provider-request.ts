import { sentPrompt, suffixOf, systemContextOf } from '../../core/context/assemble.ts';
import { sentMessages } from '../../core/context/messages.ts';
import type { Agent, AgentConfiguration } from '../../core/tree/agent.ts';
import { type AgentContext, styleOf } from './agent-context.ts';
import type { ProviderInput, ProviderRequest, SamplingParameters } from './providers/provider.ts';

/** The parts from which an agent's request is built. */
export interface RequestParts {
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
