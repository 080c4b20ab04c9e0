import { type KeyboardEvent, useCallback, useId, useMemo, useRef } from 'react';
import { layOutMap, neighbourRow } from '../../../core/outline/map-layout.ts';
import { FILL_WINDOW, overviewOf, SHOW_ALL } from '../../../ui-text/tree/outline.ts';
import { FIT, LARGER, MAP, mapDescription, SMALLER } from '../../../ui-text/tree/pane.ts';
import { useDesk, useStore } from '../../session/hooks.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';
import type { ShownGrove } from '../../session/window/app-session.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useFocusRequest } from '../use-focus-request.ts';
import { describePosition, spoken } from './describe-position.ts';
import { zoomFrame } from './map-frame.ts';
import { childOf, nearestListed } from './map-rows.ts';
import styles from './TreeMap.module.css';
import { handleTreeKey } from './tree-keys.ts';
import { useMapDrawing } from './use-map-drawing.ts';
import { useMapFrame } from './use-map-frame.ts';
import { useMapInk } from './use-map-ink.ts';
import { useMapPointer } from './use-map-pointer.ts';
import { useMapSubject } from './use-map-subject.ts';

/** Factor by which one press of a zoom key or button zooms. */
const ZOOM_STEP = 1.35;
export interface TreeMapProps {
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

  useMapDrawing(canvas, frame, view, subject, ink);

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
      <div className={styles.map}>
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
        <div className={styles.buttons}>
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
