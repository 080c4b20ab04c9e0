import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './VirtualRows.module.css';

export interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly count: number;
  /** The height of every row, in CSS pixels. */
  readonly rowHeight: number;
  /** The active row, which is rendered at any scroll offset; -1 for none. */
  readonly active: number;
  /** Whenever this changes, the list scrolls to the active row. */
  readonly scrollKey: unknown;
  /** The scroll offset at first, in CSS pixels. */
  readonly initialOffset?: number;
  /** Keep the first offset even if the active row is not visible there; else scroll to that row at first. */
  readonly keepsOffset?: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Called when the range `[from, to)` of visible rows changes. */
  onRange(from: number, to: number): void;
  /** Renders a row; `top` is its offset in the list, in CSS pixels. */
  renderRow(index: number, top: number): ReactNode;
}

/** A list of rows of equal height that renders only the visible ones: 100,000 scroll like a hundred. */
export function VirtualRows({
  count,
  rowHeight,
  active,
  scrollKey,
  initialOffset = 0,
  keepsOffset = false,
  scroller,
  onRange,
  renderRow,
  ...list
}: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialOffset: initialOffset,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return active < 0 || active >= count || inSight.includes(active)
        ? inSight
        : [...inSight, active].sort((a, b) => a - b);
    },
  });
  const { range } = virtualizer;
  const [from, to] = range === null ? [0, 0] : [range.startIndex, Math.min(count, range.endIndex + 1)];

  useEffect(() => onRange(from, to), [from, to, onRange]);
  const skipsScroll = useRef(keepsOffset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when `scrollKey` changes, not whenever rows move.
  useEffect(() => {
    if (active >= 0 && !skipsScroll.current) virtualizer.scrollToIndex(active, { align: 'auto' });
    skipsScroll.current = false;
  }, [scrollKey]);

  const current = useRef(active);
  useEffect(() => {
    current.current = active;
  }, [active]);
  // When something below takes up room, keep the active row visible if it was.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const end = (current.current + 1) * rowHeight - element.scrollTop;
      const wasSeen = end >= rowHeight && end <= height;
      height = element.clientHeight;
      if (wasSeen && end > height) element.scrollTop += end - height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowHeight]);

  return (
    <div {...list} ref={scroller} className={`${styles.scroller} ${list.className ?? ''}`}>
      <div className={styles.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => renderRow(index, start))}
      </div>
    </div>
  );
}
