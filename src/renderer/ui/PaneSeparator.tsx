import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import styles from './PaneSeparator.module.css';

export interface PaneSeparatorProps {
  readonly label: string;
  readonly hint: string;
  /** On which side of the text the pane is: the pane contains the separator, and the text is beside it. */
  readonly side: 'left' | 'right';
  /** CSS lengths in rem that the pane and the text keep: the names of custom properties. */
  readonly paneMin: string;
  readonly textMin: string;
  /** The writer chose a width in CSS pixels. */
  onResize(width: number): void;
  onReset(): void;
}

/** Widths in CSS pixels. */
interface Widths {
  readonly now: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The line between a side pane and the text: dragging it or the arrow keys change the pane's width, Home and End make it
 * as narrow or as wide as there is room, and a double click resets it.
 */
export function PaneSeparator(props: PaneSeparatorProps) {
  const { label, hint, side, paneMin, textMin, onResize, onReset } = props;
  const line = useRef<HTMLDivElement>(null);
  /** From the pointer to the edge that is dragged, in CSS pixels; null while nothing is. */
  const grip = useRef<number | null>(null);
  const [widths, setWidths] = useState<Widths>({ now: 0, min: 0, max: 0 });
  const isLeft = side === 'left';

  /** The pane, and the text beside it. */
  const around = useCallback(() => {
    const pane = line.current?.parentElement;
    const text = isLeft ? pane?.nextElementSibling : pane?.previousElementSibling;
    return pane instanceof HTMLElement && text instanceof HTMLElement ? { pane, text } : null;
  }, [isLeft]);

  useLayoutEffect(() => {
    const found = around();
    if (found === null) return;
    const measure = () => setWidths(measureWidths(found.pane, found.text, paneMin, textMin));
    const observer = new ResizeObserver(measure);
    observer.observe(found.pane);
    observer.observe(found.text);
    measure();
    return () => observer.disconnect();
  }, [around, paneMin, textMin]);

  const resize = (width: number, { min, max }: Widths) =>
    onResize(Math.round(Math.min(Math.max(width, min), max)));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const found = around();
    if (event.button !== 0 || found === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, right } = found.pane.getBoundingClientRect();
    grip.current = (isLeft ? right : left) - event.clientX;
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const found = around();
    if (grip.current === null || found === null) return;
    const { left, right } = found.pane.getBoundingClientRect();
    const edge = clientX + grip.current;
    const limits = measureWidths(found.pane, found.text, paneMin, textMin);
    resize(isLeft ? edge - left : right - edge, limits);
  };
  const onPointerEnd = () => {
    grip.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const found = around();
    if (event.ctrlKey || event.altKey || event.metaKey || found === null) return;
    // Keys repeat faster than the observer reports.
    const now = measureWidths(found.pane, found.text, paneMin, textMin);
    const width = widthAfterKey(event.key, now, isLeft);
    if (width === null) return;
    event.preventDefault();
    resize(width, now);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      ref={line}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={widths.now}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      tabIndex={0}
      title={hint}
      className={styles.separator}
      data-side={side}
      onKeyDown={onKeyDown}
      // A drag leaves the keyboard where it is.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={onReset}
    />
  );
}

/** The widths that the grid allows in the present window. */
function measureWidths(pane: HTMLElement, text: HTMLElement, paneMin: string, textMin: string): Widths {
  const now = Math.round(pane.getBoundingClientRect().width);
  const style = getComputedStyle(pane);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const read = (name: string) => (Number.parseFloat(style.getPropertyValue(name)) || 0) * rem;
  const room = text.getBoundingClientRect().width - read(textMin);
  return {
    now,
    min: Math.min(now, Math.round(read(paneMin))),
    max: Math.max(now, Math.floor(now + room)),
  };
}

/** Step by which an arrow key moves the edge of a pane, in CSS pixels. */
const STEP = 16;

/**
 * The width of a side pane after a key on its separator, in CSS pixels; null for any other key. The arrows move the edge
 * in their direction.
 * @param isLeft the pane is to the left of the text
 */
function widthAfterKey(
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
