/**
 * Bounds on the cost of a hostile text (`dialogue.md`, *The screen*). What exceeds a bound is plain text, so that the
 * cost of any text is proportional to its length. Lengths are in UTF-16 code units.
 */

/** The longest text that is read as Markdown; a longer one is shown as typed. */
export const MAX_MARKDOWN_LENGTH = 200_000;

/** The longest paragraph, heading or table, and the longest line. Code may be longer. */
export const MAX_BLOCK_LENGTH = 8_000;

/** The most quotes, lists and items that a block is in. */
export const MAX_BLOCK_DEPTH = 16;

/** The most styles and links that a text is in. */
export const MAX_INLINE_DEPTH = 16;

/** The longest run of spaces and quote marks that a line begins with. */
export const MAX_LINE_START = 200;

/** The most brackets, asterisks, underscores, tildes, backticks and `<` of a paragraph, heading or cell. */
export const MAX_MARKS = 400;

/** The most `](` of a paragraph, heading or cell, for each of which the parser looks through all that follows. */
export const MAX_LINKS = 50;

/** The longest address of a link. */
export const MAX_ADDRESS_LENGTH = 2_000;

/** Length read per step, so that a long text takes several short frames. */
export const READING_STEP = 12_000;
