/** Back and forward through the places that were visited. */
import { type Command, mod, writable } from './command.ts';

export const places = [
  {
    id: 'places.back',
    title: 'Back to where I was',
    keys: mod('['),
    when: writable,
    run: ({ session }) => session.places.go(-1),
  },
  {
    id: 'places.forward',
    title: 'Forward again',
    keys: mod(']'),
    when: writable,
    run: ({ session }) => session.places.go(1),
  },
] as const satisfies readonly Command[];
