/**
 * Keeps the caret in view, whatever the size of the view and of the text becomes; and, while the caret is at the end of
 * the text, the text that streams after it. A view that the writer has scrolled elsewhere is left alone. After a jump
 * with the caret, the first line is whole: none is cut off under the title.
 */
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { streamingShown } from '../marks/streaming.ts';
import { preferences } from '../preferences.ts';

/** Lines are placed in fractions of a pixel, and the view is scrolled in whole ones. CSS pixels. */
const ROUNDING = 3;

/** In CSS pixels of the window. */
interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** The visible part of the text. */
function visible(view: EditorView): Extent {
  const { top } = view.scrollDOM.getBoundingClientRect();
  return { top, bottom: top + view.scrollDOM.clientHeight };
}

/** Returns true if a line is in view, all but the rounding of its edges. */
export function isInView(line: Extent, outer: Extent): boolean {
  return line.top >= outer.top - ROUNDING && line.bottom <= outer.bottom + ROUNDING;
}

/**
 * The distance to scroll so that the end of a text that grows is in view: never so far that its beginning leaves the
 * view, for that is where the writer reads.
 */
export function scrollToFollow(growing: Extent, outer: Extent, lineHeight: number): number {
  const needed = growing.bottom + lineHeight - outer.bottom;
  return Math.max(0, Math.min(needed, growing.top - outer.top - lineHeight));
}

/** A scroll that follows the caret within this time, by more lines than this, is a jump. Milliseconds. */
const JUMP_TIME = 250;
const JUMP_LINES = 2.5;

/** The distance to scroll so that a line at the top of the view is whole; 0 if none is cut off there. */
export function scrollToWholeLine(line: Extent, outer: Extent): number {
  const isCut = line.top < outer.top - 1 && line.bottom > outer.top + 1;
  return isCut ? Math.floor(line.top - outer.top) - 1 : 0;
}

/** The last part of a stream adds at most so many lines. */
const MOST_ADDED = 5;

