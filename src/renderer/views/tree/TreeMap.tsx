import {
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { layOutMap, type MapLayout, nearestRow, neighbourRow } from '../../../core/outline/map-layout.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import { CLOSE_MAP, FILL_WINDOW, MAP_PAGE, overviewOf, SHOW_ALL } from '../../../ui-text/tree/outline.ts';
import { FIT, LARGER, MAP, mapDescription, SMALLER } from '../../../ui-text/tree/pane.ts';
import { BEGINNING } from '../../../ui-text/tree/positions.ts';
import { useDesk, useStore, useTreeDesk } from '../../session/hooks.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { firstWords } from '../../session/tree/bookmarks-session.ts';
import { sectionTitle } from '../../session/tree/sections-session.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { describePosition, spoken } from './describe-position.ts';
import { type Box, drawMap, type MapInk, type MapSubject } from './draw-map.ts';
import {
  fitFrame,
  levelAt,
  type MapFrame,
  panFrame,
  revealInFrame,
  roomOf,
  toX,
  toY,
  xAt,
  zoomFrame,
} from './map-frame.ts';
import { SelectedPosition } from './SelectedPosition.tsx';
import styles from './TreeMap.module.css';
import { handleTreeKey } from './tree-keys.ts';
import { useMapInk } from './use-map-ink.ts';

/** Factor by which one press of a zoom key or button zooms. */
const ZOOM_STEP = 1.35;
interface TreeMapProps {
  readonly grove: ShownGrove;
  /** It covers the window already. */
  readonly fillsWindow?: boolean;
}

/** The tree drawn on a plane, with pan, zoom and fit. It shares its selection with the outline. */
export function TreeMap({ grove, fillsWindow = false }: TreeMapProps) {
  const desk = useDesk();
  const { tree } = desk;
  const { outline } = tree;
  const view = useStore(outline.view);
  useStore(outline.labels.revision);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const descriptionId = useId();

  const { rows, rowOf } = useMemo(() => view.positions(), [view]);
  const layout = useMemo(() => layOutMap(rows), [rows]);
  const selectedRow = nearestListed(view, rowOf, view.position);
  const subject = useMapSubject(view, grove, layout, rowOf, selectedRow);
  const ink = useMapInk(probe);
  const [frame, setFrame] = useMapFrame(canvas, view, layout, selectedRow);

  useFocusRequest(outline.focusRequest, (target) => {
    if (target !== 'rows') return false;
    stage.current?.focus();
    return true;
  });

  useMapDrawing(canvas, buttons, frame, view, subject, ink);

  const zoomBy = useCallback(
    (by: number) => setFrame((known) => zoomFrame(known, by, known.width / 2, known.height / 2)),
    [setFrame],
  );
  const selectRow = (row: number) => {
    const position = rows.positions[row];
    if (position !== undefined) outline.select(position);
  };

  const pointer = useMapPointer({
    canvas,
    frame,
    layout,
    setFrame,
    onSelect: selectRow,
    onOpen: () => void tree.outlineActions.goThere(),
  });

  /** Goes to the child on the path, else to the first child, and opens the row if its children are not listed. */
  const goDown = () => {
    const child = childOf(rows, subject.pathRows, selectedRow);
    if (child < 0) outline.setOpen(rows.ends[selectedRow] ?? -1, true);
    else selectRow(child);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (key === 'ArrowUp') selectRow(rows.parents[selectedRow] ?? 0);
    else if (key === 'ArrowDown') goDown();
    else if (key === 'ArrowLeft') selectRow(neighbourRow(layout, selectedRow, -1));
    else if (key === 'ArrowRight') selectRow(neighbourRow(layout, selectedRow, 1));
    else if (key === 'Home') selectRow(0);
    else if (key === 'End') selectRow(nearestListed(view, rowOf, view.head));
    else if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
    else if (key === '-') zoomBy(1 / ZOOM_STEP);
    else if (key === '0') outline.fit();
    else if (!handleTreeKey(event, desk, grove.readOnly)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const words = { view, labels: outline.labels, grove };
  const spokenText = view.position < 0 ? '' : spokenSelection(words, view, rowOf);
  return (
    <>
      {view.isOverview && (
        <p className={styles.overview} role="status">
          {overviewOf(rows.count, view.table.count)}
        </p>
      )}
      <div className={styles.map} data-notice-place="">
        <div
          ref={stage}
          className={styles.stage}
          role="application"
          aria-label={MAP}
          aria-describedby={descriptionId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the arrow keys and the letters
          tabIndex={0}
          onKeyDown={onKeyDown}
          onBlur={() => desk.preview?.end()}
          {...pointer}
        >
          <canvas ref={canvas} className={styles.canvas} />
        </div>
        <span ref={probe} className={styles.probe} />
        <VisuallyHidden id={descriptionId}>{mapDescription(rows.count)}</VisuallyHidden>
        <VisuallyHidden isLive>{spokenText}</VisuallyHidden>
        <div ref={buttons} className={styles.buttons}>
          {view.isOverview && (
            <Button
              onClick={() => {
                outline.setOverview(null);
                outline.reveal(outline.selectedId);
              }}
            >
              {SHOW_ALL}
            </Button>
          )}
          {fillsWindow ? null : (
            <Button hint="Shift+M" onClick={() => outline.setViewOptions({ as: 'map', fillsWindow: true })}>
              {FILL_WINDOW}
            </Button>
          )}
          <Button label={SMALLER} hint="−" onClick={() => zoomBy(1 / ZOOM_STEP)}>
            −
          </Button>
          <Button label={LARGER} hint="+" onClick={() => zoomBy(ZOOM_STEP)}>
            +
          </Button>
          <Button hint="0" onClick={() => outline.fit()}>
            {FIT}
          </Button>
        </div>
      </div>
    </>
  );
}

function spokenSelection(
  words: Parameters<typeof describePosition>[0],
  view: OutlineView,
  rowOf: Int32Array,
): string {
  const { position } = view;
  const isOnPath = view.onPath[position] === 1;
  const described = describePosition(words, position, rowOf[position] ?? -1);
  return spoken(described, isOnPath, position === view.current);
}

/** Draws the map in the next frame after any of these changes, and requests the labels it needs. */
function useMapDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  buttons: RefObject<HTMLElement | null>,
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
      const labelled = drawMap(context, frame, subject, ink, boxOf(buttons.current));
      const needed = view.position < 0 ? labelled : [view.position, ...labelled];
      outline.labels.want(needed.slice(0, 500).map((position) => view.table.idOf(position)));
    });
    return () => cancelAnimationFrame(drawn);
  }, [frame, subject, ink, isMeasured, revision, outline]);
}

