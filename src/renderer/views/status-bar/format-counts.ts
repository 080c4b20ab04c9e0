import type { ManuscriptSummary } from '../../surface.ts';

const NUMBER = new Intl.NumberFormat('en');

type Counts = Pick<ManuscriptSummary, 'words' | 'selectionWords' | 'selectionCharacters'>;

/** `1,204 words`; with a selection, `120 of 1,204 words`. */
export function formatWordCount({ words, selectionWords, selectionCharacters }: Counts): string {
  const all = `${NUMBER.format(words)} ${words === 1 ? 'word' : 'words'}`;
  return selectionCharacters > 0 ? `${NUMBER.format(selectionWords)} of ${all}` : all;
}

/** `320 of 500 this session`; never below 0, even if more was cut than written. */
export function formatProgress(written: number, target: number): string {
  return `${NUMBER.format(Math.max(0, written))} of ${NUMBER.format(target)} this session`;
}
