/**
 * `‹ 2 of 3 ›` in the margin, beside each line where a position begins that has siblings (`interface.md`). A layer beside
 * the text, not in it: to a screen reader the manuscript stays one text, and nothing here is part of it.
 */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { getWorkingBuffer } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import { asks } from '../asks.ts';
import { caretPlace } from '../caret/caret-place.ts';
import { previewed } from '../marks/preview.ts';
import { draftCommitted, pathReplaced } from '../path/effects.ts';
import { pathHeaders } from '../path/path-headers.ts';
import { segments } from '../path/segments.ts';
import { visibleBoundaries } from './boundaries.ts';
import { type BranchSign, BranchSigns, type SignLine } from './branch-signs.ts';
import { branchTheme } from './branch-theme.ts';

/** How long the text must be still before a sign moves to another line of the same paragraph. Milliseconds. */
const STILL = 120;

export const continuationCountShown = StateEffect.define<number>();

/** Continuations of the head that are not on the path. */
export const continuationCount = StateField.define<number>({
  create: () => 0,
  update: (count, transaction) => {
    let now = count;
    for (const effect of transaction.effects) if (effect.is(continuationCountShown)) now = effect.value;
    return now;
  },
});

interface PlacedSign {
  readonly offset: number;
  readonly sign: BranchSign;
}

/** The signs of the text that is drawn, in order; asks for the counts that are not known. */
function signsOf(view: EditorView): readonly PlacedSign[] {
  const { state } = view;
  const find = state.field(pathHeaders);
  const shown = state.field(previewed);
  const current = currentPosition(state);
  const signs: PlacedSign[] = [];
  const uncounted: PositionId[] = [];
  for (const { offset, positionId } of visibleBoundaries(view)) {
    const header = find(positionId);
    if (header?.siblingCount === 0) uncounted.push(positionId);
    if (header === undefined || header.siblingCount < 2 || offset >= (shown?.from ?? Infinity)) continue;
    const { siblingIndex: number, siblingCount: count } = header;
    signs.push({
      offset,
      sign: { positionId, number, count, state: positionId === current ? 'current' : 'plain' },
    });
  }
  if (uncounted.length > 0) state.facet(asks)({ kind: 'counts', positionIds: uncounted });
  if (shown !== null) {
    const { number, count } = shown;
    signs.push({ offset: shown.from, sign: { positionId: null, number, count, state: 'previewed' } });
    return signs;
  }
  const count = state.field(continuationCount);
  const { start } = getWorkingBuffer(state.field(segments).segments);
  const isDrawn = view.visibleRanges.some(({ from, to }) => start >= from && start <= to);
  if (count > 0 && isDrawn) {
    signs.push({ offset: start, sign: { positionId: null, number: 0, count, state: 'plain' } });
  }
  return signs;
}

function currentPosition(state: EditorState): PositionId | null {
  return caretPlace(state.field(segments), state.selection.main.head).positionId;
}

const NOTHING: Drawing = { lines: [], left: 0, room: 0 };

interface Drawing {
  readonly lines: readonly SignLine[];
  /** From the left edge of the layer to where the text ends. */
  readonly left: number;
  /** How much room there is beside the text. */
  readonly room: number;
}

class BranchMargin {
  readonly #view: EditorView;
  readonly #signs: BranchSigns;
  readonly #measure: { readonly key: object; read(): Drawing; write(drawing: Drawing): void };
  #current: PositionId | null;
  /** Of the whole text when the signs were placed: while it is the same, typing has moved no line. CSS pixels. */
  #height = 0;
  /** The text changed since the signs were placed. */
  #isTyped = false;
  #isDrawn = false;
  #stillTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#current = currentPosition(view.state);
    this.#signs = new BranchSigns(view.scrollDOM, {
      readOnly: view.state.readOnly,
      onSwitch: (positionId, step) => view.state.facet(asks)({ kind: 'switch', positionId, step }),
      onGoOn: () => view.state.facet(asks)({ kind: 'goOn' }),
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
      const current = currentPosition(update.state);
      if (current !== this.#current) this.#soon();
      this.#current = current;
    }
    // The line that was typed in is measured anew after each keystroke, and is nearly always as high as before.
    const isMoved = geometryChanged && !(this.#isTyped && view.contentHeight === this.#height);
    if (viewportMoved || isTold(update) || (isMoved && !docChanged)) view.requestMeasure(this.#measure);
    else if (docChanged) this.#soon();
    this.#isTyped ||= docChanged;
  }

  destroy(): void {
    clearTimeout(this.#stillTimer);
    this.#signs.destroy();
  }

  /** A keystroke pays for nothing here: where a line breaks is looked at when the typing rests. */
  #soon(): void {
    clearTimeout(this.#stillTimer);
    this.#stillTimer = setTimeout(() => {
      // The page may be gone before the text was still.
      if (this.#view.dom.isConnected) this.#view.requestMeasure(this.#measure);
    }, STILL);
  }

  #read(): Drawing {
    const view = this.#view;
    this.#height = view.contentHeight;
    this.#isTyped = false;
    const signs = signsOf(view);
    if (signs.length === 0) return NOTHING;
    this.#signs.attach();
    const base = this.#signs.dom.getBoundingClientRect();
    const lines: { top: number; height: number; signs: BranchSign[] }[] = [];
    for (const { offset, sign } of signs) {
      const rect = view.coordsAtPos(offset, 1);
      if (rect === null) continue;
      const top = rect.top - base.top;
      const height = rect.bottom - rect.top;
      const last = lines.at(-1);
      if (last !== undefined && top - last.top < height / 2) last.signs.push(sign);
      else lines.push({ top, height, signs: [sign] });
    }
    const content = view.contentDOM;
    const room = Number.parseFloat(getComputedStyle(content).paddingRight) || 0;
    return { lines, left: content.getBoundingClientRect().right - room - base.left, room };
  }

  #write(drawing: Drawing): void {
    if (drawing === NOTHING && !this.#isDrawn) return;
    this.#isDrawn = drawing !== NOTHING;
    this.#signs.show(drawing.lines, drawing.left, drawing.room);
  }
}

/** Whether what the signs say may be another; typing alone never makes it so. */
function isTold({ startState, state, transactions }: ViewUpdate): boolean {
  return (
    startState.field(pathHeaders) !== state.field(pathHeaders) ||
    startState.field(continuationCount) !== state.field(continuationCount) ||
    startState.field(previewed) !== state.field(previewed) ||
    transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(pathReplaced) || effect.is(draftCommitted)),
    )
  );
}

/** The signs, and what they are asked. */
export const branchMargin: Extension = [
  pathHeaders,
  previewed,
  continuationCount,
  ViewPlugin.fromClass(BranchMargin),
  branchTheme,
];
