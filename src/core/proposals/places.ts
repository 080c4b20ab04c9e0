/** The place of a suggestion in the text, whatever has been written since (`edits.md`, *Where suggestions are*). */
import type { NodeId, ProposalId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import type { Change } from '../text/splice.ts';

/** A part of the text of a node with its pending edit, or of the working buffer, in UTF-16 code units. */
export interface TextPlace extends TextRange {
  /** Null: the working buffer. */
  readonly nodeId: NodeId | null;
}

/**
 * The place of a suggestion: consecutive on the path, one for each node of whose text it replaces something. An
 * insertion where two nodes meet has two empty ones, at the end of the one and at the start of the other, so that it is
 * away when either is.
 */
export type Places = readonly TextPlace[];

/** The offset in a text after a change; where something is inserted exactly there, before it or after it. */
export function mapOffset(offset: number, change: Change, side: 'before' | 'after'): number {
  let shift = 0;
  for (const { from, to, insert } of change) {
    if (from > offset) break;
    if (to > offset || (to === offset && from === to && side === 'before')) {
      return from + shift + (from === offset || side === 'before' ? 0 : insert.length);
    }
    shift += insert.length - (to - from);
  }
  return offset + shift;
}

/**
 * The places after a change of one node's text. What is inserted exactly at an edge stays outside; an empty place stays
 * before it. A place whose text is all deleted becomes an empty one.
 */
export function mapPlaces(places: Places, nodeId: NodeId | null, change: Change): Places {
  if (change.length === 0 || places.every((place) => place.nodeId !== nodeId)) return places;
  return places.map((place) => (place.nodeId === nodeId ? { nodeId, ...mapRange(place, change) } : place));
}

/** A range of a text after a change, as `mapPlaces` maps it. */
export function mapRange({ from, to }: TextRange, change: Change): { from: number; to: number } {
  const end = mapOffset(to, change, 'before');
  return { from: from === to ? end : Math.min(end, mapOffset(from, change, 'after')), to: end };
}

/** A suggestion is identified by its proposal and its number there, from 0 in text order. */
export interface SuggestionRef {
  readonly proposalId: ProposalId;
  readonly ordinal: number;
}

/** A suggestion and where it is. */
export interface PlacedSuggestion extends SuggestionRef {
  readonly places: Places;
}
