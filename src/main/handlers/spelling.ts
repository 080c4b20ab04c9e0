import type { Speller } from '../spelling/speller.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface SpellingHandlerOptions {
  readonly speller: Pick<Speller, 'findWrong' | 'suggest'>;
}

export function spellingHandlers({ speller }: SpellingHandlerOptions): HandlersFor<'spelling.'> {
  return {
    'spelling.check': async ({ words }) => ({ wrong: await speller.findWrong(words) }),
    'spelling.suggest': ({ word }) => speller.suggest(word),
  };
}
