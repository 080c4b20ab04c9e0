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
  return createOpenAiCompatible({
    id,
    baseUrl,
    headers,
    extra,
    manyChoices: ability?.manyChoices ?? false,
    continuesMessages: (model) => continuingModels.includes(model),
    askForUsage: ability?.usage ?? false,
    findKey: () => keys.find(id, baseUrl),
  });
}
