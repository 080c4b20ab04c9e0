import type { PositionId } from '../../../core/ids.ts';
import type { PositionHeader } from '../../surface.ts';

/**
 * The item of a list that the path shows, 1-based (0 where it ends before the list), and the number of items. Both are
 * 0 until main has counted.
 */
export interface PlaceInList {
  readonly index: number;
  readonly count: number;
}

/** Returns true if a list has nothing but what the path shows. */
export function isAlone({ index, count }: PlaceInList): boolean {
  return count === 1 && index === 1;
}

/**
 * The place in the list that the caret is at: that of a fork inside the text, or else that of what continues the text
 * before (`domain.md`, *Forks*).
 */
export function placeInList(
  { siblingIndex, siblingCount, forks }: Pick<PositionHeader, 'siblingIndex' | 'siblingCount' | 'forks'>,
  forkId: PositionId | null,
): PlaceInList {
  const inside = forkId === null ? undefined : forks.find(({ fork }) => fork === forkId);
  return inside ?? { index: siblingIndex, count: siblingCount };
}
