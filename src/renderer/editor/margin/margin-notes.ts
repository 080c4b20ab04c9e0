/**
 * What stands in the left margin: a mark at each node that has notes, a ribbon at each that is bookmarked, and a dotted rule along text that models are not
 * sent. In a layer of its own and for what can be seen only, so that the text stays one text to a screen reader; the
 * status bar and the Node tab say the same in words.
 */
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { EditorView, type LayerMarker } from '@codemirror/view';
import type { SegmentPlace } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import { caretPlace } from '../caret/caret-place.ts';
import { flaggedPlaces, hasNoFlags, mayBeOthers, placesWith } from '../marks/flagged-places.ts';
import { passiveLayer } from '../marks/passive-layer.ts';
import { segments } from '../path/segments.ts';
import { type Extent, extentOf, place, sameExtent } from './margin-extent.ts';

/** Told of a mark that was clicked. */
export const notesAsked = Facet.define<(positionId: PositionId) => void, (positionId: PositionId) => void>({
  combine: ([first]) => first ?? (() => undefined),
});

/** How far into a node its first word is looked for, in UTF-16 code units: a node often begins with a line end. */
const FIRST_WORD = 200;

/** Of one line: the nodes with notes that begin there. */
class NoteMark implements LayerMarker {
  readonly #view: EditorView;
  readonly #positions: readonly PositionId[];
  readonly #extent: Extent;

  constructor(view: EditorView, positions: readonly PositionId[], extent: Extent) {
    this.#view = view;
    this.#positions = positions;
    this.#extent = extent;
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof NoteMark &&
      sameExtent(this.#extent, other.#extent) &&
      this.#positions.join() === other.#positions.join()
    );
  }

  draw(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'note-mark';
    element.title = 'Notes';
    place(element, this.#extent);
    // A small page with two lines on it.
    element.append(drawPicture('M2.5 1.5h9v7.2l-3.8 3.8H2.5Z M11.5 8.7H7.7v3.8 M4.8 4.6h4.4 M4.8 6.9h2.6'));
    element.addEventListener('mousedown', (event) => {
      if (event.button !== 0) return;
      // The keyboard stays where it is: the Node tab takes it if it wants it.
      event.preventDefault();
      this.#ask();
    });
    return element;
  }

  /** Of several nodes the one after the caret's, round and round. */
  #ask(): void {
    const { state } = this.#view;
    const { positionId } = caretPlace(state.field(segments), state.selection.main.head);
    const after = positionId === null ? 0 : this.#positions.indexOf(positionId) + 1;
    const asked = this.#positions[after % this.#positions.length];
    if (asked !== undefined) state.facet(notesAsked)(asked);
  }
}

/** A picture of 14 pixels drawn with one line. */
function drawPicture(line: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('viewBox', '0 0 14 14');
  picture.setAttribute('width', '14');
  picture.setAttribute('height', '14');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', line);
  picture.append(path);
  return picture;
}

class ExcludedRule implements LayerMarker {
  readonly #extent: Extent;

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  eq(other: LayerMarker): boolean {
    return other instanceof ExcludedRule && sameExtent(this.#extent, other.#extent);
  }

  draw(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'excluded-rule';
    place(element, this.#extent);
    return element;
  }
}

/** Where the first word of a node stands; its start where it has none nearby. */
function firstWordOf(state: EditorState, { segment, start }: SegmentPlace): number {
  const head = state.sliceDoc(start, start + Math.min(segment.length, FIRST_WORD));
  const word = head.search(/\S/);
  return word < 0 ? start : start + word;
}

/** A ribbon beside the line on which a bookmarked node begins. */
class BookmarkMark implements LayerMarker {
  readonly #extent: Extent;

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  eq(other: LayerMarker): boolean {
    return other instanceof BookmarkMark && sameExtent(this.#extent, other.#extent);
  }

  draw(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'bookmark-mark';
    place(element, this.#extent);
    element.append(drawPicture('M4 1.5h6v11L7 9.8 4 12.5Z'));
    return element;
  }
}

function bookmarkMarks(view: EditorView): readonly BookmarkMark[] {
  const marks: BookmarkMark[] = [];
  for (const bookmarked of placesWith(view, 'bookmarked')) {
    const at = firstWordOf(view.state, bookmarked);
    if (at < view.viewport.from || at > view.viewport.to) continue;
    const extent = extentOf(view, at, at);
    const mark = extent === null ? null : new BookmarkMark(extent);
    if (mark !== null && !marks.some((other) => other.eq(mark))) marks.push(mark);
  }
  return marks;
}

function noteMarks(view: EditorView): readonly NoteMark[] {
  const lines: { readonly extent: Extent; readonly positions: PositionId[] }[] = [];
  for (const noted of placesWith(view, 'noted')) {
    const at = firstWordOf(view.state, noted);
    const { positionId } = noted.segment;
    if (at < view.viewport.from || at > view.viewport.to || positionId === null) continue;
    const extent = extentOf(view, at, at);
    const last = lines.at(-1);
    if (extent === null) continue;
    if (last !== undefined && last.extent.top === extent.top) last.positions.push(positionId);
    else lines.push({ extent, positions: [positionId] });
  }
  return lines.map(({ extent, positions }) => new NoteMark(view, positions, extent));
}

function excludedRules(view: EditorView): readonly ExcludedRule[] {
  const rules: ExcludedRule[] = [];
  for (const excluded of placesWith(view, 'excluded')) {
    const { segment, start } = excluded;
    if (segment.length === 0) continue;
    const extent = extentOf(view, firstWordOf(view.state, excluded), start + segment.length);
    if (extent !== null) rules.push(new ExcludedRule(extent));
  }
  return rules;
}

const marks = passiveLayer({
  class: 'margin-notes',
  isEmpty: hasNoFlags,
  isOther: mayBeOthers,
  markers: (view) => [...excludedRules(view), ...bookmarkMarks(view), ...noteMarks(view)],
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
  '.bookmark-mark': {
    display: 'grid',
    placeItems: 'center',
    width: '1rem',
    marginLeft: '-3rem',
    color: 'var(--accent)',
  },
  '.bookmark-mark path': { fill: 'currentColor' },
  '.excluded-rule': { width: '0', marginLeft: '-0.55rem', borderLeft: '2px dotted var(--rule-strong)' },
});

/** Marks of notes, and rules beside text that is left out of the context. */
export const marginNotes: Extension = [flaggedPlaces, marks, look];
