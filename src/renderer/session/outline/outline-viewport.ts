import type { PositionId } from '../../../core/ids.ts';

/** The view of the map: the place and the level at its centre, and the size of a step. */
export interface MapViewport {
  readonly x: number;
  readonly level: number;
  readonly zoomX: number;
  readonly zoomY: number;
  /** Identifies the part of the tree it showed. */
  readonly part: string;
  readonly selectedId: PositionId;
}

/** The scroll position of a tree's outline, and the view of its map, when they were last on the screen. */
export class OutlineViewport {
  /** Scroll offset of the outline, in CSS pixels. */
  scrollTop = 0;
  /** The selection in the outline at that time; null before it was first shown. */
  selectedId: PositionId | null = null;
  /** Null before the map was first shown. */
  map: MapViewport | null = null;
}
