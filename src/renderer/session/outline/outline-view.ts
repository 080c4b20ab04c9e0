import type { AgentId, PositionId } from '../../../core/ids.ts';
import { listOutline, rowsByPosition, type TreeShape } from '../../../core/outline/outline.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { TextSection } from '../../../core/sections/sections.ts';
import { isLeft, markTagged } from '../../../core/tags/tag-filter.ts';
import type { TaggedPositions } from '../tree/tree-tags.ts';
import { type ListedPositions, type MapRoom, overviewOf } from './map-overview.ts';
import type { ReadingState } from './outline-reader.ts';
import type { PositionTable } from './position-table.ts';

/** A filter of the outline and the map. Its defaults filter nothing. */
export interface OutlineFilter {
  readonly text: string;
  /** The chosen author: an agent's id, or a model; the empty string for anyone. */
  readonly by: string;
  /** The agents of `by`, which matches a text if one of them wrote a character of it; null for anyone. */
  readonly authorIds: readonly AgentId[] | null;
  readonly bookmarked: boolean;
  readonly unseen: boolean;
}

export const NO_FILTER: OutlineFilter = {
  text: '',
  by: '',
  authorIds: null,
  bookmarked: false,
  unseen: false,
};

export function isFiltering({ text, authorIds, bookmarked, unseen }: OutlineFilter): boolean {
  return text.trim() !== '' || authorIds !== null || bookmarked || unseen;
}

/** The positions that a filter leaves: the matching ones and their ancestors. */
export interface FilteredPositions {
  /** Not 0 for hidden positions. */
  readonly hidden: Uint8Array;
  /** Not 0 for matches. */
  readonly found: Uint8Array;
  /** The number of matches. */
  readonly count: number;
}

/**
 * The positions that a filter leaves; null without one, and while its text is being searched for (`found` is null).
 * @param tagged what the filter by a tag counts as tagged; null without that
 */
export function applyFilter(
  table: PositionTable,
  filter: OutlineFilter,
  found: readonly PositionId[] | null,
  tagged: TaggedPositions | null,
): FilteredPositions | null {
  const hasText = filter.text.trim() !== '';
  if ((!isFiltering(filter) && tagged === null) || (hasText && found === null)) return null;
  return filterPositions(table, filter, hasText ? found : null, tagged);
}

/** Applies a filter to a tree. @param textMatches the positions that contain its text; null if it has none */
function filterPositions(
  table: PositionTable,
  filter: OutlineFilter,
  textMatches: readonly PositionId[] | null,
  tagged: TaggedPositions | null,
): FilteredPositions {
  const { count, parents, flags } = table;
  const hidden = new Uint8Array(count).fill(1);
  const found = new Uint8Array(count);
  const wantedAuthors = filter.authorIds && new Set(filter.authorIds.map((id) => table.agentNumber(id)));
  const wanted =
    (filter.bookmarked ? OUTLINE_FLAGS.bookmarked : 0) + (filter.unseen ? OUTLINE_FLAGS.unseen : 0);
  const withText =
    textMatches && new Set(textMatches.map((positionId) => table.listedAt(table.find(positionId))));
  const marked =
    tagged === null
      ? null
      : markTagged(
          parents,
          count,
          Array.from(tagged.positions, (positionId) => table.listedAt(table.find(positionId))),
          tagged.withBelow,
        );
  let number = 0;
  for (let position = 0; position < count; position += 1) {
    const parent = parents[position] ?? -1;
    // The root has no text, so it never matches an author.
    if (parent < 0 || !table.isListed(position)) continue;
    if (((flags[position] ?? 0) & wanted) !== wanted) continue;
    if (wantedAuthors !== null && !table.authorsOf(position).some((author) => wantedAuthors.has(author)))
      continue;
    if (withText !== null && !withText.has(position)) continue;
    if (tagged !== null && !isLeft(tagged, marked?.[position] === 1)) continue;
    found[position] = 1;
    number += 1;
    for (let at = position; at >= 0 && hidden[at] === 1; at = parents[at] ?? -1) hidden[at] = 0;
  }
  return { hidden, found, count: number };
}

/** The outline and the map, as shown. */
export interface OutlineView extends ListedPositions {
  readonly table: PositionTable;
  readonly state: ReadingState;
  /** The read is slow enough to show progress. */
  readonly isSlow: boolean;
  /**
   * The shape of the rows: the positions of `table` and, from the number `table.count` on, `sections`. Without
   * sections, `table` itself.
   */
  readonly shape: TreeShape;
  /** The chapters and scenes that have rows: none in a filtered or hoisted outline. */
  readonly sections: readonly TextSection[];
  /** Positions that are not hidden, as far as they are expanded, without sections: what the map draws. */
  positions(): ListedPositions;
  /** Every position that is not hidden, expanded or not. Computed on the first call. */
  whole(): ListedPositions;
  /** Not 0 for positions on the path. */
  readonly onPath: Uint8Array;
  /** Not 0 for expanded positions. */
  readonly open: Uint8Array;
  /** Not 0 for matches of the filter; null without one. */
  readonly found: Uint8Array | null;
  readonly foundCount: number;
  /** `found` has every match of the filter's text. */
  readonly isComplete: boolean;
  /** The position of the caret; the root before the first node. */
  readonly current: number;
  /** The caret's position or, if that begins before the chapter or scene with the caret, that section. */
  readonly here: number;
  readonly head: number;
  /** A position or a section: the row itself, or the one that it is collapsed into. */
  readonly selected: number;
  /** The selected position, listed or not; of a section, the one in which it begins. */
  readonly position: number;
  /** The hoisted position, or else the root. */
  readonly top: number;
  readonly root: number;
  readonly unseenCount: number;
  /** The map shows an overview of a tree that is too large for it. */
  readonly isOverview: boolean;
}

