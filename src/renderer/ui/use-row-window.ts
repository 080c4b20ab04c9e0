import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to so many rows are all there: nothing is measured, and find, zoom and screen readers have all of them. */
const WHOLE = 80;
/** Rows beyond the edges of the view, so that a key or a turn of the wheel finds the next ones drawn. */
const OVERSCAN = 8;

export interface RowWindowOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** About how high a row is, in CSS pixels, until it has been drawn. */
  readonly estimate: number;
  /** Between two rows, in CSS pixels. */
  readonly gap: number;
  keyOf(index: number): string;
}

/** The rows of a long list that are worth drawing: `[first, end)`, and the height of those left out at either side. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  /** The `ref` of each row's element, which has `data-index`. */
  measure(element: HTMLElement | null): void;
  /** Brings a row into view, drawn or not. */
  reveal(index: number): void;
}

/** Draws of a list of any length only what can be seen; a short one whole. */
export function useRowWindow({ count, scroller, estimate, gap, keyOf }: RowWindowOptions): RowWindow {
  const isLong = count > WHOLE;
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
