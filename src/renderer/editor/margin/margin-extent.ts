/** Where things stand in the left margin, beside lines of the text. */
import type { EditorView } from '@codemirror/view';

/** In pixels of what is scrolled. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export function sameExtent(a: Extent, b: Extent): boolean {
  return a.left === b.left && a.top === b.top && a.bottom === b.bottom;
}

export function place(element: HTMLElement, { left, top, bottom }: Extent): void {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.height = `${bottom - top}px`;
}

/** Lines of a stretch of the text, and where the text begins beside them; null for what is not drawn. */
export function extentOf(view: EditorView, from: number, to: number): Extent | null {
  const { viewport, contentDOM, scrollDOM } = view;
  const start = view.coordsAtPos(Math.max(from, viewport.from), 1);
  const end = view.coordsAtPos(Math.min(to, viewport.to), -1);
  if (start === null || end === null) return null;
  // The layer begins behind the room that is kept for a scroll bar, and offsets count it.
  const above = contentDOM.offsetTop - contentDOM.getBoundingClientRect().top;
  const margin = Number.parseFloat(getComputedStyle(contentDOM).paddingLeft) || 0;
  return {
    left: contentDOM.offsetLeft - scrollDOM.clientLeft + margin,
    top: start.top + above,
    bottom: end.bottom + above,
  };
}
