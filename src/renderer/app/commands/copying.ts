/** Copies and backups of a grove. */
import { type Command, NO_KEYS, withTree, writable } from './command.ts';

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
  {
    id: 'copies.share',
    title: 'Share a copy…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.copies.openSharing(),
  },
  {
    id: 'copies.merge',
    title: 'Merge a copy into this grove…',
    keys: NO_KEYS,
    when: writable,
    run: ({ session }) => session.copies.merge(),
  },
] as const satisfies readonly Command[];
