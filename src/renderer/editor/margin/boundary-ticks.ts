/**
 * Ticks between the nodes: those of the node under the pointer, all while Alt is held or by preference (`manuscript.md`,
 * *What the writer sees*). Drawn in a layer behind nobody's text, so that neither layout nor a composition is touched.
 */
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { isWorkingBuffer, placeHolding } from '../../../core/buffer/segments.ts';
import type { PositionId, SegmentId } from '../../../core/ids.ts';
import { asks } from '../asks.ts';
import { type FrameTask, oncePerFrame } from '../frame.ts';
import { previewed } from '../marks/preview.ts';
import { segments } from '../path/segments.ts';
import { preferences } from '../preferences.ts';
import { type Boundary, caretSegment, visibleBoundaries } from './boundaries.ts';

/** Alt is held this long before it is held to look, not on the way to another key. Milliseconds. */
const HOLD = 150;
/** The pointer rests this long on a tick before it tells of its node. Milliseconds. */
const REST = 400;

interface Tick {
  readonly positionId: PositionId;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  /** It begins or ends the caret's node, and Alt is held. */
  readonly current: boolean;
}

/** The lines of the caret's node, beside them a bar while Alt is held. */
interface Bar {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

interface Drawing {
  readonly ticks: readonly Tick[];
  readonly bar: Bar | null;
}

const NOTHING: Drawing = { ticks: [], bar: null };

class BoundaryTicks {
  readonly #view: EditorView;
  readonly #layer: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #window: Window;
  readonly #follow: FrameTask;
  readonly #measure: { readonly key: object; read(): Drawing; write(drawing: Drawing): void };
  #pointer: MouseEvent | null = null;
  /** The node under the pointer, until the text changes. */
  #hovered: SegmentId | null = null;
  #altHeld = false;
  #drawn: Drawing = NOTHING;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#layer = document.createElement('div');
    this.#layer.className = 'boundaries';
    this.#layer.setAttribute('aria-hidden', 'true');
    this.#bar = document.createElement('div');
    this.#bar.className = 'boundary-bar';
    this.#window = view.dom.ownerDocument.defaultView ?? window;
    this.#follow = oncePerFrame(this.#window, () => this.#takePointer());
    this.#measure = { key: this, read: () => this.#read(), write: (drawing) => this.#write(drawing) };
    view.scrollDOM.addEventListener('mousemove', this.#onMouseMove);
    view.scrollDOM.addEventListener('mouseleave', this.#onMouseLeave);
    this.#window.addEventListener('keydown', this.#onKeyDown, { capture: true });
    this.#window.addEventListener('keyup', this.#onKeyUp, { capture: true });
    this.#window.addEventListener('blur', this.#onBlur);
    if (this.#isAsked(view.state)) this.#look();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.#hovered = null;
    const isDrawn = this.#drawn !== NOTHING;
    if (!isDrawn && !this.#isAsked(update.state)) return;
    const isTold = update.transactions.some(({ effects }) => effects.length > 0);
    const isMoved = this.#altHeld && update.selectionSet;
    if (isTold || isMoved || update.geometryChanged || update.viewportChanged) {
      this.#look();
    }
  }

  destroy(): void {
    this.#follow.cancel();
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#restTimer);
    this.#layer.remove();
    this.#view.scrollDOM.removeEventListener('mousemove', this.#onMouseMove);
    this.#view.scrollDOM.removeEventListener('mouseleave', this.#onMouseLeave);
    this.#window.removeEventListener('keydown', this.#onKeyDown, { capture: true });
    this.#window.removeEventListener('keyup', this.#onKeyUp, { capture: true });
    this.#window.removeEventListener('blur', this.#onBlur);
  }

  /** A layer that is there is painted with every frame, empty or not: it is in its place only while it is asked for. */
  #look(): void {
    if (!this.#layer.isConnected) this.#view.scrollDOM.append(this.#layer);
    this.#view.requestMeasure(this.#measure);
  }

  #showsAll(state: EditorState): boolean {
    return this.#altHeld || state.field(preferences).boundaries === 'always';
  }

  #isAsked(state: EditorState): boolean {
    return this.#hovered !== null || this.#showsAll(state);
  }

  #read(): Drawing {
    const { state } = this.#view;
    if (!this.#isAsked(state)) return NOTHING;
    const base = this.#layer.getBoundingClientRect();
    const end = state.field(previewed)?.from ?? Number.POSITIVE_INFINITY;
    const own = caretSegment(state);
    const isCurrent = (offset: number) =>
      this.#altHeld && own !== null && (offset === own.start || offset === own.start + own.segment.length);
    const ticks: Tick[] = [];
    for (const { offset, positionId } of this.#boundaries()) {
      const rect = offset > end ? null : this.#view.coordsAtPos(offset, 1);
      if (rect === null) continue;
      ticks.push({
        positionId,
        left: rect.left - base.left,
        top: rect.top - base.top,
        height: rect.bottom - rect.top,
        current: isCurrent(offset),
      });
    }
    return { ticks, bar: this.#altHeld ? this.#readBar(base) : null };
  }

  /** All that can be seen, or where the node under the pointer begins and ends. */
  #boundaries(): readonly Boundary[] {
    const { state } = this.#view;
    const all = visibleBoundaries(this.#view);
    if (this.#showsAll(state)) return all;
    const path = state.field(segments).segments;
    const index = all.findIndex(({ offset }) => {
      const place = offset < path.length ? placeHolding(path, offset) : null;
      return place?.segment.segmentId === this.#hovered;
    });
    if (index >= 0) return all.slice(index, index + 2);
    // It begins above what is drawn: only its end can be seen.
    const first = all[0];
    if (first === undefined || first.offset === 0) return [];
    return placeHolding(path, first.offset - 1).segment.segmentId === this.#hovered ? [first] : [];
  }

  #readBar(base: DOMRect): Bar | null {
    const own = caretSegment(this.#view.state);
    if (own === null) return null;
    const { from, to } = this.#view.viewport;
    const start = this.#view.coordsAtPos(Math.max(own.start, from), 1);
    const end = this.#view.coordsAtPos(Math.min(own.start + own.segment.length, to), -1);
    if (start === null || end === null || own.start > to) return null;
    const content = this.#view.contentDOM;
    const margin = Number.parseFloat(getComputedStyle(content).paddingLeft) || 0;
    const left = content.getBoundingClientRect().left - base.left + margin;
    return { left, top: start.top - base.top, height: end.bottom - start.top };
  }

  #write(drawing: Drawing): void {
    if (drawing === NOTHING) this.#layer.remove();
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    const old = [...this.#layer.querySelectorAll<HTMLElement>('.boundary')];
    for (const [index, tick] of drawing.ticks.entries()) {
      const element = old[index] ?? this.#layer.appendChild(this.#newTick());
      element.dataset.position = tick.positionId;
      element.classList.toggle('boundary-current', tick.current);
      element.style.left = `${tick.left}px`;
      element.style.top = `${tick.top}px`;
      element.style.height = `${tick.height}px`;
    }
    for (const element of old.slice(drawing.ticks.length)) element.remove();
    const { bar } = drawing;
    if (bar === null) {
      this.#bar.remove();
      return;
    }
    this.#bar.style.left = `${bar.left}px`;
    this.#bar.style.top = `${bar.top}px`;
    this.#bar.style.height = `${bar.height}px`;
    this.#layer.append(this.#bar);
  }

  #newTick(): HTMLElement {
    const tick = document.createElement('div');
    tick.className = 'boundary';
    const knob = tick.appendChild(document.createElement('div'));
    knob.className = 'boundary-knob';
    knob.addEventListener('mousedown', (event) => {
      event.preventDefault();
      clearTimeout(this.#restTimer);
      this.#tellOf(tick, 'click');
    });
    knob.addEventListener('mouseenter', () => {
      this.#restTimer = setTimeout(() => this.#tellOf(tick, 'rest'), REST);
    });
    knob.addEventListener('mouseleave', () => clearTimeout(this.#restTimer));
    return tick;
  }

  #tellOf(tick: HTMLElement, by: 'click' | 'rest'): void {
    const positionId = tick.dataset.position as PositionId | undefined;
    if (positionId === undefined || !tick.isConnected) return;
    const { left, top, width, height } = tick.getBoundingClientRect();
    this.#view.state.facet(asks)({ kind: 'about', positionId, by, rect: { left, top, width, height } });
  }

  readonly #onMouseMove = (event: MouseEvent) => {
    this.#pointer = event;
    this.#holdAlt(event.altKey);
    this.#follow.request();
  };

  readonly #onMouseLeave = () => {
    this.#pointer = null;
    this.#follow.request();
  };

  #takePointer(): void {
    const event = this.#pointer;
    // On a tick the pointer is still at the node that the tick belongs to.
    if (event?.target instanceof Element && this.#layer.contains(event.target)) return;
    const hovered = event === null || event.buttons > 0 ? null : this.#nodeAt(event);
    if (hovered === this.#hovered) return;
    this.#hovered = hovered;
    this.#look();
  }

  #nodeAt({ clientX: x, clientY: y, target }: MouseEvent): SegmentId | null {
    if (!(target instanceof Node) || !this.#view.contentDOM.contains(target)) return null;
    const offset = this.#view.posAtCoords({ x, y });
    const path = this.#view.state.field(segments).segments;
    if (offset === null || offset >= path.length) return null;
    const { segment, index } = placeHolding(path, offset);
    return isWorkingBuffer(path, index) ? null : segment.segmentId;
  }

  readonly #onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Alt' && !event.ctrlKey && !event.metaKey) this.#holdAlt(true);
  };

  readonly #onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Alt') this.#holdAlt(false);
  };

  readonly #onBlur = () => this.#holdAlt(false);

  #holdAlt(held: boolean): void {
    clearTimeout(this.#holdTimer);
    if (held === this.#altHeld) return;
    const take = () => {
      this.#altHeld = held;
      this.#look();
    };
    if (held) this.#holdTimer = setTimeout(take, HOLD);
    else take();
  }
}

const plugin = ViewPlugin.fromClass(BoundaryTicks);

const look = EditorView.baseTheme({
  '.boundaries': {
    position: 'absolute',
    top: '0',
    left: '0',
    width: '0',
    height: '0',
    zIndex: '1',
    userSelect: 'none',
    pointerEvents: 'none',
  },
  '.boundary': {
    position: 'absolute',
    width: '1px',
    marginLeft: '-0.5px',
    backgroundColor: 'var(--rule-strong)',
  },
  '.boundary-knob': {
    position: 'absolute',
    top: '-0.6rem',
    left: '-0.5rem',
    width: 'calc(1rem + 1px)',
    height: '0.9rem',
    cursor: 'pointer',
    pointerEvents: 'auto',
  },
  '.boundary-knob::after': {
    content: '""',
    position: 'absolute',
    left: '50%',
    bottom: '0.2rem',
    width: '7px',
    height: '7px',
    transform: 'translateX(-50%) rotate(45deg)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--rule-strong)',
  },
  '.boundary-knob:hover::after': { backgroundColor: 'var(--ink-soft)', borderColor: 'var(--ink-soft)' },
  '.boundary-current': { width: '2px', marginLeft: '-1px', backgroundColor: 'var(--accent)' },
  '.boundary-current .boundary-knob::after': { borderColor: 'var(--accent)' },
  '.boundary-bar': {
    position: 'absolute',
    width: '2px',
    marginLeft: '-0.9rem',
    borderRadius: '1px',
    backgroundColor: 'var(--accent)',
  },
});

/** The ticks, and what they are asked. */
export const boundaryTicks: Extension = [preferences, previewed, plugin, look];
