import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './VirtualRows.module.css';

export interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly count: number;
  /** Of every row, in CSS pixels. */
  readonly rowHeight: number;
  /** The row that the keyboard is on: it is in the page wherever it is scrolled to. -1 for none. */
  readonly active: number;
  /** Scrolls to the active row whenever this is another. */
  readonly follow: unknown;
  /** How far it is scrolled at first, in CSS pixels. */
  readonly scrolled?: number;
  /** It is scrolled there with the active row in sight or out of it; else to that row at first. */
  readonly staysThere?: boolean;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Rows of the page, the last not included, whenever they are others. */
  onRange(from: number, to: number): void;
  /** What is in a row; `top` is where it stands in the list, in CSS pixels. */
  renderRow(index: number, top: number): ReactNode;
}

/** Rows of one height, of which only those in sight are in the page: 100,000 scroll like a hundred. */
export function VirtualRows({
  count,
  rowHeight,
  active,
  follow,
  scrolled = 0,
  staysThere = false,
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
    initialOffset: scrolled,
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
  const stays = useRef(staysThere);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows when it is told to, not whenever rows move.
  useEffect(() => {
    if (active >= 0 && !stays.current) virtualizer.scrollToIndex(active, { align: 'auto' });
    stays.current = false;
  }, [follow]);

  const current = useRef(active);
  useEffect(() => {
    current.current = active;
  }, [active]);
  // What comes to stand below takes room: the active row, if it was in sight, stays so.
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
