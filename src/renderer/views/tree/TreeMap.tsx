import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { besideRow, layOutMap, nearestRow } from '../../../core/outline/map-layout.ts';
import { LOOK_FLAGS } from '../../../core/outline/position-rows.ts';
import { useAppSession, useOpenTree, useStore } from '../../session/hooks.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import { firstWords } from '../../session/tree/first-words.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { drawMap, type MapInk, type MapSubject } from './draw-map.ts';
import { fitting, levelAt, type MapFrame, panned, placeAt, showing, toX, toY, zoomed } from './map-frame.ts';
import { readInk } from './map-ink.ts';
import { spoken, wordsOf } from './position-words.ts';
import styles from './TreeMap.module.css';
import { takeTreeKey } from './tree-keys.ts';

const BEGINNING: MapFrame = { place: 0, level: 1, zoom: 1, rise: 1, width: 0, height: 0 };
/** One press of a zoom key or button. */
const CLOSER = 1.35;
/** A pointer that moved less than this chose something, and did not drag. CSS pixels. */
const STILL = 4;
/** A mark is hit from this far away. CSS pixels. */
const REACH = 16;

/** The tree as a plane: pan, zoom and fit, with the selection of the outline. */
export function TreeMap({ grove }: { readonly grove: ShownGrove }) {
  const tree = useOpenTree();
  const { outline } = tree;
  const { preferences } = useAppSession();
  const { theme } = useStore(preferences);
  const view = useStore(outline.view);
  const wish = useStore(outline.focusRequest);
  const fits = useStore(outline.fits);
  const revision = useStore(outline.labels.revision);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const { sight } = outline;
  const [frame, setFrame] = useState<MapFrame>({ ...BEGINNING, ...sight.map });
  /** How it was looked at when it was last on the screen, until it is shown so again. */
  const left = useRef(sight.map);
  const [ink, setInk] = useState<MapInk | null>(null);
  const drag = useRef<{ x: number; y: number; moved: number } | null>(null);
  const descriptionId = useId();

  const { rows, rowOf } = view;
  const layout = useMemo(() => layOutMap(rows), [rows]);
  const { places, width, depth } = layout;
  const selectedRow = nearestListed(view, rowOf, view.selected);
  const subject = useSubject(view, grove, layout, selectedRow);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is not read here, but the colours are its
  useEffect(() => {
    const read = () => setInk(probe.current === null ? null : readInk(probe.current));
    // The page takes the theme on after its parts have heard of it.
    const soon = requestAnimationFrame(read);
    const onChange = () => requestAnimationFrame(read);
    const wishes = [
      '(prefers-color-scheme: dark)',
      '(prefers-contrast: more)',
      '(forced-colors: active)',
    ].map((query) => window.matchMedia(query));
    for (const wish of wishes) wish.addEventListener('change', onChange);
    return () => {
      cancelAnimationFrame(soon);
      for (const wish of wishes) wish.removeEventListener('change', onChange);
    };
  }, [theme]);

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
  }, []);

  // All of it where that is still legible; else where the writer is.
  const isMeasured = frame.width > 0;
  const isReady = isMeasured && layout.rows.count > 0;
  const part = `${view.top < 0 ? '' : view.table.idOf(view.top)} ${view.found === null ? 'all' : 'found'}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and whenever another part of the tree is shown
  useEffect(() => {
    if (!isReady || left.current?.part === part) return;
    setFrame((known) => {
      const all = fitting(known, width, depth);
      const row = Math.max(0, selectedRow);
      if (Math.min(all.zoom, all.rise) >= 0.5) return all;
      return { ...known, zoom: 0.8, rise: 0.8, place: places[row] ?? 0, level: rows.levels[row] ?? 1 };
    });
  }, [isReady, part]);

  const fitted = useRef(fits);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is asked for
  useEffect(() => {
    if (fits !== fitted.current) setFrame((known) => fitting(known, width, depth));
    fitted.current = fits;
  }, [fits]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the selection, and no other change
  useEffect(() => {
    if (!isReady) return;
    const row = selectedRow;
    const isAsLeft = left.current?.part === part && left.current.selectedId === outline.selectedId;
    if (row >= 0 && !isAsLeft) setFrame((known) => showing(known, places[row] ?? 0, rows.levels[row] ?? 1));
    left.current = null;
  }, [view.selected, rows, isReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id of what is selected
  useEffect(() => {
    if (!isReady) return;
    const { place, level, zoom, rise } = frame;
    sight.map = { place, level, zoom, rise, part, selectedId: outline.selectedId };
  }, [sight, outline, frame, part, isReady, view.selected]);

  useEffect(() => {
    if (wish !== 'rows') return;
    stage.current?.focus();
    outline.clearFocusRequest();
  }, [wish, outline]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: words that arrive are drawn
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
      const worded = drawMap(context, frame, subject, ink);
      const wanted = view.selected < 0 ? worded : [view.selected, ...worded];
      outline.labels.want(wanted.slice(0, 500).map((position) => view.table.idOf(position)));
    });
    return () => cancelAnimationFrame(drawn);
  }, [frame, subject, ink, isMeasured, revision, outline]);

  // A wheel that React listens to cannot be kept from scrolling or zooming the page.
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { offsetX, offsetY, deltaX, deltaY } = event;
      setFrame((known) =>
        event.ctrlKey || event.metaKey
          ? zoomed(known, Math.exp(-deltaY / 300), offsetX, offsetY)
          : panned(known, event.shiftKey ? deltaY : deltaX, event.shiftKey ? 0 : deltaY),
      );
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const zoomBy = useCallback(
    (by: number) => setFrame((known) => zoomed(known, by, known.width / 2, known.height / 2)),
    [],
  );
  const selectRow = (row: number) => {
    const position = rows.positions[row];
    if (position !== undefined) outline.select(position);
  };

  /** To the child on the path, else the first; one that is closed is opened. */
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
    else if (key === 'ArrowLeft') selectRow(besideRow(layout, selectedRow, -1));
    else if (key === 'ArrowRight') selectRow(besideRow(layout, selectedRow, 1));
    else if (key === 'Home') selectRow(0);
    else if (key === 'End') selectRow(nearestListed(view, rowOf, view.head));
    else if (key === '+' || key === '=') zoomBy(CLOSER);
    else if (key === '-') zoomBy(1 / CLOSER);
    else if (key === '0') outline.fit();
    else if (!takeTreeKey(event, tree, grove.readOnly)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === null) return;
    const [byX, byY] = [from.x - event.clientX, from.y - event.clientY];
    drag.current = { x: event.clientX, y: event.clientY, moved: from.moved + Math.hypot(byX, byY) };
    if (drag.current.moved > STILL) setFrame((known) => panned(known, byX, byY));
  };
  const rowNear = (x: number, y: number) => {
    const row = nearestRow(layout, Math.round(levelAt(frame, y)), placeAt(frame, x));
    if (row < 0) return -1;
    const away = Math.hypot(toX(frame, places[row] ?? 0) - x, toY(frame, rows.levels[row] ?? 1) - y);
    return away <= REACH ? row : -1;
  };
  const onPointerUp = (event: PointerEvent) => {
    const wasStill = drag.current !== null && drag.current.moved <= STILL;
    drag.current = null;
    if (wasStill) selectRow(rowNear(event.nativeEvent.offsetX, event.nativeEvent.offsetY));
  };

  const words = { view, labels: outline.labels, agents: grove.agents };
  const said = view.selected < 0 ? '' : spokenSelection(words, view);
  return (
    <div className={styles.map}>
      <div
        ref={stage}
        className={styles.stage}
        role="application"
        aria-label="Map"
        aria-describedby={descriptionId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys and the letters
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => tree.preview.end()}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
        }}
        onDoubleClick={(event) => {
          if (rowNear(event.nativeEvent.offsetX, event.nativeEvent.offsetY) >= 0)
            void tree.outlineActions.goThere();
        }}
      >
        <canvas ref={canvas} className={styles.canvas} />
      </div>
      <span ref={probe} className={styles.probe} />
      <VisuallyHidden id={descriptionId}>
        A drawing of the tree, {rows.count.toLocaleString()} places. The arrow keys go from one to the next;
        the outline has the same as a list.
      </VisuallyHidden>
      <VisuallyHidden isLive>{said}</VisuallyHidden>
      <div className={styles.buttons}>
        <Button label="Smaller" hint="−" onClick={() => zoomBy(1 / CLOSER)}>
          −
        </Button>
        <Button label="Larger" hint="+" onClick={() => zoomBy(CLOSER)}>
          +
        </Button>
        <Button hint="0" onClick={() => outline.fit()}>
          Fit
        </Button>
      </div>
    </div>
  );
}

/** The line of a position, or of the nearest above it that has one. */
function nearestListed({ table }: OutlineView, rowOf: Int32Array, position: number): number {
  for (let at = position; at >= 0; at = table.parents[at] ?? -1) {
    const row = rowOf[at] ?? -1;
    if (row >= 0) return row;
  }
  return -1;
}

/** The child on the path, else the first; the line itself where it has none, and -1 where they are not listed. */
function childOf(
  { levels, parents, childCounts }: MapSubject['layout']['rows'],
  pathRows: Int32Array,
  row: number,
): number {
  const onPath = pathRows[(levels[row] ?? 0) + 1] ?? -1;
  if (onPath >= 0 && parents[onPath] === row) return onPath;
  if ((childCounts[row] ?? 0) === 0) return row;
  return parents[row + 1] === row ? row + 1 : -1;
}

function spokenSelection(words: Parameters<typeof wordsOf>[0], view: OutlineView): string {
  const row = view.rowOf[view.selected] ?? -1;
  const isOnPath = view.onPath[view.selected] === 1;
  return spoken(wordsOf(words, view.selected, row), isOnPath, view.selected === view.current);
}

/** What is drawn, made anew where something of it changed. */
function useSubject(
  view: OutlineView,
  grove: ShownGrove,
  layout: MapSubject['layout'],
  selectedRow: number,
): MapSubject {
  const { outline } = useOpenTree();
  const { table, found, onPath, head, current } = view;
  const { rows } = layout;
  const { rowOf } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when its lines are others
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
      const isOwn = ((table.flags[rows.positions[row] ?? 0] ?? 0) & LOOK_FLAGS.pruned) !== 0;
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
      wordsOf: (position: number) => {
        if (position === view.root) return 'Beginning';
        const label = outline.labels.find(table.idOf(position));
        return label === undefined ? undefined : firstWords(label.excerpt);
      },
    }),
    [layout, table, colours, pathRows, found, ghosts, selectedRow, view, rowOf, current, outline],
  );
}
