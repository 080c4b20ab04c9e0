import { cutText, MAX_NAME_LENGTH } from '../../../core/text/limits.ts';

/** The two parts of `provider:model`. */
export interface ModelRef {
  readonly providerId: string;
  readonly model: string;
}

/** Splits at the first colon, since a model's name may contain more. */
export function splitModelRef(reference: string | null): ModelRef {
  const text = reference ?? '';
  const colon = text.indexOf(':');
  return { providerId: text.slice(0, Math.max(0, colon)), model: text.slice(colon + 1) };
}

export function joinModelRef({ providerId, model }: ModelRef): string {
  return `${providerId}:${model}`;
}

/** The model that runs on this computer: it needs no service. */
export const OFFLINE: ModelRef = { providerId: 'offline', model: 'variable-order' };

/** A name for an agent with a model: the last part of the model's, `model` of `maker/model`. */
export function agentNameOf({ providerId, model }: ModelRef): string {
  if (providerId === OFFLINE.providerId) return 'Offline';
  return cutText(model.split('/').at(-1) ?? model, MAX_NAME_LENGTH);
}
