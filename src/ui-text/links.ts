/** The words of links in texts. */

/** The accessible name of the list after `[[`. */
export const LINKS = 'Links';
export const NEW_DOCUMENT_OF = 'New document';
export const FOLLOW_LINK = 'Follow the link';
export const NO_LINK_HERE = 'There is no link at the caret.';
export const nothingIsCalled = (name: string) => `Nothing is called “${name}” yet.`;
export const isPutAway = (title: string) => `“${title}” was put away.`;
export const placeIsMissing = (title: string) => `“${title}” no longer has the place that this link names.`;
export const OTHER_VERSION = 'The link leads to another version than the one that is shown.';
export const SHOW_VERSION = 'Show it';
