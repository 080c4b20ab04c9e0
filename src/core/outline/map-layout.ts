import type { OutlineRows } from './outline.ts';
import { layOutTidyTree } from './tidy-layout.ts';

/** Positions of outline rows in a plane: horizontally by x, vertically by level. */
export interface MapLayout {
  readonly rows: OutlineRows;
  /** The x coordinate of each row, from 0. */
  readonly xs: Float64Array;
  /** The largest x coordinate. */
  readonly width: number;
  /** The last level; the first is 1. */
  readonly depth: number;
  /** Rows grouped by level, each group from left to right. */
  readonly levels: Groups;
}

export function layOutMap(rows: OutlineRows): MapLayout {
  const xs = layOutTidyTree(rows);
  let width = 0;
  let depth = 0;
  for (let row = 0; row < rows.count; row += 1) {
    width = Math.max(width, xs[row] ?? 0);
    depth = Math.max(depth, rows.levels[row] ?? 0);
  }
  return { rows, xs, width, depth, levels: groupBy(rows.levels, depth + 1) };
}

/** The rows of a level, from left to right. */
export function rowsOfLevel({ levels, depth }: MapLayout, level: number): Int32Array {
  return level < 1 || level > depth ? new Int32Array(0) : membersOf(levels, level);
}

/** The index within the level of the first row at `x` or to the right of it; the number of rows if there is none. */
export function firstRowFrom({ xs }: MapLayout, inLevel: Int32Array, x: number): number {
  let low = 0;
  let high = inLevel.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((xs[inLevel[middle] ?? 0] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of a level nearest to `x`; -1 if the level is empty. */
export function nearestRow(layout: MapLayout, level: number, x: number): number {
  const inLevel = rowsOfLevel(layout, level);
  const after = firstRowFrom(layout, inLevel, x);
  const [left, right] = [inLevel[after - 1], inLevel[after]];
  if (left === undefined || right === undefined) return left ?? right ?? -1;
  const { xs } = layout;
  return x - (xs[left] ?? 0) < (xs[right] ?? 0) - x ? left : right;
}

/** The row `step` to the right on the same level (negative: to the left); the row itself if there is none. */
export function neighbourRow(layout: MapLayout, row: number, step: number): number {
  const { rows, xs } = layout;
  const inLevel = rowsOfLevel(layout, rows.levels[row] ?? 0);
  return inLevel[firstRowFrom(layout, inLevel, xs[row] ?? 0) + step] ?? row;
}

/**
 * Members of numbered groups in flat arrays: those of group g are `members[starts[g]]` up to, but not
 * including, `members[starts[g + 1]]`.
 */
interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/**
 * Groups the indexes of `groupOf` by their group number, keeping their order within each group. An index
 * whose group is -1 is omitted.
 */
function groupBy(groupOf: Int32Array, groups: number): Groups {
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) {
    if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let group = 0; group < groups; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const next = starts.slice(0, groups);
  const members = new Int32Array(starts[groups] ?? 0);
  groupOf.forEach((group, index) => {
    if (group < 0) return;
    const at = next[group] ?? 0;
    members[at] = index;
    next[group] = at + 1;
  });
  return { starts, members };
}

/** The members of one group, without copying. */
function membersOf({ starts, members }: Groups, group: number): Int32Array {
  return members.subarray(starts[group] ?? 0, starts[group + 1] ?? 0);
}
