/**
 * Ticks between the nodes: those of the node under the pointer, or all of them while Alt is held or by
 * preference (`manuscript.md`, *What the writer sees*). Drawn in a layer of their own, so that they affect
 * neither layout nor a composition.
 */
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { isWorkingBuffer, locationHolding } from '../../../core/buffer/segments.ts';
import type { PositionId, SegmentId } from '../../../core/ids.ts';
import { type FrameTask, oncePerFrame } from '../deferred-work.ts';
import { previewed } from '../marks/preview.ts';
import { segments } from '../path/segments.ts';
import { preferences } from '../preferences.ts';
import { requestHandler } from '../request-handler.ts';
import { type Boundary, caretSegment, visibleBoundaries } from './boundaries.ts';

/** Time for which Alt must be held to show all ticks; a shorter press belongs to a shortcut. Milliseconds. */
const ALT_HOLD = 150;
/** Time for which the pointer hovers over a tick before its node is shown. Milliseconds. */
const HOVER_DELAY = 400;

interface Tick {
  readonly positionId: PositionId;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  /** It is at the start or end of the caret's node, and Alt is held. */
  readonly current: boolean;
}

/** A bar beside the lines of the caret's node while Alt is held. */
interface Bar {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

interface Drawing {
  readonly ticks: readonly Tick[];
  readonly bar: Bar | null;
}

const EMPTY: Drawing = { ticks: [], bar: null };

class BoundaryTicks {
  readonly #view: EditorView;
  readonly #layer: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #window: Window;
  readonly #pointerFrame: FrameTask;
  readonly #measure: { readonly key: object; read(): Drawing; write(drawing: Drawing): void };
  #pointer: MouseEvent | null = null;
  /** The node under the pointer, until the text changes. */
  #hovered: SegmentId | null = null;
  #altHeld = false;
  #drawn: Drawing = EMPTY;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #hoverTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#layer = document.createElement('div');
    this.#layer.className = 'boundaries';
    this.#layer.setAttribute('aria-hidden', 'true');
    this.#bar = document.createElement('div');
    this.#bar.className = 'boundary-bar';
    this.#window = view.dom.ownerDocument.defaultView ?? window;
    this.#pointerFrame = oncePerFrame(this.#window, () => this.#onPointer());
    this.#measure = { key: this, read: () => this.#read(), write: (drawing) => this.#write(drawing) };
    view.scrollDOM.addEventListener('mousemove', this.#onMouseMove);
    view.scrollDOM.addEventListener('mouseleave', this.#onMouseLeave);
    this.#window.addEventListener('keydown', this.#onKeyDown, { capture: true });
    this.#window.addEventListener('keyup', this.#onKeyUp, { capture: true });
    this.#window.addEventListener('blur', this.#onBlur);
    if (this.#isNeeded(view.state)) this.#requestDraw();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.#hovered = null;
    const isDrawn = this.#drawn !== EMPTY;
    if (!isDrawn && !this.#isNeeded(update.state)) return;
    const hasEffects = update.transactions.some(({ effects }) => effects.length > 0);
    const isMoved = this.#altHeld && update.selectionSet;
    if (hasEffects || isMoved || update.geometryChanged || update.viewportChanged) {
      this.#requestDraw();
    }
  }

  destroy(): void {
    this.#pointerFrame.cancel();
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#hoverTimer);
    this.#layer.remove();
    this.#view.scrollDOM.removeEventListener('mousemove', this.#onMouseMove);
    this.#view.scrollDOM.removeEventListener('mouseleave', this.#onMouseLeave);
    this.#window.removeEventListener('keydown', this.#onKeyDown, { capture: true });
    this.#window.removeEventListener('keyup', this.#onKeyUp, { capture: true });
    this.#window.removeEventListener('blur', this.#onBlur);
  }

  /** Measures and draws. The layer is in the document only while needed: even empty, it is painted every frame. */
  #requestDraw(): void {
    if (!this.#layer.isConnected) this.#view.scrollDOM.append(this.#layer);
    this.#view.requestMeasure(this.#measure);
  }

  #showsAll(state: EditorState): boolean {
    const { boundaries, focusMode } = state.field(preferences);
    return this.#altHeld || (boundaries === 'always' && !focusMode);
  }

  #isNeeded(state: EditorState): boolean {
    return this.#hovered !== null || this.#showsAll(state);
  }

  #read(): Drawing {
    const { state } = this.#view;
    if (!this.#isNeeded(state)) return EMPTY;
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

  /** All visible boundaries, or those at the start and end of the node under the pointer. */
  #boundaries(): readonly Boundary[] {
    const { state } = this.#view;
    const all = visibleBoundaries(this.#view);
    if (this.#showsAll(state)) return all;
    const path = state.field(segments).segments;
    const index = all.findIndex(({ offset }) => {
      const location = offset < path.length ? locationHolding(path, offset) : null;
      return location?.segment.segmentId === this.#hovered;
    });
    if (index >= 0) return all.slice(index, index + 2);
    // It begins above the drawn text: only its end is visible.
    const first = all[0];
    if (first === undefined || first.offset === 0) return [];
    return locationHolding(path, first.offset - 1).segment.segmentId === this.#hovered ? [first] : [];
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
    if (drawing === EMPTY) this.#layer.remove();
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
      clearTimeout(this.#hoverTimer);
      this.#requestInfo(tick, 'click');
    });
    knob.addEventListener('mouseenter', () => {
      this.#hoverTimer = setTimeout(() => this.#requestInfo(tick, 'hover'), HOVER_DELAY);
    });
    knob.addEventListener('mouseleave', () => clearTimeout(this.#hoverTimer));
    return tick;
  }

  #requestInfo(tick: HTMLElement, by: 'click' | 'hover'): void {
    const positionId = tick.dataset.position as PositionId | undefined;
    if (positionId === undefined || !tick.isConnected) return;
    const { left, top, width, height } = tick.getBoundingClientRect();
    this.#view.state.facet(requestHandler)({
      kind: 'about',
      positionId,
      by,
      rect: { left, top, width, height },
    });
  }

  readonly #onMouseMove = (event: MouseEvent) => {
    this.#pointer = event;
    this.#setAlt(event.altKey);
    this.#pointerFrame.request();
  };

