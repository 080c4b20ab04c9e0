import type { Agent, AgentConfiguration } from '../../core/tree/agent.ts';
import type { ProviderRequest, SamplingParameters } from './providers/provider.ts';

/** What one request of an agent is made of, beside its seed and the number of its choices. */
export interface RequestParts {
  readonly agent: Agent;
  readonly model: string;
  /** What is said before the document; empty for nothing. */
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** Where the agent has none: each continuation has one of its own, and the record says which. */
  readonly seed: number;
  readonly choices: number;
}

/** The request for continuations by an agent. */
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
