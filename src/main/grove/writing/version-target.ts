import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { VersionTarget } from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';

/**
 * The version of a position that a target names: relative to the selected one among those that are listed, oldest first
 * and wrapping round, or by its id.
 * @throws {AspenError} NOT_FOUND if the position has no such version
 */
export function getVersion(
  reader: Reader,
  { tree, path }: { readonly tree: TreeView; readonly path: PathView },
  at: PositionId,
  to: VersionTarget,
): NodeId {
  const idsOf = (versions: readonly TreeNode[]) => versions.map(({ id }) => id);
  if ('nodeId' in to) return required(idsOf(tree.versionsAt(at)).find((version) => version === to.nodeId));
  const versions = idsOf(listedVersionsAt(reader, tree, at));
  const index = versions.indexOf(versionAt(tree, path, at).id);
  return required(versions[(index + to.step + versions.length) % versions.length]);
}

function required(target: NodeId | undefined): NodeId {
  if (target === undefined) throw new AspenError('NOT_FOUND', 'there is no such version');
  return target;
}
