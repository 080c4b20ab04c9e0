import { ON_THIS_COMPUTER } from '../../../../ui-text/settings/agents.ts';
import { OFFLINE, splitModelRef } from '../../../session/settings/model-ref.ts';
import type { ProviderSummary } from '../../../session/settings/providers-session.ts';

/** A model with the name of its service, or the service's id if none is set up with it. @param modelRef `provider:model` */
export function describeModel(
  modelRef: string | null,
  providers: readonly Pick<ProviderSummary, 'id' | 'name'>[],
): string {
  const { providerId, model } = splitModelRef(modelRef);
  if (providerId === OFFLINE.providerId) return ON_THIS_COMPUTER;
  return `${model} · ${providers.find(({ id }) => id === providerId)?.name ?? providerId}`;
}