/** The inputs of a view. Positions are numbers of the table, or -1. */
export interface OutlineParts
  extends Pick<
    OutlineView,
    | 'table'
    | 'shape'
    | 'sections'
    | 'state'
    | 'isSlow'
    | 'onPath'
    | 'open'
    | 'isComplete'
    | 'current'
    | 'here'
    | 'head'
    | 'position'
    | 'root'
  > {
  readonly folds: boolean;
  readonly showsPruned: boolean;
  /** The map shows an overview that is legible in this room; null for the expanded positions. */
  readonly overview: MapRoom | null;
  /** The positions that the filter leaves; null without one. */
  readonly filtered: FilteredPositions | null;
  /** Every chapter and scene of the text, listed or not. */
  readonly allSections: readonly TextSection[];
  /** The position to select, listed or not. */
  readonly wanted: number;
  /** The hoisted position. */
  readonly hoisted: number;
}

/** Computes the view, in time proportional to the tree. */
export function viewOutline(parts: OutlineParts): OutlineView {
  const { folds, showsPruned, overview, filtered, allSections, wanted, hoisted, ...shown } = parts;
  const { table, shape, sections, current, root, open } = shown;
  const hidden = filtered?.hidden ?? (showsPruned ? null : new Uint8Array(table.count + sections.length));
  if (hidden !== null && !showsPruned) hideAside(table, shown.onPath, hidden);
  const top = hoisted < 0 ? root : hoisted;
  const stops = folds ? stopsOf(table, allSections, current) : null;
  const list = (of: TreeShape, opened: Uint8Array | null): ListedPositions => {
    const rows = listOutline(of, { top, open: opened, hidden, stops, indentedFrom: table.count });
    return { rows, rowOf: rowsByPosition(rows, of) };
  };
  // Everything a filter leaves is expanded.
  const listed = list(shape, filtered === null ? open : null);
  let positions = shape === table && overview === null ? listed : null;
  let everything = filtered === null ? null : listed;
  return {
    ...shown,
    ...listed,
    positions: () => {
      positions ??=
        overview === null || filtered !== null
          ? list(table, filtered === null ? open : null)
          : overviewOf({ table, sections: allSections, top, hidden, onPath: shown.onPath }, overview);
      return positions;
    },
    whole: () => {
      everything ??= list(table, null);
      return everything;
    },
    found: filtered?.found ?? null,
    foundCount: filtered?.count ?? 0,
    selected: nearestListed(shape, listed.rowOf, wanted, top),
    isOverview: overview !== null && filtered === null,
    top,
    unseenCount: countUnseen(table),
  };
}

/** The position or section itself or the nearest listed one that it is below, when it is collapsed or filtered out. */
export function nearestListed(
  { parents }: TreeShape,
  rowOf: Int32Array,
  wanted: number,
  top: number,
): number {
  let at = wanted;
  while (at >= 0 && (rowOf[at] ?? -1) < 0) at = parents[at] ?? -1;
  return at < 0 ? top : at;
}

/** The number of the caret's row (`OutlineView.here`). @param sectionIndex of the section with the caret; -1 for none */
export function hereIn(
  { shape: { parents }, table, sections }: Pick<OutlineView, 'shape' | 'table' | 'sections'>,
  current: number,
  sectionIndex: number,
): number {
  if (sections[sectionIndex] === undefined) return current;
  let above = current;
  while (above >= 0 && above < table.count) above = parents[above] ?? -1;
  return above === table.count + sectionIndex ? current : table.count + sectionIndex;
}

/** The section that has a number among the rows of a view; undefined for a position. */
export function sectionAt({ table, sections }: OutlineView, number: number): TextSection | undefined {
  return number < table.count ? undefined : sections[number - table.count];
}

/** The next position after the selected one that was generated and not yet seen, wrapping; -1 for none. */
export function nextUnseen({ whole, table, selected, unseenCount }: OutlineView): number {
  if (unseenCount === 0) return -1;
  const { rows, rowOf } = whole();
  const from = rowOf[selected] ?? -1;
  for (let step = 1; step <= rows.count; step += 1) {
    const row = (from + step + rows.count) % rows.count;
    const [first, last] = [rows.positions[row] ?? 0, rows.ends[row] ?? 0];
    for (let at = last; at >= 0; at = table.parents[at] ?? -1) {
      if (((table.flags[at] ?? 0) & OUTLINE_FLAGS.unseen) !== 0) return at;
      if (at === first) break;
    }
  }
  return -1;
}

/** Hides what is pruned, and texts without words that lead nowhere and are not read. */
function hideAside(
  { count, flags, firstChildren }: PositionTable,
  onPath: Uint8Array,
  hidden: Uint8Array,
): void {
  for (let position = 0; position < count; position += 1) {
    const flag = flags[position] ?? 0;
    const isDeadEnd = (firstChildren[position] ?? -1) < 0 && onPath[position] !== 1;
    if ((flag & OUTLINE_FLAGS.pruned) !== 0 || (isDeadEnd && (flag & OUTLINE_FLAGS.empty) !== 0))
      hidden[position] = 1;
  }
}

/** Positions that get a row of their own in a folded chain: bookmarked, pruned, a section's first, or the caret's. */
function stopsOf(table: PositionTable, sections: readonly TextSection[], current: number): Uint8Array {
  const { count, flags, parents } = table;
  const stops = new Uint8Array(count + sections.length).fill(1, count);
  for (const { positionId, beginsNode } of sections) {
    const position = positionId === null || !beginsNode ? -1 : table.listedAt(table.find(positionId));
    if (position >= 0) stops[position] = 2;
  }
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
