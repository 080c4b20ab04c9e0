import { firstNodeAt, type PositionId } from '../../../core/ids.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { primarySourceOf } from '../../../core/tree/tree-layer.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Target } from './held-targets.ts';

/**
 * Where a change writes: the new positions, and those that it gives a version, metadata, a note or a link. Moves along
 * paths write nowhere.
 * @param after the tree with the change
 */
export function targetsOf(change: TreeChange, after: TreeView): readonly Target[] {
  const written = [
    ...change.nodes.map(({ positionId }) => positionId),
    ...change.metadata.map(({ position }) => position),
    ...(change.links ?? []).flatMap(({ source }) => after.findNode(source)?.positionId ?? []),
  ];
  const added = new Set(change.nodes.map(({ id }) => id));
  const targets = new Map<PositionId, Target>();
  for (const position of written) {
    const first = firstNodeAt(position);
    const edge = after.findEdgeInto(first);
    const source = edge === undefined ? undefined : primarySourceOf(edge);
    // A note is where its text is.
    const isNote = edge?.type === 'annotation' && source !== undefined;
    const at = isNote ? source.positionId : position;
    const under = !isNote && added.has(first) ? (source?.positionId ?? null) : null;
    targets.set(at, targets.get(at) ?? { position: at, under });
  }
  return [...targets.values()];
}
