/** The words of texts that are embedded in others. */

/** The accessible name of an embedded text. */
export const embeddedFrom = (title: string) => `Embedded: ${title}`;
export const SHOW_ALL = 'Show all';
/** After the part of a text that is shown. */
export const GOES_ON = '…';
