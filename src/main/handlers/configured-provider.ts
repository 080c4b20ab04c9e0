import { createOpenAiCompatible } from '../generation/providers/openai-compatible.ts';
import type { Provider } from '../generation/providers/provider.ts';
import type { KeyStore } from '../settings/key-store.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/**
 * A provider as it is configured now, using only abilities that a test has found; undefined if there is none
 * with this id.
 */
export function findConfiguredProvider(
  settings: SettingsFile,
  keys: KeyStore,
  id: string,
): Provider | undefined {
  const provider = settings.current.providers.find((candidate) => candidate.id === id);
  if (provider === undefined) return undefined;
  const { baseUrl, headers, extra, ability, continuingModels = [] } = provider;
  // Read again for each request: another one may have been refused something since.
  const refusedOf = (model: string) =>
    settings.current.providers.find((known) => known.id === id)?.refusedFields?.[model] ?? {};
  return createOpenAiCompatible({
    id,
    baseUrl,
    headers,
    extra,
    manyChoices: ability?.manyChoices ?? false,
    refusedFields: (model) => refusedOf(model),
    onRefused: (model, refused) =>
      settings.update((current) => ({
        ...current,
        providers: current.providers.map((known) =>
          known.id === id && known.baseUrl === baseUrl
            ? { ...known, refusedFields: { ...known.refusedFields, [model]: { ...refused } } }
            : known,
        ),
      })),
    continuesMessages: (model) => continuingModels.includes(model),
    askForUsage: ability?.usage ?? false,
    findKey: () => keys.find(id, baseUrl),
  });
}
