/** Going back and forward through the places where the writer was. */

export const SKIPPED_PLACE = 'Skipped a place that no longer exists.';

/** @param isGone what was there no longer exists */
export function nowhereToGo(direction: 1 | -1, isGone: boolean): string {
  const nothing = `Nothing to go ${direction === -1 ? 'back' : 'forward'} to.`;
  return isGone ? `${nothing} What was there no longer exists.` : nothing;
}
