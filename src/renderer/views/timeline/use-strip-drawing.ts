import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { MapInk } from '../tree/draw-map.ts';
import { drawStrip, type StripSubject } from './draw-strip.ts';

/** The width of an element, in CSS pixels; 0 before it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Draws the ticks in the next frame after any of these changes. */
export function useStripDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  size: { readonly width: number; readonly height: number; readonly inset: number },
  subject: StripSubject,
  ink: MapInk | null,
): void {
  const { width, height, inset } = size;
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || ink === null || width === 0) return;
    const drawn = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio;
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (element.width !== across) element.width = across;
      if (element.height !== down) element.height = down;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawStrip(context, { width, height, inset }, subject, ink);
    });
    return () => cancelAnimationFrame(drawn);
  }, [canvas, width, height, inset, subject, ink]);
}