  readonly #onMouseLeave = () => {
    this.#pointer = null;
    this.#pointerFrame.request();
  };

  #onPointer(): void {
    const event = this.#pointer;
    // A pointer on a tick stays with the node that the tick belongs to.
    if (event?.target instanceof Element && this.#layer.contains(event.target)) return;
    const hovered = event === null || event.buttons > 0 ? null : this.#nodeAt(event);
    if (hovered === this.#hovered) return;
    this.#hovered = hovered;
    this.#requestDraw();
  }

  #nodeAt({ clientX: x, clientY: y, target }: MouseEvent): SegmentId | null {
    if (!(target instanceof Node) || !this.#view.contentDOM.contains(target)) return null;
    const offset = this.#view.posAtCoords({ x, y });
    const path = this.#view.state.field(segments).segments;
    if (offset === null || offset >= path.length) return null;
    const { segment, index } = locationHolding(path, offset);
    return isWorkingBuffer(path, index) ? null : segment.segmentId;
  }

  readonly #onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Alt' && !event.ctrlKey && !event.metaKey) this.#setAlt(true);
  };

  readonly #onKeyUp = (event: KeyboardEvent) => {
    if (event.key === 'Alt') this.#setAlt(false);
  };

  readonly #onBlur = () => this.#setAlt(false);

  #setAlt(held: boolean): void {
    clearTimeout(this.#holdTimer);
    if (held === this.#altHeld) return;
    const apply = () => {
      this.#altHeld = held;
      this.#requestDraw();
    };
    if (held) this.#holdTimer = setTimeout(apply, ALT_HOLD);
    else apply();
  }
}

const plugin = ViewPlugin.fromClass(BoundaryTicks);

const styles = EditorView.baseTheme({
  '.boundaries': {
    position: 'absolute',
    top: '0',
    right: '0',
    left: '0',
    height: '0',
    // Until a narrower pane is measured, ticks are where they were; the text must not scroll to them.
    overflowX: 'clip',
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

/** The ticks, with their behaviour. */
export const boundaryTicks: Extension = [preferences, previewed, plugin, styles];
