import type { MapLayout } from '../../../core/outline/map-layout.ts';
import type { OutlineView } from '../../session/outline/outline-view.ts';

/** The row of a position or of its nearest listed ancestor; -1 for none. */
export function nearestListed({ table }: OutlineView, rowOf: Int32Array, position: number): number {
  for (let at = position; at >= 0; at = table.parents[at] ?? -1) {
    const row = rowOf[at] ?? -1;
    if (row >= 0) return row;
  }
  return -1;
}

/** The child on the path, else the first child; the row itself if it has none, and -1 if they are not listed. */
export function childOf(
  { levels, parents, childCounts }: MapLayout['rows'],
  pathRows: Int32Array,
  row: number,
): number {
  const onPath = pathRows[(levels[row] ?? 0) + 1] ?? -1;
  if (onPath >= 0 && parents[onPath] === row) return onPath;
  if ((childCounts[row] ?? 0) === 0) return row;
  return parents[row + 1] === row ? row + 1 : -1;
}
