import type { NodeId } from '../../../core/ids.ts';
import type { VersionSummary } from '../../../ipc/wire/position.ts';

/**
 * The versions at a position that are answers to a rewrite, a bridge or a request for an edit, and that nobody took: the
 * text shows none of them, and no version that it shows or that the writer made goes on from one.
 * @param versions all that are there
 * @param shownId the one that the text shows
 */
export function unusedAnswers(
  versions: readonly VersionSummary[],
  shownId: NodeId | null,
): ReadonlySet<NodeId> {
  const byId = new Map(versions.map((version) => [version.nodeId, version]));
  const unused = new Set(byId.keys());
  for (const taken of versions) {
    if (taken.offered && taken.nodeId !== shownId) continue;
    for (let at: VersionSummary | undefined = taken; at !== undefined && unused.delete(at.nodeId); )
      at = at.editedFrom === null ? undefined : byId.get(at.editedFrom);
  }
  return unused;
}