class InView {
  readonly #view: EditorView;
  readonly #observer: ResizeObserver | null = null;
  readonly #onScroll = () => {
    this.#note();
    this.#completeLine();
  };
  /** The writer scrolls with the wheel or the scroll bar: the next move is no jump with the caret, however soon. */
  readonly #onScrolling = () => {
    this.#movedAt = Number.NEGATIVE_INFINITY;
  };
  #isCaretVisible = true;
  /** A resize is not handled yet: until then, what it did to the caret is not noted. */
  #isResized = false;
  #height = 0;
  #scrollTop = 0;
  /** When the caret last moved without typing. */
  #movedAt = Number.NEGATIVE_INFINITY;
  /** The scroll position after the last part of a stream; null before the first. */
  #followed: number | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    view.scrollDOM.addEventListener('scroll', this.#onScroll);
    view.scrollDOM.addEventListener('wheel', this.#onScrolling, { passive: true });
    view.scrollDOM.addEventListener('pointerdown', this.#onScrolling);
    // jsdom has none.
    if (typeof ResizeObserver !== 'function') return;
    this.#observer = new ResizeObserver(() => {
      const isNew = this.#height === 0;
      this.#height = view.scrollDOM.clientHeight;
      // A text that appears is scrolled as it was left.
      if (isNew) this.#note();
      else this.#restore();
    });
    this.#observer.observe(view.scrollDOM);
  }

  update(update: ViewUpdate): void {
    const { startState, state, docChanged, selectionSet, transactions } = update;
    if (selectionSet) this.#movedAt = docChanged ? Number.NEGATIVE_INFINITY : performance.now();
    if (startState.field(preferences) !== state.field(preferences)) this.#restore();
    else if (docChanged || selectionSet) {
      // Measuring it once more would be most of the cost of a keystroke.
      if (transactions.some(({ scrollIntoView }) => scrollIntoView)) this.#noteVisible(true);
      else this.#note();
    }
    for (const { effects } of transactions)
      for (const effect of effects) {
        if (!effect.is(streamingShown)) continue;
        if (effect.value === null) this.#stopFollowing();
        else this.#follow();
      }
  }

  destroy(): void {
    this.#view.scrollDOM.removeEventListener('scroll', this.#onScroll);
    this.#view.scrollDOM.removeEventListener('wheel', this.#onScrolling);
    this.#view.scrollDOM.removeEventListener('pointerdown', this.#onScrolling);
    this.#observer?.disconnect();
  }

  /** The extent of the caret; null if its line is not drawn, or there is no view. */
  #caret(view: EditorView): Extent | null {
    const { head, assoc } = view.state.selection.main;
    return view.scrollDOM.clientHeight > 0 ? view.coordsAtPos(head, assoc === 1 ? 1 : -1) : null;
  }

  #isInView(view: EditorView): boolean {
    const caret = this.#caret(view);
    return caret !== null && isInView(caret, visible(view));
  }

  #note(): void {
    this.#view.requestMeasure({
      key: this,
      read: (view) => this.#isInView(view),
      write: (isIn) => this.#noteVisible(isIn),
    });
  }

  #noteVisible(isVisible: boolean): void {
    if (!this.#isResized) this.#isCaretVisible = isVisible;
  }

  /** Scrolls the caret back into view if it was there before the view, or the text, got another size. */
  #restore(): void {
    this.#isResized = true;
    this.#view.requestMeasure({
      key: this.#observer,
      read: (view) => this.#isInView(view),
      write: (isIn, view) => {
        this.#isResized = false;
        if (!this.#isCaretVisible || isIn || view.scrollDOM.clientHeight === 0) return;
        // Its line may be too far away to be measured, and nothing is dispatched during a measurement.
        queueMicrotask(() => {
          const effects = EditorView.scrollIntoView(view.state.selection.main.head, { y: 'nearest' });
          if (view.dom.isConnected) view.dispatch({ effects });
        });
      },
    });
  }

  #completeLine(): void {
    const { scrollDOM, defaultLineHeight } = this.#view;
    const by = Math.abs(scrollDOM.scrollTop - this.#scrollTop);
    this.#scrollTop = scrollDOM.scrollTop;
    if (by < JUMP_LINES * defaultLineHeight || performance.now() - this.#movedAt > JUMP_TIME) return;
    this.#view.requestMeasure({
      key: this.#completeLine,
      read: (view) => {
        const outer = visible(view);
        const { left } = view.contentDOM.getBoundingClientRect();
        const padding = Number.parseFloat(getComputedStyle(view.contentDOM).paddingLeft) || 0;
        const at = view.posAtCoords({ x: left + padding + 1, y: outer.top + 1 }, false);
        const line = view.coordsAtPos(at, 1);
        return line === null || scrollDOM.scrollTop === 0 ? 0 : scrollToWholeLine(line, outer);
      },
      write: (distance) => {
        if (distance !== 0) scrollDOM.scrollTop += distance;
      },
    });
  }

  #follow(): void {
    this.#view.requestMeasure({
      key: this.#follow,
      read: (view) => {
        const { main } = view.state.selection;
        const { scrollTop } = view.scrollDOM;
        const widget = view.contentDOM.querySelector('.streaming');
        const isAtEnd = main.empty && main.head === view.state.doc.length;
        const isScrolledAway = this.#followed === null ? !this.#isCaretVisible : this.#followed !== scrollTop;
        if (widget === null || !isAtEnd || isScrolledAway) return null;
        return scrollToFollow(widget.getBoundingClientRect(), visible(view), view.defaultLineHeight);
      },
      write: (distance, { scrollDOM }) => {
        if (distance === null) {
          // Until the next stream.
          this.#followed = Number.NaN;
          return;
        }
        if (distance > 0) scrollDOM.scrollTop += distance;
        this.#followed = scrollDOM.scrollTop;
      },
    });
  }

  /** The stream has become text, of a line more perhaps than was followed. */
  #stopFollowing(): void {
    const followed = this.#followed;
    this.#followed = null;
    this.#view.requestMeasure({
      key: this.#follow,
      read: (view) => {
        const caret = this.#caret(view);
        if (caret === null || view.scrollDOM.scrollTop !== followed) return 0;
        const below = caret.bottom + view.defaultLineHeight - visible(view).bottom;
        return below < MOST_ADDED * view.defaultLineHeight ? Math.max(0, below) : 0;
      },
      write: (distance, { scrollDOM }) => {
        if (distance > 0) scrollDOM.scrollTop += distance;
      },
    });
  }
}

export const keepInView = ViewPlugin.fromClass(InView);
