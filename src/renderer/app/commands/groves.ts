/** Grove files. */
import { chooseHint } from '../../../ui-text/window/palette.ts';
import { groveNameQuestion } from '../../session/window/palette-questions.ts';
import { always, type Command, mod, NO_KEYS, writable } from './command.ts';

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
