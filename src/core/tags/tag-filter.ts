/** The one filter by a tag, which the outline, the map, search and the lists of trees use (`documents.md`, *Tags*). */
import type { TagId } from '../ids.ts';
import { foldTag, isWithin } from './tag.ts';

export interface TagFilter {
  readonly tagId: TagId;
  /** `only` leaves what has the tag, or one nested in it; `hide` leaves everything else. */
  readonly kind: 'only' | 'hide';
  /** All that is below something with the tag counts as having it. */
  readonly withBelow: boolean;
}

/** The tags that a filter means: its own, and those nested in it. */
export function tagsMeant(
  tags: readonly { readonly tagId: TagId; readonly name: string }[],
  { tagId }: Pick<TagFilter, 'tagId'>,
): ReadonlySet<TagId> {
  const wanted = tags.find((tag) => tag.tagId === tagId);
  if (wanted === undefined) return new Set();
  const folded = foldTag(wanted.name);
  return new Set(tags.flatMap((tag) => (isWithin(foldTag(tag.name), folded) ? [tag.tagId] : [])));
}

/** Returns true if a filter leaves something. @param isTagged it has the tag, or is below something that has it, if that counts */
export function isLeft({ kind }: Pick<TagFilter, 'kind'>, isTagged: boolean): boolean {
  return isTagged === (kind === 'only');
}

/**
 * The numbered positions of a tree that have a tag, as a filter counts them.
 * @param parents the number of each position's parent; -1 at the root
 * @param tagged the positions that have it themselves; numbers below 0 are left out
 */
export function markTagged(
  parents: Int32Array,
  count: number,
  tagged: Iterable<number>,
  withBelow: boolean,
): Uint8Array {
  const marked = new Uint8Array(count);
  for (const position of tagged) if (position >= 0 && position < count) marked[position] = 1;
  if (!withBelow) return marked;
  const isKnown = new Uint8Array(count);
  for (let position = 0; position < count; position += 1) {
    let at = position;
    while (at >= 0 && marked[at] === 0 && isKnown[at] === 0) at = parents[at] ?? -1;
    const mark = at >= 0 && marked[at] === 1 ? 1 : 0;
    for (let below = position; below !== at && below >= 0; below = parents[below] ?? -1) {
      marked[below] = mark;
      isKnown[below] = 1;
    }
  }
  return marked;
}
