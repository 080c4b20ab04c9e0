import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { layOutMap, type MapLayout } from '../../../core/outline/map-layout.ts';
import { useStore, useTreeDesk } from '../../session/hooks.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { fitFrame, type MapFrame, revealInFrame, roomOf } from './map-frame.ts';

const BEGINNING: MapFrame = { x: 0, level: 1, zoomX: 1, zoomY: 1, width: 0, height: 0 };

/** The frame as it follows the canvas, the selection and *Fit*; it is remembered while the map is hidden. */
export function useMapFrame(
  canvas: RefObject<HTMLCanvasElement | null>,
  view: OutlineView,
  layout: MapLayout,
  selectedRow: number,
): readonly [MapFrame, Dispatch<SetStateAction<MapFrame>>] {
  const { outline } = useTreeDesk();
  const fits = useStore(outline.fitRequests);
  const { viewport } = outline;
  const [frame, setFrame] = useState<MapFrame>({ ...BEGINNING, ...viewport.map });
  /** The frame from when the map was last shown, until it is restored. */
  const remembered = useRef(viewport.map);
  const { rows, xs, width, depth } = layout;

  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      setFrame((known) => ({ ...known, width: clientWidth, height: clientHeight }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);

  // Show all of it if that is still legible, else the selected row.
  const isMeasured = frame.width > 0;
  const isReady = isMeasured && layout.rows.count > 0;
  const part = `${view.top < 0 ? '' : view.table.idOf(view.top)} ${view.found === null ? 'all' : 'found'}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and whenever a different part of the tree is shown
  useEffect(() => {
    if (!isReady || remembered.current?.part === part) return;
    setFrame((known) => {
      const all = fitFrame(known, width, depth);
      const row = Math.max(0, selectedRow);
      if (Math.min(all.zoomX, all.zoomY) >= 0.5) return all;
      return { ...known, zoomX: 0.8, zoomY: 0.8, x: xs[row] ?? 0, level: rows.levels[row] ?? 1 };
    });
  }, [isReady, part]);

  /** The selection and its place, as the map last followed it. */
  const followed = useRef('');
  const fitted = useRef(fits);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the writer asks for it
  useEffect(() => {
    if (fits === fitted.current || !isReady) return;
    fitted.current = fits;
    outline.setOverview(null);
    const all = layOutMap(outline.view.get().positions().rows);
    const room = roomOf(frame);
    if (all.width > room.across || all.depth > room.down) outline.setOverview(room);
    const { width: across, depth: down } = layOutMap(outline.view.get().positions().rows);
    setFrame((known) => fitFrame(known, across, down));
  }, [fits, isReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows only the selection
  useEffect(() => {
    if (!isReady) return;
    const row = selectedRow;
    const isRemembered =
      remembered.current?.part === part && remembered.current.selectedId === outline.selectedId;
    const place = `${outline.selectedId} ${xs[row] ?? 0} ${rows.levels[row] ?? 1}`;
    // Rows that were read again change nothing, and the writer may have moved the map away.
    if (row >= 0 && !isRemembered && place !== followed.current)
      setFrame((known) => revealInFrame(known, xs[row] ?? 0, rows.levels[row] ?? 1));
    followed.current = place;
    remembered.current = null;
  }, [view.position, rows, isReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `view.selected` stands for the selected id
  useEffect(() => {
    if (!isReady) return;
    const { x, level, zoomX: zoom, zoomY: rise } = frame;
    viewport.map = { x, level, zoomX: zoom, zoomY: rise, part, selectedId: outline.selectedId };
  }, [viewport, outline, frame, part, isReady, view.selected]);

  return [frame, setFrame];
}
