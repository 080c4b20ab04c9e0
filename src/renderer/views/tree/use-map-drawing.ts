import { type RefObject, useLayoutEffect } from 'react';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { drawMap, type MapInk, type MapSubject } from './draw-map.ts';
import type { MapFrame } from './map-frame.ts';

/** Draws the map in the next frame after any of these changes, and requests the labels it needs. */
export function useMapDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  frame: MapFrame,
  view: OutlineView,
  subject: MapSubject,
  ink: MapInk | null,
): void {
  const { outline } = useTreeDesk();
  const revision = useStore(outline.labels.revision);
  const isMeasured = frame.width > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` redraws when labels arrive
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || ink === null || !isMeasured) return;
    const drawn = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio;
      const [across, down] = [Math.round(frame.width * ratio), Math.round(frame.height * ratio)];
      if (element.width !== across) element.width = across;
      if (element.height !== down) element.height = down;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const labelled = drawMap(context, frame, subject, ink);
      const needed = view.position < 0 ? labelled : [view.position, ...labelled];
      outline.labels.want(needed.slice(0, 500).map((position) => view.table.idOf(position)));
    });
    return () => cancelAnimationFrame(drawn);
  }, [frame, subject, ink, isMeasured, revision, outline]);
}
