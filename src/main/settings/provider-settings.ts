import * as v from 'valibot';
import { extraFields } from '../../ipc/preferences-schema.ts';

/** The abilities that a test of the service found; undefined when the test was inconclusive. */
const ability = v.object({
  completions: v.exactOptional(v.boolean()),
  chat: v.exactOptional(v.boolean()),
  streaming: v.exactOptional(v.boolean()),
  manyChoices: v.exactOptional(v.boolean()),
  logprobs: v.exactOptional(v.boolean()),
  seed: v.exactOptional(v.boolean()),
  usage: v.exactOptional(v.boolean()),
  continuesMessages: v.exactOptional(v.boolean()),
  /** Milliseconds since 1970 UTC. */
  testedAt: v.pipe(v.number(), v.finite()),
});

/** Dollars per million tokens. */
const amount = v.pipe(v.number(), v.finite());
const price = v.object({ prompt: amount, completion: amount });

/** A service as stored in `settings.json`; its key is stored separately (`key-store.ts`). */
export const providerSettingsSchema = v.object({
  /** The part of a model reference before the first colon; renaming the service does not change it. */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  name: v.pipe(v.string(), v.maxLength(1_000)),
  baseUrl: v.pipe(v.string(), v.maxLength(2_000)),
  /** Sent with every request; must not contain a key. */
  headers: v.optional(v.record(v.string(), v.string()), {}),
  /** Additional fields for every request. */
  extra: v.optional(extraFields, {}),
  ability: v.exactOptional(ability),
  /** The models that tests saw continue a message of their own: only these are sent one to continue. */
  continuingModels: v.exactOptional(v.array(v.string())),
  /** By model, the fields that the service refused, and the name or the most that it accepts instead. */
  refusedFields: v.exactOptional(
    v.record(
      v.string(),
      v.record(v.string(), v.nullable(v.union([v.string(), v.pipe(v.number(), v.integer(), v.minValue(2))]))),
    ),
  ),
  /** By model, from the last model list that the service sent. */
  prices: v.exactOptional(v.record(v.string(), price)),
});

export type ProviderSettings = v.InferOutput<typeof providerSettingsSchema>;
/** In dollars for a million tokens. */
export type ModelPrice = v.InferOutput<typeof price>;
/** An unused id for a new service, made of letters and digits of its name. */
export function newProviderId(name: string, taken: ReadonlySet<string>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32);
  const base = slug === '' ? 'provider' : slug;
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  return id;
}

/** The price of a model's tokens, from its service's last list; null if that has none. @param modelRef `provider:model` */
export function findPrice(providers: readonly ProviderSettings[], modelRef: string): ModelPrice | null {
  const colon = modelRef.indexOf(':');
  const { prices = {} } = providers.find(({ id }) => id === modelRef.slice(0, colon)) ?? {};
  const model = modelRef.slice(colon + 1);
  return Object.hasOwn(prices, model) ? (prices[model] ?? null) : null;
}
