/** A text as a title in lists: its words on one line, or `Empty` or `White space`. */
import { EMPTY_TEXT, WHITE_SPACE } from '../../../ui-text/tree/continuation-list.ts';
export function firstWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (words !== '') return words;
  return text === '' ? EMPTY_TEXT : WHITE_SPACE;
}
