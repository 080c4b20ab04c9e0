/**
 * The left margin: a mark at each note, a ribbon at each bookmark, beside the line of its phrase or else the first line
 * of its node, and a dotted rule along text that models are not sent. Drawn in a layer of its own, so that to a screen
 * reader the text stays one text, and for visible lines only. The status bar and the Passage tab show the same in words.
 */

import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { EditorView, type LayerMarker } from '@codemirror/view';
import type { AnchorKind } from '../../../core/anchors/logged-anchor.ts';
import type { SegmentLocation } from '../../../core/buffer/segments.ts';
import type { AnchorId, PositionId } from '../../../core/ids.ts';
import { NOTES } from '../../../ui-text/node/notes.ts';
import { currentPositionAt } from '../caret/current-position.ts';
import { flaggedSegments, flagsMayChange, hasNoFlags, segmentsWith } from '../marks/flagged-segments.ts';
import { passiveLayer } from '../marks/passive-layer.ts';
import { segments } from '../path/segments.ts';
import { isOnPhrases, placedPhrases } from '../phrases/placed-phrases.ts';
import { applyExtent, type Extent, extentOf, sameExtent } from './margin-extent.ts';

/** @param anchorId the note, if it is on a phrase; null for those of all of a node */
type NotesHandler = (positionId: PositionId, anchorId: AnchorId | null) => void;

/** Called when a mark is clicked. */
export const notesHandler = Facet.define<NotesHandler, NotesHandler>({
  combine: ([first]) => first ?? (() => undefined),
});

/**
 * Length of a node's start that is searched for its first word, since a node often begins with a line break. UTF-16
 * code units.
 */
const FIRST_WORD_REACH = 200;

/** As in `theme.ts`: how wide the margin is. */
const MARGIN = 'max(clamp(2rem, 9cqw, 3.75rem), (100cqw - var(--measure, 36rem)) / 2)';

/** Left of the mark of a note or, where the margin has no room for both, right of it: a step between the two. */
const RIBBON_LEFT = `min(-1rem, max(-3rem, (3rem - ${MARGIN}) * 1000 - 3rem))`;

/** The place of a note or a bookmark. */
interface MarkPlace {
  readonly at: number;
  readonly positionId: PositionId;
  /** Null for one of all of the node. */
  readonly anchorId: AnchorId | null;
}

function keyOf(places: readonly MarkPlace[]): string {
  return places.map(({ positionId, anchorId }) => anchorId ?? positionId).join();
}

/** The mark of one line, for the notes that are on phrases or nodes that begin there. */
class NoteMark implements LayerMarker {
  readonly #view: EditorView;
  readonly #places: readonly MarkPlace[];
  readonly #extent: Extent;

  constructor(view: EditorView, places: readonly MarkPlace[], extent: Extent) {
    this.#view = view;
    this.#places = places;
    this.#extent = extent;
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof NoteMark &&
      sameExtent(this.#extent, other.#extent) &&
      keyOf(this.#places) === keyOf(other.#places)
    );
  }

  draw(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'note-mark';
    element.title = NOTES;
    applyExtent(element, this.#extent);
    // A small page with two lines on it.
    element.append(createIcon('M2.5 1.5h9v7.2l-3.8 3.8H2.5Z M11.5 8.7H7.7v3.8 M4.8 4.6h4.4 M4.8 6.9h2.6'));
    element.addEventListener('mousedown', (event) => {
      if (event.button !== 0) return;
      // The focus stays; the Passage tab takes it if needed.
      event.preventDefault();
      this.#open();
    });
    return element;
  }

  /** Opens the notes; with several nodes, those of the one after the caret's, wrapping around. */
  #open(): void {
    const { state } = this.#view;
    const { head } = state.selection.main;
    const { positionId } = currentPositionAt(state.field(segments), head);
    const isHere = (place: MarkPlace) =>
      place.anchorId === null ? place.positionId === positionId : place.at === head;
    const after = this.#places.findIndex(isHere) + 1;
    const next = this.#places[after % this.#places.length];
    if (next !== undefined) state.facet(notesHandler)(next.positionId, next.anchorId);
  }
}

/** An icon of 14 by 14 pixels with one path. */
function createIcon(pathData: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  icon.setAttribute('viewBox', '0 0 14 14');
  icon.setAttribute('width', '14');
  icon.setAttribute('height', '14');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', pathData);
  icon.append(path);
  return icon;
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
    applyExtent(element, this.#extent);
    return element;
  }
}

/** The start of a node's first word; the start of the node if there is none nearby. */
function firstWordOf(state: EditorState, { segment, start }: SegmentLocation): number {
  const head = state.sliceDoc(start, start + Math.min(segment.length, FIRST_WORD_REACH));
  const word = head.search(/\S/);
  return word < 0 ? start : start + word;
}

/** A ribbon beside the line where a bookmarked node begins. */
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
    applyExtent(element, this.#extent);
    element.append(createIcon('M4 1.5h6v11L7 9.8 4 12.5Z'));
    return element;
  }
}

