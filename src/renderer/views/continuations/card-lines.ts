/** Numbers of text lines that the cards of the Continuations list show. Pure; heights are CSS pixels. */

/** A card that shows less is no use, however little room there is. */
export const MIN_LINES = 3;

export interface Card {
  /** Lines of its whole text; 0 if it shows something other than a text. */
  readonly lines: number;
  /** The height of all else in the card. */
  readonly frame: number;
}

/**
 * Shares the room in the list among the cards: first as much as each must have, even if the list then scrolls; then to the
 * selected one until its text is whole; the rest a line at a time to those that have fewest.
 * @param room the height of the list
 * @param selected the index of the selected card; -1 for none
 */
export function shareLines(
  cards: readonly Card[],
  room: number,
  lineHeight: number,
  selected: number,
): readonly number[] {
  const shown = cards.map(({ lines }) => Math.min(lines, MIN_LINES));
  const used = cards.reduce((sum, { frame }, at) => sum + frame + (shown[at] ?? 0) * lineHeight, 0);
  let free = Math.max(0, Math.floor((room - used) / lineHeight));
  const missing = (at: number) => (cards[at]?.lines ?? 0) - (shown[at] ?? 0);
  const give = (at: number, lines: number) => {
    shown[at] = (shown[at] ?? 0) + lines;
    free -= lines;
  };
  if (selected >= 0) give(selected, Math.min(free, Math.max(0, missing(selected))));
  const hungry = cards.map((_, at) => at).filter((at) => missing(at) > 0);
  // Fewest first, so that those with more wait until the others have as many; of two alike, the upper one.
  while (free > 0 && hungry.length > 0) {
    hungry.sort((a, b) => (shown[a] ?? 0) - (shown[b] ?? 0) || a - b);
    const [first] = hungry;
    if (first === undefined) break;
    give(first, 1);
    if (missing(first) <= 0) hungry.shift();
  }
  return shown;
}

/** Characters per token of English, about. */
const TOKEN_LENGTH = 4.6;
/** The width of a character, in ems of the manuscript's fonts, about. */
const CHARACTER_WIDTH = 0.46;

/**
 * The approximate number of lines to reserve for a text that is being written: the cards below it must not move.
 * @param maxTokens its greatest length
 * @param width of its lines
 */
export function expectedLines(maxTokens: number, width: number, fontSize: number): number {
  const perLine = Math.max(1, width / (fontSize * CHARACTER_WIDTH));
  return Math.max(MIN_LINES, Math.ceil((maxTokens * TOKEN_LENGTH) / perLine));
}
