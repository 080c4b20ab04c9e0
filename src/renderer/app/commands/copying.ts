/** Copies of a grove, and backups. */
import { type Command, NO_KEYS, withTree } from './command.ts';

export const copying = [
  {
    id: 'copies.openBackup',
    title: 'Open a copy from…',
    keys: NO_KEYS,
    when: ({ session }) => session.scene.get().kind !== 'starting',
    run: ({ session }) => session.copies.listBackups(),
  },
  {
    id: 'copies.saveAs',
    title: 'Save As…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.copies.saveAs(),
  },
  {
    id: 'copies.duplicate',
    title: 'Duplicate the grove…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.copies.duplicate(),
  },
] as const satisfies readonly Command[];
