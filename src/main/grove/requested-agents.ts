import { AspenError } from '../../core/errors.ts';
import type { AgentId } from '../../core/ids.ts';
import type { Agent, SamplingSettings } from '../../core/tree/agent.ts';
import type { Generator } from '../generation/generator.ts';
import type { Reader } from '../store/connection/query.ts';
import { getAgent } from '../store/tables/agents.ts';

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
