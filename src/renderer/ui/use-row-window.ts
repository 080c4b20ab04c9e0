import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to this many rows are all rendered: nothing is measured, and find, zoom and screen readers reach every row. */
const MAX_UNWINDOWED = 80;
/** Rows rendered beyond the viewport, so that the next key press or wheel step finds them drawn. */
const OVERSCAN = 8;

export interface RowWindowOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Estimated height of a row until it is measured, in CSS pixels. */
  readonly estimate: number;
  /** Space between two rows, in CSS pixels. */
  readonly gap: number;
  keyOf(index: number): string;
  /** Up to how many rows are all rendered. */
  readonly maxUnwindowed?: number;
}

/**
 * The rows of a long list to render, `[first, end)`, and the height of those omitted before and after, in CSS pixels.
 */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  /** The `ref` for each row's element, which must have `data-index`. */
  measure(element: HTMLElement | null): void;
  /** Scrolls a row into view, rendered or not. */
  reveal(index: number): void;
}

/** Windows a list of any length; a short list is rendered whole. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { count, scroller, estimate, gap, keyOf, maxUnwindowed = MAX_UNWINDOWED } = options;
  const isLong = count > maxUnwindowed;
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    gap,
    overscan: OVERSCAN,
  });
  if (!isLong) {
    return {
      first: 0,
      end: count,
      before: 0,
      after: 0,
      measure: () => undefined,
      reveal: (index) =>
        scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
    };
  }
  const rows = virtualizer.getVirtualItems();
  const [first] = rows;
  const last = rows.at(-1);
  return {
    first: first?.index ?? 0,
    end: (last?.index ?? -1) + 1,
    before: first?.start ?? 0,
    after: Math.max(0, virtualizer.getTotalSize() - (last?.end ?? 0)),
    measure: virtualizer.measureElement,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
