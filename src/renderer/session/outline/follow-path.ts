import type { PositionId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { PathAuthors } from '../path/path-authors.ts';
import type { PositionTable } from './position-table.ts';

/** Trees up to this many positions start fully expanded; larger ones only along the path. */
const SMALL = 300;

/**
 * Marks the path as seen, and expands the ancestors of positions that are new on it. Returns which positions are on the
 * path.
 * @param headers the path, without the root
 * @param authors who wrote what it shows
 * @param open which positions are expanded: written to
 * @param before what this returned last; empty the first time
 */
export function followPath(
  table: PositionTable,
  root: number,
  headers: readonly { readonly positionId: PositionId }[],
  authors: Pick<PathAuthors, 'at'>,
  open: Uint8Array,
  before: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const onPath = new Uint8Array(table.count);
  if (root >= 0) onPath[root] = 1;
  if (before.length === 0) {
    if (table.count <= SMALL) open.fill(1, 0, table.count);
    if (root >= 0) open[root] = 1;
  }
  for (const { positionId } of headers) {
    const position = table.find(positionId);
    if (position < 0) continue;
    onPath[position] = 1;
    const writtenBy = authors.at(positionId);
    if (writtenBy !== undefined) table.setAuthors(position, writtenBy);
    table.setFlag(position, OUTLINE_FLAGS.unseen, false);
    // What is read of a hidden split is shown by the text that it divides.
    const listed = table.listedAt(position);
    if (listed >= 0) onPath[listed] = 1;
    // In case it gets a row, its branch stays in sight.
    if (listed !== position) open[position] = 1;
    if (before[position] === 1) continue;
    const parent = table.parents[position] ?? -1;
    if (parent >= 0) open[parent] = 1;
  }
  return onPath;
}
