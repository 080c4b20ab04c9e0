import { type KeyboardEvent, useCallback, useId, useMemo, useRef } from 'react';
import { layOutMap, neighbourRow } from '../../../core/outline/map-layout.ts';
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

/** How much one press of a zoom key or button zooms. */
const ZOOM_STEP = 1.35;
/** The tree drawn on a plane, with pan, zoom and fit. It shares its selection with the outline. */
export function TreeMap({ grove }: { readonly grove: ShownGrove }) {
  const desk = useDesk();
  const { tree } = desk;
  const { outline } = tree;
  const view = useStore(outline.view);
  useStore(outline.labels.revision);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const descriptionId = useId();

  const { rows, rowOf } = view;
  const layout = useMemo(() => layOutMap(rows), [rows]);
  const selectedRow = nearestListed(view, rowOf, view.selected);
  const subject = useMapSubject(view, grove, layout, selectedRow);
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

  /**
   * Goes to the child on the path, else to the first child, and opens the row if its children are not listed.
   */
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

  const words = { view, labels: outline.labels, agents: grove.agents };
  const spokenText = view.selected < 0 ? '' : spokenSelection(words, view);
  return (
    <div className={styles.map}>
      <div
        ref={stage}
        className={styles.stage}
        role="application"
        aria-label="Map"
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
      <VisuallyHidden id={descriptionId}>
        A drawing of the tree with {rows.count.toLocaleString()} nodes. Use the arrow keys to move between
        them. The outline shows the same tree as a list.
      </VisuallyHidden>
      <VisuallyHidden isLive>{spokenText}</VisuallyHidden>
      <div className={styles.buttons}>
        <Button label="Smaller" hint="−" onClick={() => zoomBy(1 / ZOOM_STEP)}>
          −
        </Button>
        <Button label="Larger" hint="+" onClick={() => zoomBy(ZOOM_STEP)}>
          +
        </Button>
        <Button hint="0" onClick={() => outline.fit()}>
          Fit
        </Button>
      </div>
    </div>
  );
}

function spokenSelection(words: Parameters<typeof describePosition>[0], view: OutlineView): string {
  const row = view.rowOf[view.selected] ?? -1;
  const isOnPath = view.onPath[view.selected] === 1;
  return spoken(describePosition(words, view.selected, row), isOnPath, view.selected === view.current);
}
