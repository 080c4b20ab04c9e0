/** The part that *Fit* shows of a tree that is too large to be drawn legibly as a whole. */
import { layOutMap } from '../../../core/outline/map-layout.ts';
import {
  listOutline,
  type OutlineRows,
  rowsByPosition,
  type TreeShape,
} from '../../../core/outline/outline.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { TextSection } from '../../../core/sections/sections.ts';
import type { PositionTable } from './position-table.ts';

/** The rows, and the row of each position, -1 if it has none. */
export interface ListedPositions {
  readonly rows: OutlineRows;
  readonly rowOf: Int32Array;
}

/** The size that can be drawn legibly: positions side by side, and levels. */
export interface MapRoom {
  readonly across: number;
  readonly down: number;
}

export interface OverviewParts {
  readonly table: PositionTable;
  readonly sections: readonly TextSection[];
  readonly top: number;
  readonly hidden: Uint8Array | null;
  readonly onPath: Uint8Array;
}

/** At most one chapter in this many is drawn where there is no room for all: otherwise those above it do. */
const MAX_SKIPPED = 8;
/** Fewer levels than this show nothing of a tree. */
const MIN_LEVELS = 3;

/**
 * The part of a tree that can be drawn legibly: the whole with its chains folded; or else its first levels; or else, of a
 * tree that goes deep, the path alone, as its chapters or in equal parts. Linear in the size of the tree.
 */
export function overviewOf(parts: OverviewParts, room: MapRoom): ListedPositions {
  const { table, top, hidden } = parts;
  const chapters = chapterStarts(parts);
  const list = (open: Uint8Array | null, without: Uint8Array | null, stops: Uint8Array): ListedPositions => {
    const rows = listOutline(table, { top, open, hidden: without, stops });
    return { rows, rowOf: rowsByPosition(rows, table) };
  };
  const whole = list(null, hidden, stopsOf(parts, chapters.flat()));
  if (fits(whole.rows, room)) return whole;
  const levels = levelsThatFit(whole.rows, room);
  if (depthOf(whole.rows) <= room.down) {
    for (let last = levels; last >= MIN_LEVELS; last -= 1) {
      const first = list(openAbove(table, whole.rows, last), hidden, stopsOf(parts, chapters.flat()));
      if (fits(first.rows, room)) return first;
    }
  }
  return list(null, offPath(parts), pathStops(parts, chapters, room.down));
}

function fits(rows: OutlineRows, { across, down }: MapRoom): boolean {
  if (depthOf(rows) > down) return false;
  return layOutMap(rows).width <= across;
}

function depthOf({ count, levels }: OutlineRows): number {
  let depth = 0;
  for (let row = 0; row < count; row += 1) depth = Math.max(depth, levels[row] ?? 0);
  return depth;
}

/** Number of levels that each have no more rows than fit side by side. */
function levelsThatFit({ count, levels }: OutlineRows, { across, down }: MapRoom): number {
  const counts = new Map<number, number>();
  for (let row = 0; row < count; row += 1) {
    const level = levels[row] ?? 0;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  for (let level = 1; level <= down; level += 1) {
    const rows = counts.get(level) ?? 0;
    if (rows === 0 || rows > across) return level - 1;
  }
  return down;
}

/** Expands everything above a level. */
function openAbove(table: TreeShape, { count, levels, ends }: OutlineRows, last: number): Uint8Array {
  const open = new Uint8Array(table.count);
  for (let row = 0; row < count; row += 1) if ((levels[row] ?? 0) < last) open[ends[row] ?? 0] = 1;
  return open;
}

/** Starts of the text's parts, by level: index 1 to 7. */
function chapterStarts({ table, sections }: OverviewParts): readonly (readonly number[])[] {
  const starts: number[][] = Array.from({ length: 8 }, () => []);
  for (const { level, positionId } of sections) {
    const position = positionId === null ? -1 : table.listedAt(table.find(positionId));
    if (position >= 0) starts[level]?.push(position);
  }
  return starts;
}

function stopsOf({ table, top }: OverviewParts, starts: readonly number[]): Uint8Array {
  const stops = new Uint8Array(table.count);
  for (let position = 0; position < table.count; position += 1) {
    if (((table.flags[position] ?? 0) & OUTLINE_FLAGS.bookmarked) !== 0) stops[position] = 1;
  }
  for (const start of starts) if (stops[start] === 0) stops[start] = 2;
  if (top >= 0) stops[top] = 1;
  return stops;
}

/** Everything but the path. */
function offPath({ table, onPath }: OverviewParts): Uint8Array {
  const hidden = new Uint8Array(table.count);
  for (let position = 0; position < table.count; position += 1) {
    if (onPath[position] !== 1 || !table.isListed(position)) hidden[position] = 1;
  }
  return hidden;
}

/** Divides the path into at most `most` parts: at the chapters of as many levels as fit, or else equally. */
function pathStops(parts: OverviewParts, chapters: readonly (readonly number[])[], most: number): Uint8Array {
  const { table, top } = parts;
  const stops = new Uint8Array(table.count);
  if (top >= 0) stops[top] = 1;
  // The top, and what is before the first chapter.
  let count = 2;
  for (const starts of chapters) {
    const added = new Set(starts.filter((start) => stops[start] === 0));
    if (count + added.size > most) {
      // Some of them, evenly, rather than none.
      const every = Math.ceil(added.size / Math.max(1, most - count));
      if (every <= MAX_SKIPPED)
        for (const [index, start] of [...added].entries()) if (index % every === 0) stops[start] = 2;
      count += added.size;
      break;
    }
    for (const start of added) stops[start] = 2;
    count += added.size;
  }
  if (count > 2) return stops;
  const path: number[] = [];
  const hidden = offPath(parts);
  for (let at = top; at >= 0; ) {
    path.push(at);
    let next = table.firstChildren[at] ?? -1;
    while (next >= 0 && hidden[next] === 1) next = table.nextSiblings[next] ?? -1;
    at = next;
  }
  const every = Math.max(1, Math.ceil(path.length / Math.max(1, most - 2)));
  for (let index = 1; index < path.length; index += every) stops[path[index] ?? 0] = 2;
  return stops;
}
