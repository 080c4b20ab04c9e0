/** Files. */
import { always, type Command, mod, NO_KEYS } from './command.ts';

export const groves = [
  {
    id: 'grove.create',
    title: 'New grove',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.newGrove(),
  },
  {
    id: 'grove.choose',
    title: 'Open…',
    keys: mod('o'),
    when: always,
    run: ({ session }) => session.chooseGrove(),
  },
  {
    id: 'grove.openSample',
    title: 'Sample grove',
    keys: NO_KEYS,
    when: always,
    run: ({ session }) => session.openSample(),
  },
] as const satisfies readonly Command[];
