import { AspenError } from '../../core/errors.ts';
import type { Agent } from '../../core/tree/agent.ts';
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
  const reference = modelRef ?? '';
  const colon = reference.indexOf(':');
  const provider = findProvider(reference.slice(0, Math.max(0, colon)));
  if (provider === undefined)
    throw new AspenError('MODEL_NOT_FOUND', `no provider is set up for “${reference}”`);
  return { provider, model: reference.slice(colon + 1) };
}
