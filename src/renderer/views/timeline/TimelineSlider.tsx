import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { momentText, NOW, TIME_LINE } from '../../../ui-text/history/timeline.ts';
import { recentDay } from '../../../ui-text/time.ts';
import { useBufferDesk, useSelected, useStore } from '../../session/hooks.ts';
import type { LayerLine } from '../../session/timeline/layer-line.ts';
import {
  columnsOf,
  createTickPlaces,
  dayStarts,
  type Extent,
  type TickColumn,
  type TickPlaces,
  thinned,
} from '../../session/timeline/tick-places.ts';
import type { MapInk } from '../tree/draw-map.ts';
import { useMapInk } from '../tree/use-map-ink.ts';
import { useFocusRequest } from '../use-focus-request.ts';
import styles from './TimelineSlider.module.css';
import { isLetter, typesText } from './types-text.ts';

/** The height of the ticks, and the room beside them. CSS pixels. */
const HEIGHT = 34;
const INSET = 8;
/** The width of a character of a label, and the room between labels. CSS pixels. */
const CHARACTER = 6.5;
const BETWEEN = 14;
/** A longer label is cut off. */
const MOST_CHARACTERS = 24;

const NO_TICKS = { columns: [], colourOf: () => null };

export interface TimelineSliderProps {
  readonly line: LayerLine | null;
  readonly at: number;
  readonly agents: readonly Agent[];
  /** The moment, for screen readers. */
  readonly valueText: string;
  /** The text of that moment is shown, and its words are counted. */
  readonly isShown: boolean;
}

/** The ticks, with a mark at the moment that is shown: a slider from the first layer to now. */
export function TimelineSlider({ line, at, agents, valueText, isShown }: TimelineSliderProps) {
  const { timeline } = useBufferDesk();
  const slider = useRef<HTMLDivElement>(null);
  // Read once for each moment: not before its words are known.
  const spoken = useRef({ at, valueText });
  if (isShown) spoken.current = { at, valueText };
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(slider);
  const inner = Math.max(0, width - 2 * INSET);
  const ink = useMapInk(slider);
  const places = useMemo(() => (line === null ? null : createTickPlaces(line)), [line]);
  const subject = useMemo(() => {
    if (line === null || places === null) return NO_TICKS;
    const models = new Map(agents.map(({ id, type, color }) => [id, type === 'model' ? color : null]));
    return {
      columns: columnsOf(line, places, inner),
      colourOf: (id: Agent['id']) => models.get(id) ?? null,
    };
  }, [line, places, inner, agents]);
  useStripDrawing(canvas, { width, height: HEIGHT, inset: INSET }, subject, ink);
  useFocusRequest(timeline.focusRequest, () => {
    slider.current?.focus();
    return slider.current !== null;
  });

  const indexAt = ({ clientX }: PointerEvent) => {
    const left = slider.current?.getBoundingClientRect().left ?? 0;
    return places?.indexAt((clientX - left - INSET) / Math.max(1, inner));
  };
  const goToPointer = (event: PointerEvent) => {
    const index = indexAt(event);
    if (index !== undefined && index !== timeline.state.get().at) void timeline.goTo(index);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    goToPointer(event);
  };
  const [pointed, setPointed] = useState<number | null>(null);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    setPointed(indexAt(event) ?? null);
    if (event.currentTarget.hasPointerCapture(event.pointerId)) goToPointer(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const go = keyOf(event, line?.count ?? 0);
    if (go !== null) {
      event.preventDefault();
      void go(timeline);
    } else if (typesText(event)) {
      event.preventDefault();
      timeline.returnAndType(isLetter(event.key) ? event.key : '');
    }
  };
  return (
    <div className={styles.line}>
      <Marks line={line} places={places} width={inner} />
      <div
        ref={slider}
        className={styles.slider}
        role="slider"
        tabIndex={0}
        aria-label={TIME_LINE}
        aria-valuemin={0}
        aria-valuemax={line?.count ?? 0}
        aria-valuenow={spoken.current.at}
        aria-valuetext={spoken.current.valueText}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setPointed(null)}
      >
        <canvas ref={canvas} className={styles.ticks} style={{ height: HEIGHT }} />
        {places !== null && <Fixed line={line} places={places} width={inner} />}
        {places !== null && (
          <div
            className={styles.moment}
            style={{ left: INSET + places.at(at) * inner }}
            data-now={at === line?.count || undefined}
          />
        )}
        {pointed !== null && <Pointed line={line} places={places} width={inner} index={pointed} />}
      </div>
      <Days line={line} places={places} width={inner} />
    </div>
  );
}

type Timeline = ReturnType<typeof useBufferDesk>['timeline'];

/** The action of a key; null if it moves nothing. */
function keyOf(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  count: number,
): ((timeline: Timeline) => Promise<void>) | null {
  if (ctrlKey || metaKey || altKey) return null;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return (timeline) => (shiftKey ? timeline.stepSession(-1) : timeline.step(-1));
    case 'ArrowRight':
    case 'ArrowUp':
      return (timeline) => (shiftKey ? timeline.stepSession(1) : timeline.step(1));
    case 'PageDown':
      return (timeline) => timeline.stepSession(-1);
    case 'PageUp':
      return (timeline) => timeline.stepSession(1);
    case 'Home':
      return (timeline) => timeline.goTo(0);
    case 'End':
      return (timeline) => timeline.goTo(count);
    default:
      return null;
  }
}

