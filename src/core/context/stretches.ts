import type { TextRange } from '../text/span.ts';

/** A part of the text of a node, inside or outside of a prompt fence. */
export interface Stretch extends TextRange {
  readonly isFence: boolean;
}

/**
 * The parts of a node inside and outside of prompt fences, with offsets in its text; one of a node without text.
 * @param start of the node in the text that `fences` are ranges of, in order
 */
export function stretchesOf(length: number, start: number, fences: readonly TextRange[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let reached = 0;
  for (const fence of fences) {
    const from = Math.max(0, fence.from - start);
    const to = Math.min(length, fence.to - start);
    if (from >= to) continue;
    if (from > reached) stretches.push({ from: reached, to: from, isFence: false });
    stretches.push({ from, to, isFence: true });
    reached = to;
  }
  if (reached < length || length === 0) stretches.push({ from: reached, to: length, isFence: false });
  return stretches;
}
