/** The grove pane: its trees, their bookmarks, and its buttons. */

export const GROVE = 'Grove';
export const READ_ONLY = 'Read only';
export const NEW_GROVE = 'New grove';
export const OPEN_GROVE = 'Open…';
export const SETTINGS = 'Settings';

export const TREES = 'Trees';
export const NEW_TREE = 'New tree';
export const NEW_CONVERSATION = 'New conversation';
export const FILTER_TREES = 'Filter the trees';
export const FILTER = 'Filter';
export const NO_TREE_MATCHES = 'No tree matches.';
export const ARCHIVE = 'Put away';
export const ARCHIVED_TREES = 'Trees put away';
export const BOOKMARKS = 'Bookmarks';

/** @param key of the command that sets one; empty for none */
export function noBookmarks(key: string): string {
  return key === '' ? 'None yet.' : `None yet. ${key} sets one.`;
}

export const DOCUMENTS = 'Documents';
export const NEW_DOCUMENT = 'New document';
