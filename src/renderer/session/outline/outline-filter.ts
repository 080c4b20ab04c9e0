import type { AgentId, PositionId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
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

/** The positions that a filter leaves; null without one, and while its text is being searched for (`found` is null). */
export function applyFilter(
  table: PositionTable,
  filter: OutlineFilter,
  found: readonly PositionId[] | null,
): FilteredPositions | null {
  const hasText = filter.text.trim() !== '';
  if (!isFiltering(filter) || (hasText && found === null)) return null;
  return filterPositions(table, filter, hasText ? found : null);
}

/** Applies a filter to a tree. @param textMatches the positions that contain its text; null if it has none */
function filterPositions(
  table: PositionTable,
  filter: OutlineFilter,
  textMatches: readonly PositionId[] | null,
): FilteredPositions {
  const { count, parents, flags } = table;
  const hidden = new Uint8Array(count).fill(1);
  const found = new Uint8Array(count);
  const wantedAuthors = filter.authorIds && new Set(filter.authorIds.map((id) => table.agentNumber(id)));
  const wanted =
    (filter.bookmarked ? OUTLINE_FLAGS.bookmarked : 0) + (filter.unseen ? OUTLINE_FLAGS.unseen : 0);
  const withText =
    textMatches && new Set(textMatches.map((positionId) => table.listedAt(table.find(positionId))));
  let number = 0;
  for (let position = 0; position < count; position += 1) {
    const parent = parents[position] ?? -1;
    // The root has no text, so it never matches an author.
    if (parent < 0 || !table.isListed(position)) continue;
    if (((flags[position] ?? 0) & wanted) !== wanted) continue;
    if (wantedAuthors !== null && !table.authorsOf(position).some((author) => wantedAuthors.has(author)))
      continue;
    if (withText !== null && !withText.has(position)) continue;
    found[position] = 1;
    number += 1;
    for (let at = position; at >= 0 && hidden[at] === 1; at = parents[at] ?? -1) hidden[at] = 0;
  }
  return { hidden, found, count: number };
}
