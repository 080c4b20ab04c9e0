import type { CaretSummary } from '../../surface.ts';

const NUMBER = new Intl.NumberFormat('en');

type Counts = Pick<CaretSummary, 'words' | 'selectionWords' | 'selectionCharacters'>;

/** `1,204 words`; while something is selected `120 of 1,204 words`. */
export function wordsOf({ words, selectionWords, selectionCharacters }: Counts): string {
  const all = `${NUMBER.format(words)} ${words === 1 ? 'word' : 'words'}`;
  return selectionCharacters > 0 ? `${NUMBER.format(selectionWords)} of ${all}` : all;
}

/** `320 of 500 this session`; what was cut does not make it less than nothing. */
export function progressOf(written: number, target: number): string {
  return `${NUMBER.format(Math.max(0, written))} of ${NUMBER.format(target)} this session`;
}
