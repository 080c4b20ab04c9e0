import type { NodeId } from '../ids.ts';
import type { Splice } from '../text/splice.ts';
import { mapPlaces, type Places, type TextPlace } from './places.ts';

/** `[from, to)` of a text is now at offset `at` of the text of `nodeId`. UTF-16 code units. */
export interface MovedPiece {
  readonly from: number;
  readonly to: number;
  readonly nodeId: NodeId | null;
  readonly at: number;
}

/**
 * An event in the texts on the screen: a text (null: the working buffer) was changed, or other nodes have it now. A
 * commit moves the text of an edit to the version that it made, a split moves it to two nodes. Text that no piece
 * covers stays where it is, on a node that the path no longer shows.
 */
export type PlaceEvent =
  | { readonly kind: 'spliced'; readonly nodeId: NodeId | null; readonly splice: Splice }
  | { readonly kind: 'moved'; readonly texts: readonly MovedText[] };

/** The new location of text from one node, or from the working buffer. */
export interface MovedText {
  readonly nodeId: NodeId | null;
  /** In text order, not overlapping. */
  readonly pieces: readonly MovedPiece[];
  /** A place that is not wholly in one piece stays where it is: another version has other words there. */
  readonly dividesNone?: boolean;
}

/** Places after these events, in order (`edits.md`, *Where suggestions are*). */
export function followEvents(places: Places, events: readonly PlaceEvent[]): Places {
  let now = places;
  for (const event of events) {
    if (event.kind === 'moved') {
      const textOf = (id: NodeId | null) => event.texts.find(({ nodeId }) => nodeId === id);
      if (now.some(({ nodeId }) => textOf(nodeId) !== undefined))
        now = joinPlaces(now.flatMap((place) => moved(place, textOf(place.nodeId))));
    } else if (now.some(({ nodeId }) => nodeId === event.nodeId))
      now = mapPlaces(now, event.nodeId, [event.splice]);
  }
  return now;
}

function moved(place: TextPlace, text: MovedText | undefined): Places {
  if (text === undefined) return [place];
  const { pieces, dividesNone = false } = text;
  const { from, to } = place;
  if (dividesNone || from === to) {
    const piece = pieces.find((one) => one.from <= from && to <= one.to);
    if (piece === undefined) return [place];
    const at = piece.at + from - piece.from;
    return [{ nodeId: piece.nodeId, from: at, to: at + to - from }];
  }
  const result: TextPlace[] = [];
  let reached = from;
  for (const piece of pieces) {
    const start = Math.max(reached, piece.from);
    const end = Math.min(to, piece.to);
    if (start >= end) continue;
    if (start > reached) result.push({ ...place, from: reached, to: start });
    const at = piece.at + start - piece.from;
    result.push({ nodeId: piece.nodeId, from: at, to: at + end - start });
    reached = end;
  }
  if (reached < to) result.push({ ...place, from: reached, to });
  return result;
}

/** Joins places that follow each other in one text, as where a commit joins an edit with nothing between. */
function joinPlaces(places: Places): Places {
  const joined: TextPlace[] = [];
  for (const place of places) {
    const last = joined.at(-1);
    if (last !== undefined && last.nodeId === place.nodeId && last.to === place.from)
      joined[joined.length - 1] = { ...last, to: place.to };
    else joined.push(place);
  }
  return joined;
}
