/**
 * `‹ 2 of 3 ›` in the margin, beside each line where a position with siblings begins (`interface.md`). It is
 * a layer beside the text, so that to a screen reader the manuscript stays one text without the markers.
 */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { getWorkingBuffer } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import type { PositionHeader } from '../../surface.ts';
import { currentPositionAt } from '../caret/current-position.ts';
import { afterPause } from '../deferred-work.ts';
import { previewed } from '../marks/preview.ts';
import { draftCommitted, pathReplaced } from '../path/effects.ts';
import { pathHeaders } from '../path/path-headers.ts';
import { segments } from '../path/segments.ts';
import { requestHandler } from '../request-handler.ts';
import { visibleNodes } from './boundaries.ts';
import { type BranchMarker, BranchMarkers, type MarkerLine } from './branch-markers.ts';
import { forkAtCaret, forkPlaces, movedPlaces } from './fork-places.ts';

/** Opened over the text, as a panel. */
const OPEN = {
  zIndex: '1',
  backgroundColor: 'var(--paper-raised)',
  borderRadius: 'var(--radius)',
  boxShadow: 'var(--shadow)',
};

/** The look of the markers in the margin: muted until hovered, and compact in a narrow margin. */
const branchTheme = EditorView.baseTheme({
  '.branch-margin': {
    position: 'absolute',
    top: '0',
    right: '0',
    left: '0',
    height: '0',
    // Until a narrower pane is measured, markers are where they were; the text must not scroll to them.
    overflowX: 'clip',
    zIndex: '2',
    userSelect: 'none',
    fontFamily: 'var(--font-interface)',
    fontSize: 'var(--text-small)',
    fontVariantNumeric: 'tabular-nums',
    lineHeight: '1',
  },
  '.branch-line': { position: 'absolute', whiteSpace: 'nowrap' },
  '.branch': {
    display: 'flex',
    alignItems: 'center',
    height: 'var(--line-height)',
    color: 'var(--ink-soft)',
  },
  '.branch-current': { color: 'var(--ink)', fontWeight: '600' },
  '.branch-previewed': { color: 'var(--accent)', fontStyle: 'italic' },
  '.branch button': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.4em',
    minWidth: '1.5rem',
    height: '1.5rem',
    padding: '0 0.25rem',
    border: '0',
    borderRadius: 'var(--radius-small)',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.branch .branch-step, .branch .branch-arrow': { fontSize: '1.0625rem', lineHeight: '1' },
  '.branch button:hover': { backgroundColor: 'var(--paper-hover)', color: 'var(--ink)' },
  '.branch button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.branch-place': { minWidth: '3.2em', textAlign: 'center' },
  '.branch-short': { display: 'none' },

  // Several on one line without room below: the first and the number of others; all of them on hover.
  '.branch-folded:not(:hover):not(:focus-within)::after': {
    content: 'attr(data-more)',
    position: 'absolute',
    top: '50%',
    left: '100%',
    transform: 'translateY(-50%)',
    color: 'var(--ink-soft)',
  },
  '.branch-folded:not(:hover):not(:focus-within) .branch + .branch': {
    position: 'absolute',
    clipPath: 'inset(50%)',
  },
  '.branch-folded:hover, .branch-folded:focus-within': OPEN,

  // Less width: `‹2/3›`.
  '.branch-middle .branch-line, .branch-small .branch-line': { right: '0' },
  '.branch-middle .branch-full, .branch-small .branch-full': { display: 'none' },
  '.branch-middle .branch-short, .branch-small .branch-short': { display: 'inline' },
  '.branch-middle .branch, .branch-small .branch': { justifyContent: 'flex-end' },
  '.branch-middle .branch-place, .branch-small .branch-place': { minWidth: '0' },
  '.branch-middle .branch button': { minWidth: '1rem', padding: '0' },
  '.branch-middle .branch .branch-on': { minWidth: '2rem' },
  '.branch-middle .branch-folded:not(:hover):not(:focus-within)::after, .branch-small .branch-folded:not(:hover):not(:focus-within)::after':
    { top: '95%', left: 'auto', right: '1px', fontSize: '0.6875rem' },

  // Hardly any: `2/3` at the edge, which opens over the text on hover.
  '.branch-small .branch': { paddingRight: '1px' },
  '.branch-small .branch-line:hover, .branch-small .branch-line:focus-within': OPEN,
  '.branch-small .branch-line:hover .branch-full, .branch-small .branch-line:focus-within .branch-full': {
    display: 'inline',
  },
  '.branch-small .branch-line:hover .branch-short, .branch-small .branch-line:focus-within .branch-short': {
    display: 'none',
  },
  '.branch-small .branch-line:not(:hover):not(:focus-within) .branch-step': {
    position: 'absolute',
    clipPath: 'inset(50%)',
  },
  '.branch-small .branch .branch-on': { minWidth: '1.75rem', padding: '0' },
});

