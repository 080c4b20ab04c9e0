/** A position in the outline or on the map: its words, and remarks. */
import { countOf } from '../plural.ts';

export const BEGINNING = 'Beginning';

export const POSITION_NOTES = {
  pruned: 'set aside',
  bookmarked: 'bookmarked',
  unseen: 'not seen yet',
  current: 'the caret is here',
  onPath: 'in the text',
} as const;

export function bookmarkedAs(name: string): string {
  return `bookmarked as ${name}`;
}

/** A chain of positions in one row. */
export function chainText(length: number): string {
  return countOf(length, 'passage');
}

/** In a row. */
export const NOT_SEEN = 'Not seen yet';
export const HERE = 'here';

/** The panel below, about the selected position. */
export const SELECTED = 'Selected';
export const TREE_BEGINS = 'The tree begins here';

/** Results of pruning, or reasons why it did nothing. */
export const PRUNED = 'Set aside.';
const RESTORED = 'It is back.';
export const NOTHING_TO_PRUNE = 'There is nothing to set aside here.';
export const NO_OTHERS_TO_PRUNE = 'There are no others to set aside.';
export const NOTHING_PRUNED = 'Nothing is set aside here.';

export function othersPruned(count: number): string {
  return `${count === 1 ? 'The other one' : `${count} others`} set aside.`;
}

export function continuationsRestored(count: number): string {
  return count === 1 ? RESTORED : `${count} are back.`;
}
