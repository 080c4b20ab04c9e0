/** Step by which an arrow key moves the edge of a pane, in CSS pixels. */
const STEP = 16;

/**
 * The width of a side pane after a key on its separator, in CSS pixels; null for any other key. The arrows move the edge
 * in their direction.
 * @param isLeft the pane is to the left of the text
 */
export function widthAfterKey(
  key: string,
  { now, min, max }: { readonly now: number; readonly min: number; readonly max: number },
  isLeft: boolean,
): number | null {
  const outwards = isLeft ? STEP : -STEP;
  if (key === 'ArrowRight') return Math.min(Math.max(now + outwards, min), max);
  if (key === 'ArrowLeft') return Math.min(Math.max(now - outwards, min), max);
  if (key === 'Home') return min;
  return key === 'End' ? max : null;
}
