import { AspenError } from '../../../core/errors.ts';
import type { PositionId } from '../../../core/ids.ts';
import { siblingsOf } from '../../../core/tree/path.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { SiblingTarget } from '../../../ipc/contract.ts';

/**
 * The sibling that a target names: one after or before (wrapping round), the n-th from 1, or one by its id.
 * @throws {AspenError} NOT_FOUND where `at` has no such sibling
 */
export function getSibling(tree: TreeView, at: PositionId, to: SiblingTarget): PositionId {
  const siblings = siblingsOf(tree, at);
  const place = siblings.indexOf(at);
  const target =
    'positionId' in to
      ? siblings.find((sibling) => sibling === to.positionId)
      : 'index' in to
        ? siblings[to.index - 1]
        : siblings[(place + to.step + siblings.length) % siblings.length];
  if (place < 0 || target === undefined) throw new AspenError('NOT_FOUND', 'there is no such sibling');
  return target;
}