/** The place of an element over the canvas, in CSS pixels. */
function boxOf(element: HTMLElement | null): Box {
  if (element === null) return { left: 0, right: 0, top: 0, bottom: 0 };
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element;
  return {
    left: offsetLeft,
    right: offsetLeft + offsetWidth,
    top: offsetTop,
    bottom: offsetTop + offsetHeight,
  };
}

/** A pointer that moved less than this clicked and did not drag. CSS pixels. */
const CLICK_SLOP = 4;
/** Greatest distance from a mark at which a click hits it. CSS pixels. */
const HIT_RADIUS = 16;

interface MapPointerOptions {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly frame: MapFrame;
  readonly layout: MapLayout;
  setFrame(change: (frame: MapFrame) => MapFrame): void;
  /** A click; -1 for one that hit no row. */
  onSelect(row: number): void;
  /** A double click on a row. */
  onOpen(): void;
}

interface MapPointerHandlers {
  onPointerDown(event: PointerEvent<HTMLDivElement>): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
  onDoubleClick(event: MouseEvent): void;
}

/** Pans and zooms with the wheel, pans by dragging, and selects by clicking. */
function useMapPointer(options: MapPointerOptions): MapPointerHandlers {
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

/** The map's content. Each part is computed again only when its own inputs change. */
function useMapSubject(
  view: OutlineView,
  grove: ShownGrove,
  layout: MapLayout,
  rowOf: Int32Array,
  selectedRow: number,
): MapSubject {
  const { outline, sections } = useTreeDesk();
  const { table, found, onPath, head, current } = view;
  const { rows } = layout;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onPath` changes whenever the path does
  const pathRows = useMemo(() => {
    const byLevel = new Int32Array(layout.depth + 2).fill(-1);
    for (let row = nearestListed(view, rowOf, head); row >= 0; row = rows.parents[row] ?? -1) {
      byLevel[rows.levels[row] ?? 0] = row;
    }
    return byLevel;
  }, [layout, rowOf, head, onPath]);
  const ghosts = useMemo(() => {
    const pruned = new Uint8Array(rows.count);
    for (let row = 0; row < rows.count; row += 1) {
      const parent = rows.parents[row] ?? -1;
      const isOwn = ((table.flags[rows.positions[row] ?? 0] ?? 0) & OUTLINE_FLAGS.pruned) !== 0;
      pruned[row] = isOwn || (parent >= 0 && pruned[parent] === 1) ? 1 : 0;
    }
    return pruned;
  }, [rows, table]);
  const colours = useMemo(() => {
    const byAgent = new Map(
      grove.agents.map(({ id, type, color }) => [id, type === 'model' ? (color ?? 'blue') : null]),
    );
    return Array.from({ length: table.agentCount }, (_, number) => {
      const agentId = table.agentAt(number);
      return agentId === undefined ? null : (byAgent.get(agentId) ?? null);
    });
  }, [grove.agents, table, table.agentCount]);
  const parts = useStore(sections.list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows, and then `rows` is new
  const titles = useMemo(() => {
    const found = new Map<number, string>();
    for (const section of parts) {
      const position = section.positionId === null ? -1 : table.listedAt(table.find(section.positionId));
      if (position >= 0 && !found.has(position)) found.set(position, sectionTitle(section));
    }
    return found;
  }, [parts, table, rows]);
  return useMemo(
    () => ({
      layout,
      flags: table.flags,
      authors: table.authors,
      colours,
      pathRows,
      found,
      ghosts,
      selectedRow,
      currentRow: nearestListed(view, rowOf, current),
      titled: new Set(titles.keys()),
      labelOf: (position: number) => {
        if (position === view.root) return BEGINNING;
        const title = titles.get(position);
        if (title !== undefined) return title;
        const label = outline.labels.find(table.idOf(position));
        return label === undefined ? undefined : firstWords(label.excerpt);
      },
    }),
    [layout, table, colours, pathRows, found, ghosts, selectedRow, view, rowOf, current, outline, titles],
  );
}

/** The row of a position or of its nearest listed ancestor; -1 for none. */
function nearestListed({ table }: OutlineView, rowOf: Int32Array, position: number): number {
  for (let at = position; at >= 0; at = table.parents[at] ?? -1) {
    const row = rowOf[at] ?? -1;
    if (row >= 0) return row;
  }
  return -1;
}

/** The child on the path, else the first child; the row itself if it has none, and -1 if they are not listed. */
function childOf(
  { levels, parents, childCounts }: MapLayout['rows'],
  pathRows: Int32Array,
  row: number,
): number {
  const onPath = pathRows[(levels[row] ?? 0) + 1] ?? -1;
  if (onPath >= 0 && parents[onPath] === row) return onPath;
  if ((childCounts[row] ?? 0) === 0) return row;
  return parents[row + 1] === row ? row + 1 : -1;
}

/** The map over the whole window; Escape returns to the text and the panes. */
export function MapPage({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useTreeDesk();
  const { fillsWindow } = useStore(outline.viewOptions);
  return fillsWindow ? <Page grove={grove} /> : null;
}

function Page({ grove }: { readonly grove: ShownGrove }) {
  const { outline } = useTreeDesk();
  const page = useRef<HTMLElement>(null);

  useEffect(() => {
    const stage = page.current?.querySelector<HTMLElement>('[role="application"]');
    stage?.focus();
    outline.fit();
    // The Outline tab takes the keyboard back.
    return () => outline.focusRequest.request('rows');
  }, [outline]);

  const close = () => outline.setViewOptions({ fillsWindow: false });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <main ref={page} className={styles.page} aria-label={MAP_PAGE} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <h2>{MAP_PAGE}</h2>
        <Button variant="quiet" label={CLOSE_MAP} hint="Esc" onClick={close}>
          <CloseIcon />
        </Button>
      </header>
      <TreeMap grove={grove} fillsWindow />
      <SelectedPosition grove={grove} />
    </main>
  );
}

const INITIAL_FRAME: MapFrame = { x: 0, level: 1, zoomX: 1, zoomY: 1, width: 0, height: 0 };

/** The frame as it follows the canvas, the selection and *Fit*; it is remembered while the map is hidden. */
function useMapFrame(
  canvas: RefObject<HTMLCanvasElement | null>,
  view: OutlineView,
  layout: MapLayout,
  selectedRow: number,
): readonly [MapFrame, Dispatch<SetStateAction<MapFrame>>] {
  const { outline } = useTreeDesk();
  const fits = useStore(outline.fitRequests);
  const { viewport } = outline;
  const [frame, setFrame] = useState<MapFrame>({ ...INITIAL_FRAME, ...viewport.map });
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
