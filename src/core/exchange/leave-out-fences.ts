import { applySplices } from '../buffer/apply-splices.ts';
import { rangesNotRead } from '../fences/levels.ts';
import type { SpannedText } from '../text/spanned-text.ts';

/** A text without its prompt fences, and how many it had (`layers.md`, *Dimensions and roll-off*). */
export function leaveOutFences<T extends SpannedText>(
  text: T,
): { readonly text: T; readonly leftOut: number } {
  const ranges = rangesNotRead(text.text);
  // From the end, so that none moves another.
  const splices = ranges.toReversed().map(({ from, to }) => ({ from, to, insert: '', spans: [] }));
  return { text: { ...text, ...applySplices(text, splices) }, leftOut: ranges.length };
}
