import { createOpenAiCompatible } from '../generation/providers/openai-compatible.ts';
import type { Provider } from '../generation/providers/provider.ts';
import type { KeyStore } from '../settings/key-store.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** A service as it is set up now; undefined where none of this id is. What it was seen to do says what is asked of it. */
export function findConfiguredProvider(
  settings: SettingsFile,
  keys: KeyStore,
  id: string,
): Provider | undefined {
  const provider = settings.current.providers.find((known) => known.id === id);
  if (provider === undefined) return undefined;
  const { baseUrl, headers, extra, ability } = provider;
  return createOpenAiCompatible({
    id,
    baseUrl,
    headers,
    extra,
    manyChoices: ability?.manyChoices ?? false,
    askForUsage: ability?.usage ?? false,
    findKey: () => keys.find(id, baseUrl),
  });
}
