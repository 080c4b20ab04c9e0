/** Back and forward through the visited places. */
import { type Command, mod, writable } from './command.ts';

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
] as const satisfies readonly Command[];
