/** The find bar. */

export const FIND_BAR = 'Find and replace';
export const FIND = 'Find';
export const MATCH_CASE = 'Match case';
/** The sign of it. */
export const MATCH_CASE_SIGN = 'Aa';
export const WHOLE_WORD = 'Whole word';
export const REGULAR_EXPRESSION = 'Regular expression';
export const PREVIOUS_MATCH = 'Previous match';
export const NEXT_MATCH = 'Next match';
export const SHOW_REPLACE = 'Replace…';
export const REPLACE_WITH = 'Replace with';
export const REPLACE = 'Replace';
export const REPLACE_ALL = 'Replace all';
export const CLOSE_FIND = 'Close find';

/** In place of a count. */
export const INVALID_QUERY = 'Invalid';
export const TOO_SLOW = 'Too slow';
export const NO_MATCH = 'None';

export function replaced(count: number): string {
  return `${count.toLocaleString('en')} replaced.`;
}