/** Pause in typing before markers are measured again. Milliseconds. */
const TYPING_PAUSE = 120;

export const continuationCountShown = StateEffect.define<number>();

/** The number of continuations of the head that are not on the path. */
export const continuationCount = StateField.define<number>({
  create: () => 0,
  update: (count, transaction) => {
    let now = count;
    for (const effect of transaction.effects) if (effect.is(continuationCountShown)) now = effect.value;
    return now;
  },
});

interface PlacedMarker {
  readonly offset: number;
  readonly marker: BranchMarker;
}

/** The markers of the drawn text, in order; requests unknown counts. */
function markersOf(view: EditorView): readonly PlacedMarker[] {
  const { state } = view;
  const find = state.field(pathHeaders);
  const shown = state.field(previewed);
  const caret = caretPlace(state);
  const markers: PlacedMarker[] = [];
  const uncounted: PositionId[] = [];
  for (const location of visibleNodes(view)) {
    const { positionId, offset, startsHere } = location;
    const header = find(positionId);
    if (header?.siblingCount === 0) uncounted.push(positionId);
    if (header === undefined) continue;
    const { siblingIndex: number, siblingCount: count } = header;
    const isCurrent = positionId === caret.positionId && caret.fork === null;
    if (startsHere && count > 1 && number > 0)
      markers.push({
        offset,
        marker: { positionId, fork: null, number, count, state: isCurrent ? 'current' : 'plain' },
      });
    for (const place of forkPlaces(state, location)) {
      const { fork, index, count } = place.fork;
      const marker = { positionId, fork, number: index, count };
      markers.push({
        offset: place.offset,
        marker: { ...marker, state: fork === caret.fork ? 'current' : 'plain' },
      });
    }
  }
  if (uncounted.length > 0) state.facet(requestHandler)({ kind: 'counts', positionIds: uncounted });
  const isDrawn = (offset: number) =>
    view.visibleRanges.some(({ from, to }) => offset >= from && offset <= to);
  const drawn = markers.filter(({ offset }) => offset < (shown?.from ?? Infinity) && isDrawn(offset));
  if (shown !== null) {
    const { number, count } = shown;
    const marker = { positionId: null, fork: null, number, count, state: 'previewed' as const };
    return [...drawn, { offset: shown.from, marker }];
  }
  const count = state.field(continuationCount);
  const { start } = getWorkingBuffer(state.field(segments).segments);
  if (count === 0 || !isDrawn(start)) return drawn;
  const marker = { positionId: null, fork: null, number: 0, count, state: 'plain' as const };
  return [...drawn, { offset: start, marker }];
}

/** The current position, and the fork inside its text at which the caret is. */
interface CaretPlace {
  readonly positionId: PositionId | null;
  readonly fork: PositionId | null;
}

function caretPlace(state: EditorState): CaretPlace {
  const { head } = state.selection.main;
  const { positionId } = currentPositionAt(state.field(segments), head);
  return { positionId, fork: forkAtCaret(state, head)?.fork ?? null };
}

const EMPTY: Drawing = { lines: [], left: 0, room: 0 };

interface Drawing {
  readonly lines: readonly MarkerLine[];
  /** From the left edge of the layer to the right edge of the text. */
  readonly left: number;
  /** Width of the margin beside the text. */
  readonly room: number;
}

class BranchMargin {
  readonly #view: EditorView;
  readonly #markers: BranchMarkers;
  readonly #measure: { readonly key: object; read(): Drawing; write(drawing: Drawing): void };
  #caret: CaretPlace;
  /** The headers of the drawn text at the last measurement. */
  #headers: ReadonlyMap<PositionId, PositionHeader | undefined> = new Map();
  /** Height of the text at the last measurement: while it is the same, typing has moved no line. CSS pixels. */
  #height = 0;
  /** The text has changed since the last measurement. */
  #hasChanged = false;
  #isDrawn = false;
  readonly #pause = afterPause(() => this.#onPause());

