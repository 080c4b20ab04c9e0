/** HTML has no more. */
const DEEPEST = 6;

/**
 * The level at which a heading of a message is shown: below the title of what the message is in, and leaving no level out,
 * as a text often does. All levels are from 1 to 6.
 * @param level in the text
 * @param above the level at which the last heading before it is shown; that of the title if there is none
 * @param title the level of the title
 */
export function shownLevel(level: number, above: number, title: number): number {
  return Math.min(above + 1, title + level, DEEPEST);
}
