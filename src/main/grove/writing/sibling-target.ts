import { AspenError } from '../../../core/errors.ts';
import type { PositionId } from '../../../core/ids.ts';
import { siblingsOf } from '../../../core/tree/path.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { SiblingTarget } from '../../../ipc/wire/path.ts';

/**
 * The sibling that a target names: relative to `at` (wrapping round), by its number from 1, or by its id.
 * @throws {AspenError} NOT_FOUND if `at` has no such sibling
 */
export function getSibling(tree: TreeView, at: PositionId, to: SiblingTarget): PositionId {
  const siblings = siblingsOf(tree, at);
  const index = siblings.indexOf(at);
  const target =
    'positionId' in to
      ? siblings.find((sibling) => sibling === to.positionId)
      : 'index' in to
        ? siblings[to.index - 1]
        : siblings[(index + to.step + siblings.length) % siblings.length];
  if (index < 0 || target === undefined) throw new AspenError('NOT_FOUND', 'there is no such sibling');
  return target;
}
