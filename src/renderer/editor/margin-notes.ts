/**
 * What stands in the left margin: a mark at each node that has notes, and a dotted rule along text that models are not
 * sent, which is also set in a softer ink. For what can be seen and nothing else; the marks are in a layer of their own,
 * so that the text stays one text to a screen reader (the status bar and the Node tab say the same in words).
 */
import { type EditorState, type Extension, Facet, Prec, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type LayerMarker,
  layer,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { placesTouching, type SegmentPlace } from '../../core/buffer/segments.ts';
import type { PositionId } from '../../core/ids.ts';
import { POSITION_FLAGS } from '../../core/tree/tree-node.ts';
import { pathHeaders } from './path-headers.ts';
import { segments } from './segments.ts';

/** Told of a mark that was clicked. */
export const notesAsked = Facet.define<(positionId: PositionId) => void, (positionId: PositionId) => void>({
  combine: ([first]) => first ?? (() => undefined),
});

/** How far into a node its first word is looked for, in UTF-16 code units: a node often begins with a line end. */
const FIRST_WORD = 200;

type Flag = keyof typeof POSITION_FLAGS;

/** The places on the path with a flag, in text that can be seen; each once, in order. */
function* placesWith(view: EditorView, flag: Flag): Generator<SegmentPlace> {
  const path = view.state.field(segments).segments;
  const find = view.state.field(pathHeaders);
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (const place of placesTouching(path, from, to)) {
      const { positionId } = place.segment;
      if (place.index <= last || positionId === null) continue;
      last = place.index;
      if (((find(positionId)?.flags ?? 0) & POSITION_FLAGS[flag]) !== 0) yield place;
    }
  }
}

const excludedMark = Decoration.mark({ class: 'excluded' });

function excludedMarks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from, to } = view.viewport;
  for (const { segment, start } of placesWith(view, 'excluded')) {
    const begin = Math.max(start, from);
    const end = Math.min(start + segment.length, to);
    if (begin < end) builder.add(begin, end, excludedMark);
  }
  return builder.finish();
}

/** Whether what the margin shows may be another. */
function isStale({ docChanged, viewportChanged, startState, state }: ViewUpdate): boolean {
  return (
    docChanged ||
    viewportChanged ||
    startState.field(pathHeaders) !== state.field(pathHeaders) ||
    startState.field(segments) !== state.field(segments)
  );
}

class ExcludedText {
  marks: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.marks = excludedMarks(view);
  }

  update(update: ViewUpdate): void {
    if (!this.#isStale && !isStale(update)) return;
    // The elements around what an input method is composing stay as they are, or the composition breaks off.
    this.#isStale = update.view.compositionStarted;
    this.marks = this.#isStale ? this.marks.map(update.changes) : excludedMarks(update.view);
  }
}

const excludedText = ViewPlugin.fromClass(ExcludedText, { decorations: ({ marks }) => marks });

/** Of one line: the first node with notes that begins there. */
class NoteMark implements LayerMarker {
  readonly positionId: PositionId;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly #view: EditorView;

  constructor(
    view: EditorView,
    positionId: PositionId,
    at: Omit<Extent, 'bottom'> & { readonly height: number },
  ) {
    this.#view = view;
    this.positionId = positionId;
    this.left = at.left;
    this.top = at.top;
    this.height = at.height;
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof NoteMark &&
      this.positionId === other.positionId &&
      this.left === other.left &&
      this.top === other.top &&
      this.height === other.height
    );
  }

  draw(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'note-mark';
    element.title = 'Notes';
    element.dataset.position = this.positionId;
    element.style.left = `${this.left}px`;
    element.style.top = `${this.top}px`;
    element.style.height = `${this.height}px`;
    element.append(drawPage());
    element.addEventListener('mousedown', (event) => {
      if (event.button !== 0) return;
      // The keyboard stays where it is: the Node tab takes it if it wants it.
      event.preventDefault();
      this.#view.state.facet(notesAsked)(this.positionId);
    });
    return element;
  }
}

