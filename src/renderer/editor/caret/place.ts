/** Tells where the caret and the view rest, so that a grove reopens there. */
import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** The caret and the offset at the top of the view, in UTF-16 code units. */
export interface TextPlace {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

/** How long the caret and the view must be still to have come to rest, in milliseconds. */
const REST = 300;

export function placeOf(view: EditorView): TextPlace {
  const { anchor, head } = view.state.selection.main;
  const { left, top } = view.scrollDOM.getBoundingClientRect();
  // Before anything is laid out there is no top to speak of.
  const isLaidOut = view.scrollDOM.clientHeight > 0;
  const x = isLaidOut ? view.contentDOM.getBoundingClientRect().left : left;
  const scroll = isLaidOut && view.scrollDOM.scrollTop > 0 ? view.posAtCoords({ x, y: top + 1 }, false) : 0;
  return { anchor, head, scroll };
}

class PlaceReporter {
  readonly #view: EditorView;
  readonly #onPlace: (place: TextPlace) => void;
  readonly #wait = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#report(), REST);
  };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: TextPlace;

  constructor(view: EditorView, onPlace: (place: TextPlace) => void) {
    this.#view = view;
    this.#onPlace = onPlace;
    const { anchor, head } = view.state.selection.main;
    this.#last = { anchor, head, scroll: -1 };
    view.scrollDOM.addEventListener('scroll', this.#wait);
  }

  update({ selectionSet, docChanged }: ViewUpdate): void {
    if (selectionSet || docChanged) this.#wait();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#view.scrollDOM.removeEventListener('scroll', this.#wait);
  }

  #report(): void {
    const place = placeOf(this.#view);
    const { anchor, head, scroll } = this.#last;
    if (place.anchor === anchor && place.head === head && place.scroll === scroll) return;
    this.#last = place;
    this.#onPlace(place);
  }
}

export function reportPlace(onPlace: (place: TextPlace) => void): Extension {
  return ViewPlugin.define((view) => new PlaceReporter(view, onPlace));
}
