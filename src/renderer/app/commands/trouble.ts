/** Commands for a grove whose file cannot be written; they are available only then. */
import type { GroveOffer } from '../../../ipc/wire/grove.ts';
import { type Command, NO_KEYS } from './command.ts';

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
