/** The words of a document beside a text. */

/** The accessible name of its text. */
export const DOCUMENT = 'Document';
export const ALL_DOCUMENTS = 'All documents';
export const NEW_BESIDE = 'New document beside the text';
export const DOCUMENT_IN_THE_MIDDLE = 'Document in the middle';
/** Shown while the grove has no document that could be there. */
export const DOCUMENT_BESIDE =
  'A character, a place, an outline: what you keep beside the story has room here while you write it.';
export const OPEN_BESIDE = 'Open beside the text';
export const CHECK_OR_UNCHECK = 'Check or uncheck';
/** Announced of the checkboxes that a command toggled. */
export const CHECKED = 'Checked';
export const UNCHECKED = 'Unchecked';
