import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { Speller } from '../../src/main/spelling/speller.ts';

/** The bundled dictionaries. */
export const DICTIONARIES = join(root, 'resources', 'dictionaries');

/** The program's own speller with the bundled dictionaries, or those in another folder. */
export function openSpeller(folder = DICTIONARIES): Speller {
  return new Speller({ worker: join(root, 'src', 'main', 'spelling', 'spelling-worker.ts'), folder });
}
