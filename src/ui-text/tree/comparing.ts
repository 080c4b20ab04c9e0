/** Words of the pages that compare texts: two of them by words, or all alternatives side by side. */
import { countOf } from '../plural.ts';

export const SIDE_BY_SIDE = 'Side by side';
export const SIDE_BY_SIDE_COMMAND = 'Side by side: all alternatives';
/** The accessible name of the list of alternatives that fills the window. */
export const ALTERNATIVES = 'Alternatives';
export const CLOSE_SIDE_BY_SIDE = 'Close side by side';
export const BACK_TO_TEXT = 'Back to the text (Esc)';
export const alternativesHere = (count: number) => countOf(count, 'alternative');
export const GENERATE_MORE = 'Generate more';
export const NONE_HERE = 'Nothing is here yet.';
export const SIDE_BY_SIDE_KEYS =
  'A click or a number chooses. Arrow keys move, Enter chooses. Delete sets aside. Esc goes back.';
export const READ_ONLY_KEYS = 'Arrow keys move. Esc goes back. This file can only be read.';
export const COMPARE = 'Compare';

export const COMPARE_COMMAND = 'Compare with another';
export const COMPARE_IN_OUTLINE = 'Outline: compare the selected text with another';
export const COMPARE_PAGE = 'Compare continuations';
/** The same in a conversation. */
export const COMPARE_PAGE_OF_ALTERNATIVES = 'Compare alternatives';
export const CLOSE_COMPARISON = 'Close the comparison';
export const GO_THERE = 'Go there';
export const goTo = (name: string) => `Go there, ${name}`;
export const CANCEL = 'Cancel';
export const ONLY_THE_START = 'Only the first 100,000 characters of each are compared.';

export const NOT_COMPARABLE = 'This one cannot be compared yet.';
/** Announced when the first of two has been chosen. */
export const chooseSecond = (name: string) => `Compare ${name} with another: choose the second.`;

export const STOP_COMPARING = 'Stop comparing';
export const NOTHING_COMPARED = 'No first text of two is chosen.';

/** Shown until the second is chosen. @param key of the command; empty for none */
export function comparing(name: string, key: string): string {
  return `Comparing ${name}: click the other text, or go to it and press ${key === '' ? COMPARE : key}. Esc ends this.`;
}

/** The name of a text that is in no list: its first words. */
export function quoted(words: string): string {
  const MAX = 40;
  return `“${words.length <= MAX ? words : `${words.slice(0, MAX).replace(/\s\S*$/, '')}…`}”`;
}

/** Two texts word by word. */
export const COMPARING = 'Comparing…';
export const SAME_WORDS = 'The words are the same.';
export const ALMOST_SAME_WORDS = 'Almost every word is the same.';
export const FEW_WORDS_IN_COMMON = 'They have few words in common.';
export const HIDE_MARKS = 'Hide the marks';
export const MARK_DIFFERENCES = 'Mark the differences';

export function percentSame(percent: number): string {
  return `${percent} % of the words are the same.`;
}
