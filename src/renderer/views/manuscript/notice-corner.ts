import type { CoveredCorner } from '../../editor/index.ts';

/** The id of the element that holds the cards of notices, at the bottom right of the text. */
export const NOTICE_CARDS = 'notice-cards';

/** The part of the window where cards are now; null for none. */
export function noticeCorner(): CoveredCorner | null {
  const cards = document.getElementById(NOTICE_CARDS);
  return cards === null || cards.childElementCount === 0 ? null : cards.getBoundingClientRect();
}
