import type { SettingsFile } from '../settings/settings-file.ts';
import type { Speller } from '../spelling/speller.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface SpellingHandlerOptions {
  readonly speller: Pick<Speller, 'findMisspelled' | 'suggest'>;
  readonly settings: SettingsFile;
}

export function spellingHandlers({ speller, settings }: SpellingHandlerOptions): HandlersFor<'spelling.'> {
  return {
    'spelling.check': async ({ words }) => ({ wrong: await speller.findMisspelled(words) }),
    'spelling.suggest': ({ word }) => speller.suggest(word, settings.current.preferences.ownWords),
  };
}
