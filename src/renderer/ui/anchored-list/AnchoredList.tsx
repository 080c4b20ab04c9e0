import {
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import styles from './AnchoredList.module.css';
import { AnchoredScroll, type RowAlign, type RowRange } from './anchored-scroll.ts';
import { RowLayout } from './row-layout.ts';

export interface AnchoredListHandle {
  /**
   * Scrolls to a row, rendered or not, whose height need not be known. `nearest` scrolls as little as shows all of it, or
   * the beginning of a row that is taller than the list.
   */
  scrollToIndex(index: number, align: RowAlign): void;
  /** Scrolls to the end, which the list follows from then on. */
  scrollToEnd(): void;
  /** Returns true if the end is in view, so that the list follows it. */
  isAtEnd(): boolean;
  /** The first row of which something is visible; -1 without rows. */
  firstVisible(): number;
}

export interface AnchoredListProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  readonly count: number;
  /** The height of a row until it is measured, in CSS pixels. */
  estimate(index: number): number;
  /** Indexes of rows that are rendered even out of view. So is the row that has the focus. */
  readonly pinned?: readonly number[];
  /** The scrolling element, which the other attributes belong to. */
  readonly scrollRef?: RefObject<HTMLDivElement | null>;
  readonly ref?: Ref<AnchoredListHandle>;
  /**
   * The identity of a row, unique in the list. The list is laid out again, at a cost proportional to `count`, whenever
   * the function or the count changes: pass the same function until the rows change.
   */
  keyOf(index: number): string;
  renderRow(index: number): ReactNode;
  /** The reader reached the end, or left it. The list begins at the end. */
  onAtEndChange?(isAtEnd: boolean): void;
}

const NONE: readonly number[] = [];

/**
 * A scrolling list of rows of any height that renders those near the view. The first visible row stays where it is, to
 * the pixel, while rows above it are measured, change their height or arrive, and when the rows change; a list whose
 * end is in view keeps it in view, unless its last row is replaced.
 */
export function AnchoredList({
  count,
  keyOf,
  renderRow,
  estimate,
  pinned = NONE,
  scrollRef,
  ref,
  onAtEndChange,
  ...list
}: AnchoredListProps) {
  const [scroll] = useState(() => new AnchoredScroll());
  const ownRef = useRef<HTMLDivElement>(null);
  const scroller = scrollRef ?? ownRef;
  const content = useRef<HTMLDivElement>(null);
  useSyncExternalStore(scroll.subscribe, () => scroll.range);
  // biome-ignore lint/correctness/useExhaustiveDependencies: estimates of rows that stay are not asked for again.
  const layout = useMemo(() => {
    const heightOf = (key: string, index: number) => scroll.rows.heightOf(key) ?? estimate(index);
    return new RowLayout(count, keyOf, heightOf, scroll.layout);
  }, [scroll, count, keyOf]);
  const range = scroll.rangeFor(layout);

  useLayoutEffect(() => {
    if (scroller.current === null || content.current === null) return;
    return scroll.attach(scroller.current, content.current);
  }, [scroll, scroller]);
  useLayoutEffect(() => {
    scroll.onAtEndChange = onAtEndChange;
    scroll.commit(layout, range);
  });
  useImperativeHandle(
    ref,
    () => ({
      scrollToIndex: (index, align) => scroll.scrollToIndex(index, align),
      scrollToEnd: () => scroll.scrollToEnd(),
      isAtEnd: () => scroll.isAtEnd,
      firstVisible: () => scroll.firstVisible,
    }),
    [scroll],
  );

  const rows: ReactNode[] = [];
  let reached = 0;
  for (const index of renderedRows(range, count, [...pinned, scroll.focusedIndex(layout) ?? -1])) {
    if (index > reached) rows.push(gap(layout, reached, index));
    const key = layout.keyAt(index) ?? '';
    rows.push(
      <Row key={`row ${key}`} scroll={scroll} rowKey={key} index={index}>
        {renderRow(index)}
      </Row>,
    );
    reached = index + 1;
  }
  if (reached < count) rows.push(gap(layout, reached, count));
  return (
    <div {...list} ref={scroller} className={`${styles.scroller} ${list.className ?? ''}`}>
      <div ref={content} className={styles.rows} role="presentation">
        {rows}
      </div>
    </div>
  );
}

/** The rows of the range and the others, each once and in order. */
function renderedRows({ first, end }: RowRange, count: number, others: readonly number[]): readonly number[] {
  const indexes = new Set(others.filter((index) => index >= 0 && index < count));
  for (let index = first; index < end; index++) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}

/** The room of rows `[from, to)`, which are not rendered. */
function gap(layout: RowLayout, from: number, to: number): ReactNode {
  return <div key={`gap before ${to}`} style={{ height: layout.topOf(to) - layout.topOf(from) }} />;
}

interface RowProps {
  readonly scroll: AnchoredScroll;
  readonly rowKey: string;
  readonly index: number;
  readonly children: ReactNode;
}

function Row({ scroll, rowKey, index, children }: RowProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    return current === null ? undefined : scroll.rows.mount(rowKey, current);
  }, [scroll, rowKey]);
  return (
    <div ref={ref} className={styles.row} role="presentation" data-index={index}>
      {children}
    </div>
  );
}
