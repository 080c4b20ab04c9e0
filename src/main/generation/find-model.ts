import { AspenError } from '../../core/errors.ts';
import type { Agent } from '../../core/tree/agent.ts';
import { windowOf } from './agent-context.ts';
import type { Provider } from './providers/provider.ts';

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
