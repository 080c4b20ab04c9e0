import type { Agent, AgentConfiguration } from '../../core/tree/agent.ts';
import type { ProviderRequest, SamplingParameters } from './providers/provider.ts';

/** What a request for an agent is built from. */
export interface RequestParts {
  readonly agent: Agent;
  readonly model: string;
  /** Text before the document; empty for none. */
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** Used unless the agent has its own. */
  readonly seed: number;
  readonly choices: number;
}

/** Builds the request for an agent. */
export function providerRequest(parts: RequestParts): ProviderRequest {
  const { agent, model, system, prompt, maxTokens, seed, choices } = parts;
  const { completionStyle = 'completion', extra = {}, ...rest } = agent.configuration;
  return {
    style: completionStyle,
    system,
    prompt,
    model,
    choices,
    parameters: { ...samplingOf(rest), maxTokens, seed },
    extra,
  };
}

function samplingOf(configuration: AgentConfiguration): Omit<SamplingParameters, 'maxTokens' | 'seed'> {
  const {
    maxTokens: _tokens,
    seed: _seed,
    contextLength: _length,
    systemPrompt: _system,
    ...sampling
  } = configuration;
  return sampling;
}
