/** Distance between a range and the edge that it was scrolled to, in CSS pixels. */
const MARGIN = 8;

/**
 * Scrolls what a range is in, up to and including `outermost`, as little as shows it. Of a range that is larger than what
 * it is in, the beginning is shown. (An element's own `scrollIntoView` shows all of the element, which may be a long one.)
 */
export function revealRange(range: Range, outermost: Element): void {
  const { startContainer } = range;
  let around = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  for (; around !== null; around = around === outermost ? null : around.parentElement) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, clientLeft, clientTop } = around;
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) continue;
    const frame = around.getBoundingClientRect();
    const left = frame.left + clientLeft;
    const top = frame.top + clientTop;
    const shown = range.getBoundingClientRect();
    around.scrollBy(
      distance(shown.left - left, shown.right - left, clientWidth),
      distance(shown.top - top, shown.bottom - top, clientHeight),
    );
  }
}

/** The distance to scroll to show `[start, end)` in a view of this length that begins at 0. */
function distance(start: number, end: number, length: number): number {
  if (start < 0) return start - MARGIN;
  return end > length ? Math.min(end - length + MARGIN, start - MARGIN) : 0;
}