  constructor(view: EditorView) {
    this.#view = view;
    this.#caret = caretPlace(view.state);
    this.#markers = new BranchMarkers(view.scrollDOM, {
      readOnly: view.state.readOnly,
      onSwitch: (positionId, fork, step) =>
        view.state.facet(requestHandler)({ kind: 'switch', positionId, fork, step }),
      onGoOn: () => view.state.facet(requestHandler)({ kind: 'goOn' }),
    });
    this.#measure = {
      key: this,
      read: () => this.#read(),
      write: (drawing) => this.#write(drawing),
    };
    view.requestMeasure(this.#measure);
  }

  update(update: ViewUpdate): void {
    const { docChanged, geometryChanged, viewportMoved, selectionSet, view } = update;
    if (selectionSet || docChanged) {
      const caret = caretPlace(update.state);
      if (caret.positionId !== this.#caret.positionId || caret.fork !== this.#caret.fork)
        this.#measureLater();
      this.#caret = caret;
    }
    // CodeMirror measures the line again after each keystroke, and its height hardly ever changes.
    const isMoved = geometryChanged && !(this.#hasChanged && view.contentHeight === this.#height);
    if (viewportMoved || markersMayChange(update) || this.#headersDiffer(update) || (isMoved && !docChanged))
      view.requestMeasure(this.#measure);
    else if (docChanged) this.#measureLater();
    this.#hasChanged ||= docChanged;
  }

  destroy(): void {
    this.#pause.cancel();
    this.#markers.destroy();
  }

  /** Keeps keystrokes cheap: line breaks are measured when typing pauses. */
  #measureLater(): void {
    this.#pause.request(TYPING_PAUSE);
  }

  #onPause(): void {
    // The view may be gone by now.
    if (this.#view.dom.isConnected) this.#view.requestMeasure(this.#measure);
  }

  /**
   * Returns true if main sent a new header of a drawn node. Those of a whole path arrive slice by slice while it is
   * typed in, and measuring again for each would cost as much as the keystrokes.
   */
  #headersDiffer({ startState, state, view }: ViewUpdate): boolean {
    const find = state.field(pathHeaders);
    if (startState.field(pathHeaders) === find) return false;
    return visibleNodes(view).some(({ positionId }) => find(positionId) !== this.#headers.get(positionId));
  }

  #read(): Drawing {
    const view = this.#view;
    const find = view.state.field(pathHeaders);
    this.#headers = new Map(visibleNodes(view).map(({ positionId }) => [positionId, find(positionId)]));
    this.#height = view.contentHeight;
    this.#hasChanged = false;
    const markers = markersOf(view);
    if (markers.length === 0) return EMPTY;
    this.#markers.attach();
    const base = this.#markers.dom.getBoundingClientRect();
    const lines: { top: number; height: number; markers: BranchMarker[] }[] = [];
    for (const { offset, marker } of markers) {
      const rect = view.coordsAtPos(offset, 1);
      if (rect === null) continue;
      const top = rect.top - base.top;
      const height = rect.bottom - rect.top;
      const last = lines.at(-1);
      if (last !== undefined && top - last.top < height / 2) last.markers.push(marker);
      else lines.push({ top, height, markers: [marker] });
    }
    const content = view.contentDOM;
    const room = Number.parseFloat(getComputedStyle(content).paddingRight) || 0;
    return { lines, left: content.getBoundingClientRect().right - room - base.left, room };
  }

  #write(drawing: Drawing): void {
    if (drawing === EMPTY && !this.#isDrawn) return;
    this.#isDrawn = drawing !== EMPTY;
    this.#markers.show(drawing.lines, drawing.left, drawing.room);
  }
}

/** Returns true if the content of markers may have changed without a new header; typing alone never changes it. */
function markersMayChange({ startState, state, transactions }: ViewUpdate): boolean {
  return (
    startState.field(continuationCount) !== state.field(continuationCount) ||
    startState.field(previewed) !== state.field(previewed) ||
    transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(pathReplaced) || effect.is(draftCommitted)),
    )
  );
}

/** The markers, with their behaviour. */
export const branchMargin: Extension = [
  pathHeaders,
  movedPlaces,
  previewed,
  continuationCount,
  ViewPlugin.fromClass(BranchMargin),
  branchTheme,
];
