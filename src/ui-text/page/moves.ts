/** Why a move along the path, or an undo, did nothing. */

export const PATH_ENDS_HERE = 'The path ends here already.';
export const NO_EDIT_TO_BRANCH = 'There is no edit here to turn into a branch.';
export const NO_BOOKMARKS_YET = 'There are no bookmarks yet.';
export const UNDO_FAILED = 'This could not be undone or redone. Nothing was lost.';
export const TEXT_HAS_CHANGED = 'The text has changed since.';

/** Announcement of a move to a bookmark. */
export function bookmarkReached(title: string): string {
  return `Bookmark: ${title}`;
}

/** Sentences for commands that find nothing to do (`interface.md`, *Words*). */
export const NOTHING = {
  toUndo: 'There is nothing to undo.',
  toRedo: 'There is nothing to redo.',
  before: 'Nothing comes before this.',
  after: 'Nothing follows this.',
} as const;

/** Going back and forward through the places where the writer was. */
export const SKIPPED_PLACE = 'Skipped a place that no longer exists.';

/** @param isGone what was there no longer exists */
export function nowhereToGo(direction: 1 | -1, isGone: boolean): string {
  const nothing = `Nothing to go ${direction === -1 ? 'back' : 'forward'} to.`;
  return isGone ? `${nothing} What was there no longer exists.` : nothing;
}
