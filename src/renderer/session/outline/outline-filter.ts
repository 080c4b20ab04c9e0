import type { AgentId, PositionId } from '../../../core/ids.ts';
import { LOOK_FLAGS } from '../../../core/outline/position-rows.ts';
import type { PositionTable } from './position-table.ts';

/** What the outline and the map are narrowed to; everything, where nothing is set. */
export interface OutlineFilter {
  readonly text: string;
  /** What was chosen of who wrote it: an agent's id, or a model; the empty string for anyone. */
  readonly by: string;
  /** The agents that this is; null for anyone. */
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

/** What a filter leaves: the positions that it finds, and what leads to them. */
export interface FilteredPositions {
  /** Not 0 for what is left out. */
  readonly hidden: Uint8Array;
  /** Not 0 for what was looked for. */
  readonly found: Uint8Array;
  readonly count: number;
}

/**
 * Applies a filter to a tree.
 * @param places where its text is; null where it looks for none
 */
export function filterPositions(
  table: PositionTable,
  filter: OutlineFilter,
  places: readonly PositionId[] | null,
): FilteredPositions {
  const { count, parents, flags, authors } = table;
  const hidden = new Uint8Array(count).fill(1);
  const found = new Uint8Array(count);
  const wantedAuthors = filter.authorIds && new Set(filter.authorIds.map((id) => table.agentNumber(id)));
  const wanted = (filter.bookmarked ? LOOK_FLAGS.bookmarked : 0) + (filter.unseen ? LOOK_FLAGS.unseen : 0);
  const said = places && new Set(places.map((positionId) => table.find(positionId)));
  let number = 0;
  for (let position = 0; position < count; position += 1) {
    const parent = parents[position] ?? -1;
    // The root says nothing; whoever looks for its author means texts.
    if (parent < 0) continue;
    if (((flags[position] ?? 0) & wanted) !== wanted) continue;
    if (wantedAuthors !== null && !wantedAuthors.has(authors[position] ?? 0)) continue;
    if (said !== null && !said.has(position)) continue;
    found[position] = 1;
    number += 1;
    for (let at = position; at >= 0 && hidden[at] === 1; at = parents[at] ?? -1) hidden[at] = 0;
  }
  return { hidden, found, count: number };
}
