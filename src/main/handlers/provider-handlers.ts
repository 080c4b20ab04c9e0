import { AspenError } from '../../core/errors.ts';
import type { ModelSummary, ProviderReport, ProviderSummary } from '../../ipc/wire/provider.ts';
import { PROVIDER_NEEDS_NAME, providerExists, unknownProvider } from '../../ui-text/refusals.ts';
import { checkBaseUrl } from '../generation/providers/guarded-fetch.ts';
import { findAddress, listHosts, listModels } from '../generation/providers/list-models.ts';
import { probe } from '../generation/providers/probe.ts';
import type { KeyStore } from '../settings/key-store.ts';
import { newProviderId, type ProviderSettings } from '../settings/provider-settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Caller, HandlersFor } from './access/caller.ts';

export interface ProviderHandlerOptions {
  readonly settings: SettingsFile;
  readonly keys: KeyStore;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Notifies every window except the caller's. */
  onProviders(providers: readonly ProviderSummary[], caller: Caller): void;
}

/** Ids with a special meaning in a model reference. */
const RESERVED: ReadonlySet<string> = new Set(['offline']);

export function providerHandlers(options: ProviderHandlerOptions): HandlersFor<'provider.'> {
  const { settings, keys, now, onProviders } = options;
  const summarize = (provider: ProviderSettings): ProviderSummary => {
    const { id, name, baseUrl, headers, extra, ability = null, refusedFields = {} } = provider;
    return { id, name, baseUrl, headers, extra, key: keys.stateOf(id, baseUrl), ability, refusedFields };
  };
  const list = () => settings.current.providers.map(summarize);
  const saveProviders = (providers: readonly ProviderSettings[], caller: Caller) => {
    settings.update((current) => ({ ...current, providers: [...providers] }));
    onProviders(list(), caller);
  };

  /** Saves what a request revealed about a provider, unless its address has changed since. */
  const updateProvider = (id: string, baseUrl: string, properties: Partial<ProviderSettings>) => {
    settings.update((current) => ({
      ...current,
      providers: current.providers.map((known) =>
        known.id === id && known.baseUrl === baseUrl ? { ...known, ...properties } : known,
      ),
    }));
  };

  return {
    'provider.list': list,
    'provider.save': ({ id, ...fields }, caller) => {
      checkBaseUrl(fields.baseUrl);
      const name = fields.name.trim();
      if (name === '') throw new AspenError('INVALID_ARGUMENT', PROVIDER_NEEDS_NAME);
      const { providers } = settings.current;
      const before = id === null ? undefined : getProvider(settings, id);
      const usedIds = new Set([...RESERVED, ...providers.map((provider) => provider.id)]);
      const hasMoved = before !== undefined && before.baseUrl !== fields.baseUrl;
      if (hasMoved) keys.remove(before.id);
      const { ability, continuingModels, prices, refusedFields } =
        before === undefined || hasMoved ? {} : before;
      const provider: ProviderSettings = {
        ...fields,
        name,
        id: before?.id ?? newProviderId(name, usedIds),
        headers: { ...fields.headers },
        extra: { ...fields.extra },
        ...(ability === undefined ? {} : { ability }),
        ...(continuingModels === undefined ? {} : { continuingModels }),
        ...(prices === undefined ? {} : { prices }),
        ...(refusedFields === undefined ? {} : { refusedFields }),
      };
      saveProviders(
        before === undefined
          ? [...providers, provider]
          : providers.map((known) => (known === before ? provider : known)),
        caller,
      );
      return summarize(provider);
    },
    'provider.restore': ({ id, ...fields }, caller) => {
      checkBaseUrl(fields.baseUrl);
      const { providers } = settings.current;
      if (RESERVED.has(id) || providers.some((known) => known.id === id)) {
        throw new AspenError('INVALID_ARGUMENT', providerExists(id));
      }
      const provider: ProviderSettings = {
        ...fields,
        id,
        headers: { ...fields.headers },
        extra: { ...fields.extra },
      };
      saveProviders([...providers, provider], caller);
      return summarize(provider);
    },
    'provider.remove': ({ id }, caller) => {
      const provider = getProvider(settings, id);
      keys.remove(id);
      saveProviders(
        settings.current.providers.filter((known) => known !== provider),
        caller,
      );
      return list();
    },
    'provider.test': async ({ id, model }, caller) => {
      const { baseUrl, headers, extra, continuingModels } = getProvider(settings, id);
      const findKey = () => keys.find(id, baseUrl);
      const report = await probe({ baseUrl, headers, extra, findKey }, model, new AbortController().signal);
      updateProvider(id, baseUrl, {
        ability: { ...report.abilities, testedAt: now() },
        continuingModels: continuingModelsAfter(report, continuingModels),
        prices: pricesOf(report.models),
        // Refusals for other models are tried again too.
        refusedFields: refusedAfter(report),
      });
      onProviders(list(), caller);
      return report;
    },
    'provider.models': async ({ id, keyPath = null }) => {
      const { baseUrl, headers, extra } = getProvider(settings, id);
      const findKey = () => keys.find(id, baseUrl);
      const service = { baseUrl, headers, extra, findKey };
      const models = await listModels(service, new AbortController().signal, keyPath);
      updateProvider(id, baseUrl, { prices: pricesOf(models) });
      return models;
    },
    'provider.hosts': ({ id, model }) => {
      const { baseUrl, headers, extra } = getProvider(settings, id);
      const service = { baseUrl, headers, extra, findKey: () => keys.find(id, baseUrl) };
      return listHosts(service, model, new AbortController().signal);
    },
    'provider.findAddress': async ({ baseUrls }) => {
      for (const baseUrl of baseUrls) checkBaseUrl(baseUrl);
      return { baseUrl: await findAddress(baseUrls) };
    },
    'provider.forgetRefused': ({ id }, caller) => {
      const provider = getProvider(settings, id);
      updateProvider(id, provider.baseUrl, { refusedFields: {} });
      onProviders(list(), caller);
      return summarize(getProvider(settings, id));
    },
    'provider.setKey': ({ id, key }, caller) => {
      const provider = getProvider(settings, id);
      if (key === null) keys.remove(id);
      else keys.set(id, provider.baseUrl, key);
      onProviders(list(), caller);
      return summarize(provider);
    },
  };
}

/** The models that were seen to continue a message of their own, after a test of one. */
function continuingModelsAfter(
  { model, abilities }: ProviderReport,
  known: readonly string[] = [],
): string[] {
  const others = known.filter((one) => one !== model);
  return model !== null && abilities.continuesMessages === true ? [...others, model] : others;
}

function refusedAfter({
  model,
  refusedFields,
}: ProviderReport): NonNullable<ProviderSettings['refusedFields']> {
  return model === null || Object.keys(refusedFields).length === 0 ? {} : { [model]: { ...refusedFields } };
}

function pricesOf(models: readonly ModelSummary[]): NonNullable<ProviderSettings['prices']> {
  const priced = models.flatMap(({ id, promptPrice, completionPrice }) =>
    promptPrice === null || completionPrice === null
      ? []
      : [[id, { prompt: promptPrice, completion: completionPrice }] as const],
  );
  return Object.fromEntries(priced);
}

/** @throws {AspenError} NOT_FOUND if there is no provider with this id */
function getProvider(settings: SettingsFile, id: string): ProviderSettings {
  const provider = settings.current.providers.find((known) => known.id === id);
  if (provider === undefined) throw new AspenError('NOT_FOUND', unknownProvider(id));
  return provider;
}
