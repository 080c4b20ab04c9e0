/** The two parts of `provider:model`. */
export interface ModelRef {
  readonly providerId: string;
  readonly model: string;
}

/** Split at the first colon: a model's name may have more. */
export function splitModelRef(reference: string | null): ModelRef {
  const text = reference ?? '';
  const colon = text.indexOf(':');
  return { providerId: text.slice(0, Math.max(0, colon)), model: text.slice(colon + 1) };
}

export function joinModelRef({ providerId, model }: ModelRef): string {
  return `${providerId}:${model}`;
}

/** The agent that writes on this computer: it needs no service and has one model. */
export const OFFLINE: ModelRef = { providerId: 'offline', model: 'variable-order' };
