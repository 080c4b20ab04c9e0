import { AspenError } from '../../core/errors.ts';
import type { ModelSummary, ProviderSummary } from '../../ipc/wire/provider.ts';
import { checkBaseUrl } from '../generation/providers/guarded-fetch.ts';
import { listModels, probe } from '../generation/providers/probe.ts';
import type { KeyStore } from '../settings/key-store.ts';
import { newProviderId, type ProviderSettings } from '../settings/provider-settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Caller } from './caller.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface ProviderHandlerOptions {
  readonly settings: SettingsFile;
  readonly keys: KeyStore;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Tells every window but the caller's. */
  onProviders(providers: readonly ProviderSummary[], caller: Caller): void;
}

/** Names that stand for something else in a model reference. */
const RESERVED: ReadonlySet<string> = new Set(['offline']);

export function providerHandlers(options: ProviderHandlerOptions): HandlersFor<'provider.'> {
  const { settings, keys, now, onProviders } = options;
  const summarise = (provider: ProviderSettings): ProviderSummary => {
    const { id, name, baseUrl, headers, extra, ability = null } = provider;
    return { id, name, baseUrl, headers, extra, key: keys.stateOf(id, baseUrl), ability };
  };
  const list = () => settings.current.providers.map(summarise);
  const keep = (providers: readonly ProviderSettings[], caller: Caller) => {
    settings.update((current) => ({ ...current, providers: [...providers] }));
    onProviders(list(), caller);
  };

  /** What was learned of a service, unless it is another by now. */
  const change = (id: string, baseUrl: string, learned: Partial<ProviderSettings>) => {
    settings.update((current) => ({
      ...current,
      providers: current.providers.map((known) =>
        known.id === id && known.baseUrl === baseUrl ? { ...known, ...learned } : known,
      ),
    }));
  };

  return {
    'provider.list': list,
    'provider.save': ({ id, ...wish }, caller) => {
      checkBaseUrl(wish.baseUrl);
      const name = wish.name.trim();
      if (name === '') throw new AspenError('INVALID_ARGUMENT', 'a provider has a name');
      const { providers } = settings.current;
      const before = id === null ? undefined : getProvider(settings, id);
      const taken = new Set([...RESERVED, ...providers.map((provider) => provider.id)]);
      const isElsewhere = before !== undefined && before.baseUrl !== wish.baseUrl;
      if (isElsewhere) keys.remove(before.id);
      const { ability, prices } = before === undefined || isElsewhere ? {} : before;
      const provider: ProviderSettings = {
        ...wish,
        name,
        id: before?.id ?? newProviderId(name, taken),
        headers: { ...wish.headers },
        extra: { ...wish.extra },
        ...(ability === undefined ? {} : { ability }),
        ...(prices === undefined ? {} : { prices }),
      };
      keep(
        before === undefined
          ? [...providers, provider]
          : providers.map((known) => (known === before ? provider : known)),
        caller,
      );
      return summarise(provider);
    },
    'provider.restore': ({ id, ...wish }, caller) => {
      checkBaseUrl(wish.baseUrl);
      const { providers } = settings.current;
      if (RESERVED.has(id) || providers.some((known) => known.id === id)) {
        throw new AspenError('INVALID_ARGUMENT', `a provider ${id} is set up already`);
      }
      const provider: ProviderSettings = {
        ...wish,
        id,
        headers: { ...wish.headers },
        extra: { ...wish.extra },
      };
      keep([...providers, provider], caller);
      return summarise(provider);
    },
    'provider.remove': ({ id }, caller) => {
      const provider = getProvider(settings, id);
      keys.remove(id);
      keep(
        settings.current.providers.filter((known) => known !== provider),
        caller,
      );
      return list();
    },
    'provider.test': async ({ id, model }, caller) => {
      const { baseUrl, headers, extra } = getProvider(settings, id);
      const findKey = () => keys.find(id, baseUrl);
      const report = await probe({ baseUrl, headers, extra, findKey }, model, new AbortController().signal);
      change(id, baseUrl, {
        ability: { ...report.abilities, testedAt: now() },
        prices: pricesOf(report.models),
      });
      onProviders(list(), caller);
      return report;
    },
    'provider.models': async ({ id }) => {
      const { baseUrl, headers, extra } = getProvider(settings, id);
      const findKey = () => keys.find(id, baseUrl);
      const models = await listModels({ baseUrl, headers, extra, findKey }, new AbortController().signal);
      change(id, baseUrl, { prices: pricesOf(models) });
      return models;
    },
    'provider.setKey': ({ id, key }, caller) => {
      const provider = getProvider(settings, id);
      if (key === null) keys.remove(id);
      else keys.set(id, provider.baseUrl, key);
      onProviders(list(), caller);
      return summarise(provider);
    },
  };
}

function pricesOf(models: readonly ModelSummary[]): NonNullable<ProviderSettings['prices']> {
  const priced = models.flatMap(({ id, promptPrice, completionPrice }) =>
    promptPrice === null || completionPrice === null
      ? []
      : [[id, { prompt: promptPrice, completion: completionPrice }] as const],
  );
  return Object.fromEntries(priced);
}

/** @throws {AspenError} NOT_FOUND where no service of this id is set up */
function getProvider(settings: SettingsFile, id: string): ProviderSettings {
  const provider = settings.current.providers.find((known) => known.id === id);
  if (provider === undefined) throw new AspenError('NOT_FOUND', `no provider ${id} is set up`);
  return provider;
}
