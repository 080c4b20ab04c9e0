/** Why a move along the path, or an undo, did nothing. */

export const PATH_ENDS_HERE = 'The path ends here already.';
export const NO_EDIT_TO_BRANCH = 'There is no edit here to turn into a branch.';
export const NO_BOOKMARKS_YET = 'There are no bookmarks yet.';
export const UNDO_FAILED = 'This could not be undone or redone. Nothing was lost.';
export const TEXT_HAS_CHANGED = 'The text has changed since.';

/** Where a move to a bookmark led. */
export function bookmarkReached(title: string): string {
  return `Bookmark: ${title}`;
}
