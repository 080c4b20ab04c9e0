import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { VersionTarget } from '../../../ipc/wire/path.ts';

/**
 * The version of a position that a target names: relative to the selected one, oldest first and wrapping
 * round, or by its id.
 * @throws {AspenError} NOT_FOUND if the position has no such version
 */
export function getVersion(tree: TreeView, path: PathView, at: PositionId, to: VersionTarget): NodeId {
  const versions = tree.versionsAt(at).map(({ id }) => id);
  const index = versions.indexOf(versionAt(tree, path, at).id);
  const target =
    'nodeId' in to
      ? versions.find((version) => version === to.nodeId)
      : versions[(index + to.step + versions.length) % versions.length];
  if (target === undefined) throw new AspenError('NOT_FOUND', 'there is no such version');
  return target;
}
