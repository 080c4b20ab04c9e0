/** Reports where the caret and the view settle, so that a grove reopens there. */
import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { CursorState } from '../../surface.ts';
import { afterPause } from '../after-pause.ts';

/** Time for which the caret and the view must be still to count as settled, in milliseconds. */
const SETTLE_TIME = 300;

export function cursorOf(view: EditorView): CursorState {
  const { anchor, head } = view.state.selection.main;
  const { left, top } = view.scrollDOM.getBoundingClientRect();
  // Before the first layout there is no top to measure.
  const isLaidOut = view.scrollDOM.clientHeight > 0;
  const x = isLaidOut ? view.contentDOM.getBoundingClientRect().left : left;
  const scroll = isLaidOut && view.scrollDOM.scrollTop > 0 ? view.posAtCoords({ x, y: top + 1 }, false) : 0;
  return { anchor, head, scroll };
}

class CursorReporter {
  readonly #view: EditorView;
  readonly #onCursor: (cursor: CursorState) => void;
  readonly #settling = afterPause(() => this.#report());
  readonly #onMove = () => this.#settling.request(SETTLE_TIME);
  #last: CursorState;

  constructor(view: EditorView, onCursor: (cursor: CursorState) => void) {
    this.#view = view;
    this.#onCursor = onCursor;
    const { anchor, head } = view.state.selection.main;
    this.#last = { anchor, head, scroll: -1 };
    view.scrollDOM.addEventListener('scroll', this.#onMove);
  }

  update({ selectionSet, docChanged }: ViewUpdate): void {
    if (selectionSet || docChanged) this.#onMove();
  }

  destroy(): void {
    this.#settling.cancel();
    this.#view.scrollDOM.removeEventListener('scroll', this.#onMove);
  }

  #report(): void {
    const cursor = cursorOf(this.#view);
    const { anchor, head, scroll } = this.#last;
    if (cursor.anchor === anchor && cursor.head === head && cursor.scroll === scroll) return;
    this.#last = cursor;
    this.#onCursor(cursor);
  }
}

export function reportCursor(onCursor: (cursor: CursorState) => void): Extension {
  return ViewPlugin.define((view) => new CursorReporter(view, onCursor));
}
