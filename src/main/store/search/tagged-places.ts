import { firstNodeAt, type PositionId, type TreeId } from '../../../core/ids.ts';
import { shownTagId } from '../../../core/tags/tag.ts';
import { isLeft, type TagFilter, tagsMeant } from '../../../core/tags/tag-filter.ts';
import { positionsTaggedTogether } from '../../../core/tags/tagged-position.ts';
import { primarySourceOf } from '../../../core/tree/tree-layer.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Reader } from '../connection/query.ts';
import { listAssignments } from '../tables/marks/tag-assignments.ts';
import { listTags } from '../tables/tags.ts';
import { sqlTree } from '../tree/sql-tree.ts';

/** Returns a test of which positions the filter by a tag leaves. A note is below the text that it is on. */
export function tagTest(
  reader: Reader,
  filter: TagFilter,
): (treeId: TreeId, positionId: PositionId) => boolean {
  const tags = listTags(reader);
  const meant = tagsMeant(
    tags.map(({ id, name }) => ({ tagId: id, name })),
    filter,
  );
  const wanted = new Set(tags.flatMap((tag) => (meant.has(shownTagId(tag)) ? [tag.id] : [])));
  const trees = new Map<TreeId, (positionId: PositionId) => boolean>();
  return (treeId, positionId) => {
    const known = trees.get(treeId);
    const test = known ?? testIn(reader, treeId, wanted, filter.withBelow);
    if (known === undefined) trees.set(treeId, test);
    return isLeft(filter, test(positionId));
  };
}

function testIn(
  reader: Reader,
  treeId: TreeId,
  wanted: ReadonlySet<string>,
  withBelow: boolean,
): (positionId: PositionId) => boolean {
  const tree = sqlTree(reader, treeId);
  const tagged = new Set(
    listAssignments(reader, treeId).flatMap(({ tag, position }) => (wanted.has(tag) ? [position] : [])),
  );
  const results = new Map<PositionId, boolean>();
  return (positionId) => {
    const passed: PositionId[] = [];
    let result = false;
    for (let at: PositionId | null = positionId; at !== null; at = withBelow ? aboveOf(tree, at) : null) {
      const known = results.get(at);
      passed.push(at);
      result = known ?? positionsTaggedTogether(tree, at).some((position) => tagged.has(position));
      if (result || known !== undefined) break;
    }
    for (const position of passed) results.set(position, result);
    return result;
  };
}

/** The position that one continues, or that a note is on; null at the root. */
function aboveOf(tree: TreeView, position: PositionId): PositionId | null {
  const edge = tree.findEdgeInto(firstNodeAt(position));
  return (edge === undefined ? undefined : primarySourceOf(edge)?.positionId) ?? null;
}
