import { listOutline, type OutlineRows, rowsByPosition } from '../../../core/outline/outline.ts';
import { LOOK_FLAGS } from '../../../core/outline/position-rows.ts';
import type { FilteredPositions } from './outline-filter.ts';
import type { ReadingState } from './outline-reader.ts';
import type { PositionTable } from './position-table.ts';

/** Lines, and the line of each position: -1 where it is not listed. */
export interface ListedPositions {
  readonly rows: OutlineRows;
  readonly rowOf: Int32Array;
}

/** What the outline and the map show. */
export interface OutlineView extends ListedPositions {
  readonly table: PositionTable;
  readonly state: ReadingState;
  /** It takes long enough to say so. */
  readonly isSlow: boolean;
  /** Everything that is not hidden, whether open or not: what the map lays out. Listed when it is first asked for. */
  whole(): ListedPositions;
  /** Not 0 for positions on the path. */
  readonly onPath: Uint8Array;
  /** Not 0 where what is below is listed. */
  readonly open: Uint8Array;
  /** Not 0 for what the filter looks for; null without one. */
  readonly found: Uint8Array | null;
  readonly foundCount: number;
  /** Every place of the text looked for is among them. */
  readonly isComplete: boolean;
  /** Number of the position that the caret is in; the root before the first one. */
  readonly current: number;
  readonly head: number;
  readonly selected: number;
  /** The hoisted position; the root where none is. */
  readonly top: number;
  readonly root: number;
  readonly unseenCount: number;
}

/** What a view is made of: positions are numbers of the table, -1 where it has none. */
export interface OutlineParts
  extends Pick<
    OutlineView,
    'table' | 'state' | 'isSlow' | 'onPath' | 'open' | 'isComplete' | 'current' | 'head' | 'root'
  > {
  readonly folds: boolean;
  readonly showsPruned: boolean;
  /** What the filter leaves; null without one. */
  readonly filtered: FilteredPositions | null;
  /** What was chosen, listed or not. */
  readonly wanted: number;
  /** The hoisted position. */
  readonly hoisted: number;
}

/** Lists what is to be seen; takes time in proportion to the tree. */
export function viewOutline(parts: OutlineParts): OutlineView {
  const { folds, showsPruned, filtered, wanted, hoisted, ...shown } = parts;
  const { table, current, root, open } = shown;
  const hidden = filtered?.hidden ?? (showsPruned ? null : prunedOf(table));
  if (filtered !== null && !showsPruned) hidePruned(table, filtered.hidden);
  const top = hoisted < 0 ? root : hoisted;
  const stops = folds ? stopsOf(table, current) : null;
  const list = (opened: Uint8Array | null): ListedPositions => {
    const rows = listOutline(table, { top, open: opened, hidden, stops });
    return { rows, rowOf: rowsByPosition(rows, table) };
  };
  // What a filter leaves is all in sight.
  const listed = list(filtered === null ? open : null);
  let everything = filtered === null ? null : listed;
  return {
    ...shown,
    ...listed,
    whole: () => {
      everything ??= list(null);
      return everything;
    },
    found: filtered?.found ?? null,
    foundCount: filtered?.count ?? 0,
    selected: nearestListed(table, listed.rowOf, wanted, top),
    top,
    unseenCount: countUnseen(table),
  };
}

/** The nearest of a position that is listed: what is folded away or filtered out is selected by what it is below. */
export function nearestListed(
  { parents }: PositionTable,
  rowOf: Int32Array,
  wanted: number,
  top: number,
): number {
  let at = wanted;
  while (at >= 0 && (rowOf[at] ?? -1) < 0) at = parents[at] ?? -1;
  return at < 0 ? top : at;
}

function prunedOf({ count, flags }: PositionTable): Uint8Array {
  const pruned = new Uint8Array(count);
  for (let position = 0; position < count; position += 1) {
    pruned[position] = (flags[position] ?? 0) & LOOK_FLAGS.pruned;
  }
  return pruned;
}

function hidePruned({ count, flags }: PositionTable, hidden: Uint8Array): void {
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & LOOK_FLAGS.pruned) !== 0) hidden[position] = 1;
  }
}

/** A chain shows what is bookmarked, pruned or where the writer is on lines of their own. */
function stopsOf({ count, flags, parents }: PositionTable, current: number): Uint8Array {
  const stops = new Uint8Array(count);
  const own = LOOK_FLAGS.bookmarked | LOOK_FLAGS.pruned;
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & own) !== 0 || (parents[position] ?? -1) < 0) stops[position] = 1;
  }
  if (current >= 0) stops[current] = 1;
  return stops;
}

function countUnseen({ count, flags }: PositionTable): number {
  let unseen = 0;
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & LOOK_FLAGS.unseen) !== 0) unseen += 1;
  }
  return unseen;
}