interface PlacedProps {
  readonly line: LayerLine | null;
  readonly places: TickPlaces | null;
  /** Width of the ticks, in CSS pixels. */
  readonly width: number;
}

/** The day of a moment on this computer's calendar. */
function calendarDay(time: number): Extent {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return { from: new Date(year, month, day).getTime(), to: new Date(year, month, day + 1).getTime() };
}

/** The extent of a label whose tick is at `x`: after it or, at the end of the strip, before it. CSS pixels. */
function labelExtent(label: string, x: number, width: number): Extent & { readonly isBefore: boolean } {
  const room = Math.min(label.length, MOST_CHARACTERS) * CHARACTER + BETWEEN;
  const isBefore = x + room > width;
  return isBefore ? { from: x - room, to: x, isBefore } : { from: x, to: x + room, isBefore };
}

/** The moment of the tick at the pointer, in words. For screen readers, the slider's value has the same. */
function Pointed({ line, places, width, index }: PlacedProps & { readonly index: number }) {
  if (line === null || places === null || index > line.count) return null;
  const isNow = line.seqAt(index) === undefined;
  const moment = isNow
    ? NOW
    : momentText(
        { time: line.timeAt(index), reason: line.reasonAt(index), label: line.labelAt(index), words: null },
        Date.now(),
      );
  const x = places.at(index) * width;
  return (
    <div
      className={styles.pointed}
      style={{ left: INSET + x }}
      data-end={x > width / 2 || undefined}
      aria-hidden="true"
    >
      {moment}
    </div>
  );
}

/** The labels above the ticks; a click goes there. */
function Marks({ line, places, width }: PlacedProps) {
  const { timeline } = useBufferDesk();
  if (line === null || places === null || width === 0 || line.marks.length === 0) return null;
  const shown = thinned(
    line.marks.map((mark) => ({ ...mark, ...labelExtent(mark.label, places.at(mark.index) * width, width) })),
  );
  return (
    <div className={styles.marks}>
      {shown.map(({ index, seq, label, isBefore }) => (
        <button
          key={seq}
          type="button"
          className={styles.mark}
          style={{ left: INSET + places.at(index) * width }}
          data-end={isBefore || undefined}
          title={label}
          onClick={() => void timeline.goTo(index)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** The days below the ticks. */
function Days({ line, places, width }: PlacedProps) {
  const days = useMemo(() => {
    if (line === null || places === null || width === 0) return [];
    const now = Date.now();
    return thinned(
      dayStarts(line, calendarDay).map(({ index, time }) => {
        const name = recentDay(time, now);
        return { index, name, ...labelExtent(name, places.at(index) * width, width) };
      }),
    );
  }, [line, places, width]);
  return (
    <div className={styles.days} aria-hidden="true">
      {days.map(({ index, name, isBefore }) => (
        <span
          key={index}
          className={styles.day}
          style={{ left: INSET + (places?.at(index) ?? 0) * width }}
          data-end={isBefore || undefined}
        >
          {name}
        </span>
      ))}
    </div>
  );
}

/** The mark of a comparison's other moment. */
function Fixed({ line, places, width }: PlacedProps) {
  const { timeline } = useBufferDesk();
  const compared = useStore(timeline.comparison.compared);
  const shown = useSelected(timeline.state, ({ at }) => at);
  if (line === null || places === null || compared === null) return null;
  const { from, to } = compared;
  const ends = [line.indexOf(from), to === null ? line.count : line.indexOf(to)];
  const other = ends.find((index) => index !== shown);
  if (other === undefined) return null;
  return <div className={styles.fixed} style={{ left: INSET + places.at(other) * width }} />;
}

/** The width of an element, in CSS pixels; 0 before it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
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
function useStripDrawing(
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

// Draws the ticks of the time line. The cost depends on the number of pixels, never on the number of layers.

/** The height of a layer that changed nothing that was counted. CSS pixels. */
const MIN_HEIGHT = 5;
/** A layer that changed this many words has the full height. */
const MANY_WORDS = 2_000;

interface StripSize {
  readonly width: number;
  readonly height: number;
  /** Left and right of the ticks. */
  readonly inset: number;
}

interface StripSubject {
  readonly columns: readonly TickColumn[];
  /** The palette token of a model; null for people. */
  colourOf(agentId: AgentId): string | null;
}

/** @param size in CSS pixels; `columns` are in pixels from its left inset */
function drawStrip(
  context: CanvasRenderingContext2D,
  { width, height, inset }: StripSize,
  { columns, colourOf }: StripSubject,
  ink: MapInk,
): void {
  context.clearRect(0, 0, width, height);
  context.fillStyle = ink.line;
  context.globalAlpha = 0.5;
  context.fillRect(inset, height - 1, width - 2 * inset, 1);
  context.globalAlpha = 1;
  const full = height - 1;
  for (const { x, words, authorId, isRebuilt } of columns) {
    const token = authorId === null ? null : colourOf(authorId);
    const colour = token === null ? ink.soft : (ink.authors.get(token) ?? ink.soft);
    const share = Math.min(1, Math.log2(1 + words) / Math.log2(1 + MANY_WORDS));
    const tall = Math.round(MIN_HEIGHT + share * (full - MIN_HEIGHT));
    const left = inset + x - 1;
    if (isRebuilt) {
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.strokeRect(left - 0.5, full - tall + 0.5, 3, tall);
    } else {
      context.fillStyle = colour;
      context.fillRect(left, full - tall, 2, tall);
    }
  }
}
