import type { Spans } from './span.ts';

/** Text and its authors; `spans` add up to its length. */
export interface SpannedText {
  readonly text: string;
  readonly spans: Spans;
}

export const NO_TEXT: SpannedText = { text: '', spans: [] };
