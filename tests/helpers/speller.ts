import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { Speller } from '../../src/main/spelling/speller.ts';

export const AMERICAN_ENGLISH = join(root, 'resources', 'dictionaries', 'en-US.trie.gz');

/** The program's own speller with the bundled dictionary, or another file instead. */
export function openSpeller(dictionary = AMERICAN_ENGLISH): Speller {
  return new Speller({ worker: join(root, 'src', 'main', 'spelling', 'worker.ts'), dictionary });
}
