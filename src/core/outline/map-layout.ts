import { type Groups, groupBy, membersOf } from '../tree/group-by.ts';
import type { OutlineRows } from './outline.ts';
import { layOutTidily } from './tidy-layout.ts';

/** Where the lines of an outline stand in a plane: from left to right in steps, and down by their level. */
export interface MapLayout {
  readonly rows: OutlineRows;
  /** Of each line, from 0 on. */
  readonly places: Float64Array;
  /** The last place of all. */
  readonly width: number;
  /** The last level; the first is 1. */
  readonly depth: number;
  /** Lines by level, from left to right in each. */
  readonly levels: Groups;
}

export function layOutMap(rows: OutlineRows): MapLayout {
  const places = layOutTidily(rows);
  let width = 0;
  let depth = 0;
  for (let row = 0; row < rows.count; row += 1) {
    width = Math.max(width, places[row] ?? 0);
    depth = Math.max(depth, rows.levels[row] ?? 0);
  }
  return { rows, places, width, depth, levels: groupBy(rows.levels, depth + 1) };
}

/** The lines of a level, from left to right. */
export function rowsOfLevel({ levels, depth }: MapLayout, level: number): Int32Array {
  return level < 1 || level > depth ? new Int32Array(0) : membersOf(levels, level);
}

/** The index of the first of a level's lines that stands at `place` or to the right of it; their number where none does. */
export function firstFrom({ places }: MapLayout, inLevel: Int32Array, place: number): number {
  let low = 0;
  let high = inLevel.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[inLevel[middle] ?? 0] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line nearest to a place on a level; -1 where the level is empty. */
export function nearestRow(layout: MapLayout, level: number, place: number): number {
  const inLevel = rowsOfLevel(layout, level);
  const after = firstFrom(layout, inLevel, place);
  const [left, right] = [inLevel[after - 1], inLevel[after]];
  if (left === undefined || right === undefined) return left ?? right ?? -1;
  const { places } = layout;
  return place - (places[left] ?? 0) < (places[right] ?? 0) - place ? left : right;
}

/** The line `step` to the right (negative: to the left) on the same level; the line itself where there is none. */
export function besideRow(layout: MapLayout, row: number, step: number): number {
  const { rows, places } = layout;
  const inLevel = rowsOfLevel(layout, rows.levels[row] ?? 0);
  return inLevel[firstFrom(layout, inLevel, places[row] ?? 0) + step] ?? row;
}
