import type { PositionId } from '../../../core/ids.ts';

/** Where the map was looked at from: the place and the level in its middle, and how large a step was. */
export interface MapViewport {
  readonly place: number;
  readonly level: number;
  readonly zoom: number;
  readonly rise: number;
  /** Which part of the tree it showed. */
  readonly part: string;
  readonly selectedId: PositionId;
}

/** Where the outline and the map of a tree were looked at when they were last on the screen. */
export class OutlineViewport {
  /** How far the outline was scrolled, in CSS pixels. */
  scrolled = 0;
  /** What was selected in the outline then; null before it was on the screen. */
  selectedId: PositionId | null = null;
  /** Null before the map was on the screen. */
  map: MapViewport | null = null;
}
