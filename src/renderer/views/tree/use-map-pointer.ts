import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapLayout, nearestRow } from '../../../core/outline/map-layout.ts';
import { levelAt, type MapFrame, panFrame, toX, toY, xAt, zoomFrame } from './map-frame.ts';

/** A pointer that moved less than this clicked and did not drag. CSS pixels. */
const CLICK_SLOP = 4;
/** Greatest distance from a mark at which a click hits it. CSS pixels. */
const HIT_RADIUS = 16;

export interface MapPointerOptions {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly frame: MapFrame;
  readonly layout: MapLayout;
  setFrame(change: (frame: MapFrame) => MapFrame): void;
  /** A click; -1 for one that hit no row. */
  onSelect(row: number): void;
  /** A double click on a row. */
  onOpen(): void;
}

export interface MapPointerHandlers {
  onPointerDown(event: PointerEvent<HTMLDivElement>): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
  onDoubleClick(event: MouseEvent): void;
}

/** Pans and zooms with the wheel, pans by dragging, and selects by clicking. */
export function useMapPointer(options: MapPointerOptions): MapPointerHandlers {
  const { canvas, frame, layout, setFrame, onSelect, onOpen } = options;
  const drag = useRef<{ x: number; y: number; moved: number } | null>(null);
  const { rows, xs } = layout;

  // React's wheel listeners are passive: they cannot keep the page from scrolling or zooming.
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { offsetX, offsetY, deltaX, deltaY } = event;
      setFrame((known) =>
        event.ctrlKey || event.metaKey
          ? zoomFrame(known, Math.exp(-deltaY / 300), offsetX, offsetY)
          : panFrame(known, event.shiftKey ? deltaY : deltaX, event.shiftKey ? 0 : deltaY),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [canvas, setFrame]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === null) return;
    const [byX, byY] = [from.x - event.clientX, from.y - event.clientY];
    drag.current = { x: event.clientX, y: event.clientY, moved: from.moved + Math.hypot(byX, byY) };
    if (drag.current.moved > CLICK_SLOP) setFrame((known) => panFrame(known, byX, byY));
  };
  const rowNear = (x: number, y: number) => {
    const row = nearestRow(layout, Math.round(levelAt(frame, y)), xAt(frame, x));
    if (row < 0) return -1;
    const away = Math.hypot(toX(frame, xs[row] ?? 0) - x, toY(frame, rows.levels[row] ?? 1) - y);
    return away <= HIT_RADIUS ? row : -1;
  };
  const onPointerUp = (event: PointerEvent) => {
    const wasStill = drag.current !== null && drag.current.moved <= CLICK_SLOP;
    drag.current = null;
    if (wasStill) onSelect(rowNear(event.nativeEvent.offsetX, event.nativeEvent.offsetY));
  };
  const onPointerCancel = () => {
    drag.current = null;
  };
  const onDoubleClick = (event: MouseEvent) => {
    if (rowNear(event.nativeEvent.offsetX, event.nativeEvent.offsetY) >= 0) onOpen();
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onDoubleClick };
}
