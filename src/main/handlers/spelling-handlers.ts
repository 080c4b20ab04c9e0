import { AspenError } from '../../core/errors.ts';
import type { TreeId } from '../../core/ids.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Speller } from '../spelling/speller.ts';
import type { HandlersFor } from './access/caller.ts';

export function spellingHandlers(
  speller: Pick<Speller, 'findMisspelled' | 'suggest'>,
  settings: SettingsFile,
): HandlersFor<'spelling.'> {
  return {
    'spelling.check': async ({ treeId, language, words }, caller) => {
      const wrong = await speller.findMisspelled(words, language);
      const names = findNames(caller.findGrove(), treeId, wrong);
      return { wrong: wrong.filter((word) => !names.has(word)) };
    },
    'spelling.suggest': ({ language, word }) =>
      speller.suggest(word, settings.current.preferences.ownWords, language),
  };
}

/** The names that a grove uses, in nodes and in what is typed in the tree. */
function findNames(
  grove: OpenGrove | undefined,
  treeId: TreeId,
  words: readonly string[],
): ReadonlySet<string> {
  if (grove === undefined || words.length === 0) return new Set();
  try {
    const { buffer, edits } = grove.treeSession(treeId).draft;
    return grove.read.findNames(words, [buffer.text, ...edits.map(({ text }) => text)]);
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    // A file that cannot be read has its own banner; meanwhile the dictionary is asked alone.
    return new Set();
  }
}
