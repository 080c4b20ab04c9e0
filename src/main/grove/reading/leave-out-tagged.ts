import type { PositionId, TagId, TreeId } from '../../../core/ids.ts';
import { isWithin, shownTagId } from '../../../core/tags/tag.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAssignments } from '../../store/tables/marks/tag-assignments.ts';
import { listTags } from '../../store/tables/tags.ts';
import { getTree } from '../../store/tables/trees.ts';
import { findHidingBases } from '../../store/tree/hidden-splits.ts';

/**
 * The parts of a tree's text without those that have one of some tags, or one nested in it; none if the tree itself has one.
 * @throws {AspenError} NOT_FOUND
 */
export function leaveOutTagged<T extends { readonly positionId: PositionId | null }>(
  store: Reader,
  treeId: TreeId,
  parts: readonly T[],
  tags: readonly TagId[],
): readonly T[] {
  if (tags.length === 0) return parts;
  const isMeant = tagTest(store, tags);
  const tagged = listAssignments(store, treeId).flatMap(({ tag, position }) =>
    isMeant(tag) ? [position] : [],
  );
  if (tagged.length === 0) return parts;
  if (tagged.includes(getTree(store, treeId).rootPositionId)) return [];
  const positions = parts.flatMap(({ positionId }) => positionId ?? []);
  // All parts of a text that is divided show its tags (`documents.md`, *Tags*).
  const bases = findHidingBases(store, treeId, [...new Set([...positions, ...tagged])]);
  const baseOf = (position: PositionId) => bases.get(position)?.positionId ?? position;
  const families = new Set(tagged.map(baseOf));
  return parts.filter(({ positionId }) => positionId === null || !families.has(baseOf(positionId)));
}

/** Returns a test for tags that are one of these, are nested in one, or count as such a tag. */
export function tagTest(store: Reader, tags: readonly TagId[]): (tag: TagId) => boolean {
  const all = listTags(store);
  const folded = new Map(all.map((tag) => [tag.id, tag.folded]));
  const shown = new Map(all.map((tag) => [tag.id, folded.get(shownTagId(tag)) ?? tag.folded]));
  const wanted = tags.flatMap((tag) => shown.get(tag) ?? []);
  const meant = new Set(
    all.flatMap(({ id }) => (wanted.some((one) => isWithin(shown.get(id) ?? '', one)) ? [id] : [])),
  );
  return (tag) => meant.has(tag);
}
