/** Grove files, their copies and backups, and what helps if one cannot be written. */

import type { GroveOffer } from '../../../ipc/wire/grove.ts';
import { chooseHint } from '../../../ui-text/window/palette.ts';
import { groveNameQuestion } from '../../session/window/palette-session.ts';
import { always, type Command, mod, NO_KEYS, withTree, writable } from './command.ts';

export const groves = [
  {
    id: 'grove.create',
    title: 'New grove',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.opening.newGrove(),
  },
  {
    id: 'grove.createAt',
    title: 'New grove in a file…',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.opening.newGroveAt(),
  },
  {
    id: 'grove.choose',
    title: 'Open…',
    keys: mod('o'),
    when: always,
    run: ({ session }) => session.opening.chooseGrove(),
  },
  {
    id: 'grove.openSample',
    title: 'Sample grove',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.opening.openSample(),
  },
  {
    id: 'grove.introduction',
    title: 'First steps',
    keys: NO_KEYS,
    when: ({ session }) => session.scene.get().kind === 'welcome',
    run: ({ session }) => session.opening.openIntroduction(),
  },
  {
    id: 'grove.openRecent',
    title: 'Open a recent grove…',
    keys: NO_KEYS,
    when: ({ session }) => session.opening.recentGroves.some(({ isMissing }) => !isMissing),
    run: ({ session }) => {
      const groves = session.opening.recentGroves.filter(({ isMissing }) => !isMissing);
      session.palette.askWhich({
        label: 'Recent grove',
        hint: chooseHint('Open'),
        choices: groves.map(({ name, folder, handle }) => ({
          id: handle,
          title: name,
          note: folder,
          run: () => session.opening.openRecent(handle),
        })),
      });
    },
  },
  {
    id: 'grove.welcome',
    title: 'Welcome page',
    keys: NO_KEYS,
    when: ({ session }) => session.scene.get().kind === 'grove',
    run: ({ session }) => session.opening.showWelcome(),
  },
  {
    id: 'grove.rename',
    title: 'Rename the grove…',
    keys: NO_KEYS,
    when: writable,
    run: ({ session }) => {
      const rename = (name: string) => session.renameGrove(name);
      session.palette.ask(groveNameQuestion(session.groveName, rename));
    },
  },
] as const satisfies readonly Command[];

/** Copies and backups of a grove. */
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

/** Commands for a grove whose file cannot be written; they are available only then. */
export const trouble = [
  { id: 'trouble.findIt', title: 'Find the grove’s file…', ...commandFor('findIt') },
  {
    id: 'trouble.saveHere',
    title: 'Save a copy to the grove’s original location',
    ...commandFor('saveHere'),
  },
  {
    id: 'trouble.putBack',
    title: 'Put my version back into the grove’s file',
    ...commandFor('putBack'),
  },
  { id: 'trouble.compare', title: 'Compare with the file there now', ...commandFor('compare') },
  { id: 'trouble.recover', title: 'Recover a copy of the damaged grove…', ...commandFor('recover') },
  { id: 'trouble.saveCopy', title: 'Save a copy elsewhere…', ...commandFor('saveCopy') },
] as const satisfies readonly Command[];

function commandFor(offer: GroveOffer): Pick<Command, 'keys' | 'when' | 'run'> {
  return {
    keys: NO_KEYS,
    when: ({ session }) => session.trouble.offers.includes(offer),
    run: ({ session }) => session.trouble.acceptOffer(offer),
  };
}
