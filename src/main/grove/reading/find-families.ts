import type { PositionId, TreeId } from '../../../core/ids.ts';
import { findFamily } from '../../../core/tree/family.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findForked } from '../../store/tree/hidden-splits.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';

/**
 * All members of the families of those of these positions that are divided or are splits (`domain.md`, *Forks*): what is
 * shown at one of them depends on the others.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function findFamilies(
  reader: Reader,
  treeId: TreeId,
  positions: readonly PositionId[],
): ReadonlySet<PositionId> {
  const members = new Set<PositionId>();
  const forked = findForked(reader, positions);
  if (forked.size === 0) return members;
  const tree = sqlTree(reader, treeId);
  for (const position of forked) {
    if (members.has(position)) continue;
    const { base, splits } = findFamily(tree, position);
    if (splits.length === 0) continue;
    members.add(base);
    for (const split of splits) members.add(split);
  }
  return members;
}
