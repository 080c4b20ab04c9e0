/**
 * Text that stays where it is on the screen, to the pixel, while what follows it is replaced: by a preview, or by
 * another branch (`manuscript.md`, *Things that break naive versions*: the scroll position after a switch).
 */
import { EditorSelection, type StateEffect, type TransactionSpec } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { pathReplaced } from '../path/effects.ts';
import { preferences } from '../preferences.ts';
import { EDGE_FRACTION } from './scroll-to-caret.ts';

/** The place of text on the screen. */
export interface HeldPlace {
  /** The end of the text, or of the line before if nothing precedes it in its own; in UTF-16 code units. */
  readonly offset: number;
  /** From the top of the view, in CSS pixels. */
  readonly top: number;
}

/** The visible part of the text, in CSS pixels of the window. */
function visible(view: EditorView): { readonly top: number; readonly bottom: number } {
  const { top } = view.scrollDOM.getBoundingClientRect();
  return { top, bottom: top + view.scrollDOM.clientHeight };
}

/** The place of the text before `offset`; null unless some of the line that follows on from it is on the screen. */
export function placeOf(view: EditorView, offset: number): HeldPlace | null {
  const line = view.coordsAtPos(offset, -1);
  const { top, bottom } = visible(view);
  if (line === null || line.bottom <= top || line.top >= bottom) return null;
  // A replacement of the text may be drawn at the start of the line, so the line before is measured.
  const startsLine = offset > 0 && view.state.doc.lineAt(offset).from === offset;
  const held = startsLine ? offset - 1 : offset;
  const text = view.coordsAtPos(held, -1);
  return text === null ? null : { offset: held, top: text.top - view.scrollDOM.getBoundingClientRect().top };
}

/** Scrolls text back to its place. */
export function scrollToPlace({ offset, top }: HeldPlace): StateEffect<unknown> {
  return EditorView.scrollIntoView(EditorSelection.cursor(offset, -1), { y: 'start', yMargin: top });
}

/**
 * Keeps the content at least as tall as it must be for the view to stay scrolled as far as it is, until a taller
 * text or the wheel makes that unnecessary. Call it before a change that may shorten the text: the browser would
 * scroll back at once.
 */
export function holdRoom(view: EditorView): void {
  const { scrollTop, clientHeight } = view.scrollDOM;
  view.dom.style.setProperty('--held-height', `${scrollTop + clientHeight}px`);
}

/** Dispatches a move along the tree; the text before the branch point stays in place if it is on the screen. */
export function dispatchInPlace(view: EditorView, spec: TransactionSpec): void {
  const transaction = view.state.update(spec);
  const replaced = transaction.effects.find((effect) => effect.is(pathReplaced));
  if (replaced !== undefined && transaction.scrollIntoView && !view.state.field(preferences).typewriter) {
    const place = placeOf(view, replaced.value.at);
    const plugin = view.plugin(heldPlace);
    if (place !== null && plugin !== null) {
      holdRoom(view);
      plugin.place = place;
    }
  }
  view.dispatch(transaction);
}

/** Scrolls text back to its place, and further only if the caret would be out of view. */
function scrollToPlaceAndCaret(view: EditorView, place: HeldPlace, head: number, side: -1 | 1): void {
  view.requestMeasure({
    key: scrollToPlaceAndCaret,
    read: ({ scrollDOM }) => {
      const text = view.coordsAtPos(place.offset, -1);
      const caret = view.coordsAtPos(head, side);
      if (text === null || caret === null) return 0;
      const distance = text.top - scrollDOM.getBoundingClientRect().top - place.top;
      const { top, bottom } = visible(view);
      const edge = scrollDOM.clientHeight * EDGE_FRACTION;
      if (caret.bottom - distance > bottom) return caret.bottom - bottom + edge;
      if (caret.top - distance < top) return caret.top - top - edge;
      return distance;
    },
    write: (distance) => {
      if (distance !== 0) view.scrollDOM.scrollTop += distance;
    },
  });
}

class Room {
  /** Set while a move along the tree is dispatched, until the view scrolls to the caret. */
  place: HeldPlace | null = null;
  readonly #view: EditorView;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ docChanged, selectionSet, geometryChanged, transactions }: ViewUpdate): void {
    const isMove = transactions.some(({ effects }) => effects.some((effect) => effect.is(pathReplaced)));
    // The writer typed or moved the caret before the view could scroll: it follows that.
    if (!isMove && (docChanged || selectionSet)) this.place = null;
    if (docChanged || geometryChanged) this.releaseRoom();
  }

  /** Gives up the held height unless the view is scrolled so far that it still needs it. */
  releaseRoom(): void {
    const { dom } = this.#view;
    if (dom.style.getPropertyValue('--held-height') === '') return;
    this.#view.requestMeasure({
      key: this,
      read: ({ scrollDOM, contentHeight }) => scrollDOM.scrollTop + scrollDOM.clientHeight <= contentHeight,
      write: (isFree) => {
        if (isFree) dom.style.removeProperty('--held-height');
      },
    });
  }
}

/** The behaviour of held text; `theme.ts` gives the content its held height. */
export const heldPlace = ViewPlugin.fromClass(Room, {
  eventObservers: {
    scroll() {
      this.releaseRoom();
    },
  },
  provide: (plugin) =>
    EditorView.scrollHandler.of((view, range, { y }) => {
      const held = view.plugin(plugin);
      const place = held?.place ?? null;
      if (held === null || place === null) return false;
      held.place = null;
      const { from, to } = view.viewport;
      const isDrawn = (offset: number) => offset >= from && offset <= to;
      if (y !== 'nearest' || !isDrawn(place.offset) || !isDrawn(range.head)) return false;
      scrollToPlaceAndCaret(view, place, range.head, range.assoc === 1 ? 1 : -1);
      return true;
    }),
});
