/** What can be done while a grove's file cannot be written; the palette has it then. */
import type { GroveOffer } from '../../../ipc/wire/grove.ts';
import { type Command, NO_KEYS } from './command.ts';

export const trouble = [
  { id: 'trouble.findIt', title: 'Find the grove’s file…', ...meeting('findIt') },
  { id: 'trouble.saveHere', title: 'Save a copy where the grove’s file was', ...meeting('saveHere') },
  { id: 'trouble.compare', title: 'Compare with the file that is there now', ...meeting('compare') },
  { id: 'trouble.recover', title: 'Recover a copy of the damaged grove…', ...meeting('recover') },
  { id: 'trouble.saveCopy', title: 'Save a copy elsewhere…', ...meeting('saveCopy') },
] as const satisfies readonly Command[];

function meeting(offer: GroveOffer): Pick<Command, 'keys' | 'when' | 'run'> {
  return {
    keys: NO_KEYS,
    when: ({ session }) => session.trouble.offers.includes(offer),
    run: ({ session }) => session.trouble.meet(offer),
  };
}
