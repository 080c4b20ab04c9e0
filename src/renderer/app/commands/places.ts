/** Back and forward through the visited places. */
import { GO_TO_ARRIVALS } from '../../../ui-text/continuations.ts';
import { type Command, mod, NO_KEYS, withTree, writable } from './command.ts';

export const places = [
  {
    id: 'places.back',
    title: 'Go back',
    keys: mod('['),
    when: writable,
    run: ({ session }) => session.navigationHistory.go(-1),
  },
  {
    id: 'places.forward',
    title: 'Go forward',
    keys: mod(']'),
    when: writable,
    run: ({ session }) => session.navigationHistory.go(1),
  },
  {
    id: 'places.arrivals',
    title: GO_TO_ARRIVALS,
    keys: NO_KEYS,
    when: (context) => withTree(context) && context.session.arrivals.latest.get() !== null,
    run: ({ session }) => session.arrivals.goThere(),
  },
] as const satisfies readonly Command[];
