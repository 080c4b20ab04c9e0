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