/** A small page with two lines on it. */
function drawPage(): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('viewBox', '0 0 14 14');
  picture.setAttribute('width', '14');
  picture.setAttribute('height', '14');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', 'M2.5 1.5h9v7.2l-3.8 3.8H2.5Z M11.5 8.7H7.7v3.8 M4.8 4.6h4.4 M4.8 6.9h2.6');
  picture.append(path);
  return picture;
}

class ExcludedRule implements LayerMarker {
  readonly #extent: Extent;

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  eq(other: LayerMarker): boolean {
    if (!(other instanceof ExcludedRule)) return false;
    const { left, top, bottom } = other.#extent;
    return this.#extent.left === left && this.#extent.top === top && this.#extent.bottom === bottom;
  }

  draw(): HTMLElement {
    const { left, top, bottom } = this.#extent;
    const element = document.createElement('div');
    element.className = 'excluded-rule';
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    element.style.height = `${bottom - top}px`;
    return element;
  }
}

/** In pixels of what is scrolled. */
interface Extent {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines of a stretch of the text, and where the text begins beside them; null for what is not drawn. */
function extentOf(view: EditorView, from: number, to: number): Extent | null {
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

/** Where the first word of a node stands; its start where it has none nearby. */
function firstWordOf(state: EditorState, { segment, start }: SegmentPlace): number {
  const head = state.sliceDoc(start, start + Math.min(segment.length, FIRST_WORD));
  const word = head.search(/\S/);
  return word < 0 ? start : start + word;
}

function noteMarks(view: EditorView): readonly NoteMark[] {
  const marks: NoteMark[] = [];
  for (const place of placesWith(view, 'noted')) {
    const at = firstWordOf(view.state, place);
    if (at < view.viewport.from || at > view.viewport.to || place.segment.positionId === null) continue;
    const line = extentOf(view, at, at);
    if (line === null || marks.at(-1)?.top === line.top) continue;
    const { left, top, bottom } = line;
    marks.push(new NoteMark(view, place.segment.positionId, { left, top, height: bottom - top }));
  }
  return marks;
}

function excludedRules(view: EditorView): readonly ExcludedRule[] {
  const rules: ExcludedRule[] = [];
  for (const place of placesWith(view, 'excluded')) {
    const { segment, start } = place;
    if (segment.length === 0) continue;
    const extent = extentOf(view, firstWordOf(view.state, place), start + segment.length);
    if (extent !== null) rules.push(new ExcludedRule(extent));
  }
  return rules;
}

const marks = layer({
  above: true,
  class: 'margin-notes',
  update: (update) => update.geometryChanged || isStale(update),
  markers: (view) => [...excludedRules(view), ...noteMarks(view)],
});

const look = EditorView.baseTheme({
  '.margin-notes': { pointerEvents: 'none' },
  '.note-mark': {
    display: 'grid',
    placeItems: 'center',
    width: '1.5rem',
    marginLeft: '-2.1rem',
    color: 'var(--ink-soft)',
    cursor: 'pointer',
    pointerEvents: 'auto',
  },
  '.note-mark:hover': { color: 'var(--accent)' },
  '.note-mark path': {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.2',
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  },
  '.excluded-rule': { width: '0', marginLeft: '-0.55rem', borderLeft: '2px dotted var(--rule-strong)' },
  '.excluded': { color: 'var(--ink-soft)' },
  // Whose text it is stays told, though its colour is put away. One class more than an author's colour has.
  '&.authors-colour .excluded .author': {
    color: 'var(--ink-soft)',
    textDecoration: 'underline dotted 1px var(--author)',
    textUnderlineOffset: '0.25em',
  },
});

/** Marks of notes and of text that is left out of the context. The element of an excluded node holds all others. */
export const marginNotes: Extension = [Prec.lowest(excludedText), marks, look];
