import { progressText, wordCountText } from '../../../ui-text/page/place.ts';
import type { ManuscriptSummary } from '../../surface.ts';

type Counts = Pick<ManuscriptSummary, 'words' | 'selectionWords' | 'selectionCharacters'>;

/** `1,204 words`; with a selection, `120 of 1,204 words`. */
export function formatWordCount({ words, selectionWords, selectionCharacters }: Counts): string {
  return wordCountText(words, selectionCharacters > 0 ? selectionWords : null);
}

/** `320 of 500 this session`; never below 0, even if more was cut than written. */
export function formatProgress(written: number, target: number): string {
  return progressText(Math.max(0, written), target);
}
