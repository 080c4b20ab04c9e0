import { listOutline, type OutlineRows, rowsByPosition } from '../../../core/outline/outline.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { FilteredPositions } from './outline-filter.ts';
import type { ReadingState } from './outline-reader.ts';
import type { PositionTable } from './position-table.ts';

/** The rows, and the row of each position, -1 if it has none. */
export interface ListedPositions {
  readonly rows: OutlineRows;
  readonly rowOf: Int32Array;
}

/** What the outline and the map show. */
export interface OutlineView extends ListedPositions {
  readonly table: PositionTable;
  readonly state: ReadingState;
  /** The read is slow enough to show progress. */
  readonly isSlow: boolean;
  /** Everything that is not hidden, expanded or not, for the map to lay out. Computed on the first call. */
  whole(): ListedPositions;
  /** Not 0 for positions on the path. */
  readonly onPath: Uint8Array;
  /** Not 0 for expanded positions. */
  readonly open: Uint8Array;
  /** Not 0 for matches of the filter; null without one. */
  readonly found: Uint8Array | null;
  readonly foundCount: number;
  /** Whether `found` has every match of the filter's text. */
  readonly isComplete: boolean;
  /** The position of the caret; the root before the first node. */
  readonly current: number;
  readonly head: number;
  readonly selected: number;
  /** The hoisted position, or else the root. */
  readonly top: number;
  readonly root: number;
  readonly unseenCount: number;
}

/** The inputs of a view. Positions are numbers of the table, or -1. */
export interface OutlineParts
  extends Pick<
    OutlineView,
    'table' | 'state' | 'isSlow' | 'onPath' | 'open' | 'isComplete' | 'current' | 'head' | 'root'
  > {
  readonly folds: boolean;
  readonly showsPruned: boolean;
  /** What the filter leaves; null without one. */
  readonly filtered: FilteredPositions | null;
  /** The position to select, listed or not. */
  readonly wanted: number;
  /** The hoisted position. */
  readonly hoisted: number;
}

/** Computes the view, in time proportional to the tree. */
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
  // Everything a filter leaves is expanded.
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

/** The position itself or its nearest listed ancestor, when it is collapsed or filtered out. */
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
    pruned[position] = (flags[position] ?? 0) & OUTLINE_FLAGS.pruned;
  }
  return pruned;
}

function hidePruned({ count, flags }: PositionTable, hidden: Uint8Array): void {
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & OUTLINE_FLAGS.pruned) !== 0) hidden[position] = 1;
  }
}

/** Positions that get a row of their own in a folded chain: bookmarked, pruned, or the caret's. */
function stopsOf({ count, flags, parents }: PositionTable, current: number): Uint8Array {
  const stops = new Uint8Array(count);
  const own = OUTLINE_FLAGS.bookmarked | OUTLINE_FLAGS.pruned;
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & own) !== 0 || (parents[position] ?? -1) < 0) stops[position] = 1;
  }
  if (current >= 0) stops[current] = 1;
  return stops;
}

function countUnseen(table: PositionTable): number {
  const { count, flags } = table;
  let unseen = 0;
  for (let position = 0; position < count; position += 1) {
    if (((flags[position] ?? 0) & OUTLINE_FLAGS.unseen) !== 0 && table.isListed(position)) unseen += 1;
  }
  return unseen;
}