/** Places of marks of a kind, in text order: at phrases, and at the beginnings of nodes that are marked as a whole. */
function placesOf(view: EditorView, flag: 'bookmarked' | 'noted', kind: AnchorKind): readonly MarkPlace[] {
  const { state } = view;
  const onWhole = segmentsWith(view, flag).flatMap((location) => {
    const { positionId } = location.segment;
    if (positionId === null || isOnPhrases(state, positionId, kind)) return [];
    return [{ at: firstWordOf(state, location), positionId, anchorId: null }];
  });
  const onPhrases = state
    .field(placedPhrases)
    .placed.filter(({ phrase }) => phrase.kind === kind)
    .map(({ from, positionId, phrase: { anchorId } }) => ({ at: from, positionId, anchorId }));
  return [...onWhole, ...onPhrases].sort((one, other) => one.at - other.at);
}

function bookmarkMarks(view: EditorView): readonly BookmarkMark[] {
  const marks: BookmarkMark[] = [];
  for (const { at } of placesOf(view, 'bookmarked', 'bookmark')) {
    if (at < view.viewport.from || at > view.viewport.to) continue;
    const extent = extentOf(view, at, at);
    const mark = extent === null ? null : new BookmarkMark(extent);
    if (mark !== null && !marks.some((other) => other.eq(mark))) marks.push(mark);
  }
  return marks;
}

function noteMarks(view: EditorView): readonly NoteMark[] {
  const lines: { readonly extent: Extent; readonly places: MarkPlace[] }[] = [];
  for (const place of placesOf(view, 'noted', 'note')) {
    const { at } = place;
    if (at < view.viewport.from || at > view.viewport.to) continue;
    const extent = extentOf(view, at, at);
    const last = lines.at(-1);
    if (extent === null) continue;
    if (last !== undefined && last.extent.top === extent.top) last.places.push(place);
    else lines.push({ extent, places: [place] });
  }
  return lines.map(({ extent, places }) => new NoteMark(view, places, extent));
}

function excludedRules(view: EditorView): readonly ExcludedRule[] {
  const rules: ExcludedRule[] = [];
  for (const excluded of segmentsWith(view, 'excluded')) {
    const { segment, start } = excluded;
    if (segment.length === 0) continue;
    const extent = extentOf(view, firstWordOf(view.state, excluded), start + segment.length);
    if (extent !== null) rules.push(new ExcludedRule(extent));
  }
  return rules;
}

const marks = passiveLayer({
  class: 'margin-notes',
  isEmpty: (view) => hasNoFlags(view) && view.state.field(placedPhrases).placed.length === 0,
  hasChanged: (update) =>
    flagsMayChange(update) || update.startState.field(placedPhrases) !== update.state.field(placedPhrases),
  markers: (view) => [...excludedRules(view), ...bookmarkMarks(view), ...noteMarks(view)],
});

const styles = EditorView.baseTheme({
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
    marginLeft: RIBBON_LEFT,
    color: 'var(--accent)',
  },
  '.bookmark-mark path': { fill: 'currentColor' },
  '.excluded-rule': { width: '0', marginLeft: '-0.55rem', borderLeft: '2px dotted var(--rule-strong)' },
});

/** Marks of notes and bookmarks, and rules beside text that is excluded from the context. */
export const marginNotes: Extension = [flaggedSegments, marks, styles];
