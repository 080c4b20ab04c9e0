import type { NodeId, PositionId } from '../ids.ts';
import type { JsonValue } from '../provenance/canonical-json.ts';
import { metadataAt } from '../tree/metadata.ts';
import { isAnnotation } from '../tree/new-node.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import type { PositionMetadata } from '../tree/tree-node.ts';
import type { TreeView } from '../tree/tree-view.ts';

/** What a command changed, and how it was before: what undoing its turn goes by (`agents.md`, *Undoing a turn*). */
export interface Inverse {
  /** New positions, of nodes that can be on a path. */
  readonly positions: readonly PositionId[];
  /** New versions at positions that there were, also of notes. */
  readonly versions: readonly NewVersion[];
  /** New notes. */
  readonly notes: readonly PositionId[];
  /** Metadata of positions that there were; each position once. */
  readonly metadata: readonly MetadataStep[];
}

export interface NewVersion {
  readonly position: PositionId;
  readonly version: NodeId;
}

export interface MetadataStep {
  readonly position: PositionId;
  readonly before: PositionMetadata;
  readonly after: PositionMetadata;
}

export const NO_INVERSE: Inverse = { positions: [], versions: [], notes: [], metadata: [] };

/**
 * What a change to a tree did, but for paths.
 * @param before the tree without the change
 * @param after the tree with it
 */
export function inverseOf(before: TreeView, after: TreeView, { nodes, metadata }: TreeChange): Inverse {
  const opened = nodes.filter(({ id, positionId }) => (positionId as string) === id);
  const made = new Set(opened.map(({ positionId }) => positionId));
  const steps = metadata.filter(({ position }) => !made.has(position));
  return {
    positions: [...made].filter((position) => !isAnnotation(after, position)),
    versions: nodes
      .filter(({ positionId }) => !made.has(positionId))
      .map(({ id, positionId }) => ({ position: positionId, version: id })),
    notes: [...made].filter((position) => isAnnotation(after, position)),
    metadata: steps.map(({ position, metadata }) => ({
      position,
      before: metadataAt(before, position),
      after: metadata,
    })),
  };
}

/** Two changes, one after the other, as one. */
export function joinInverses(first: Inverse, second: Inverse): Inverse {
  const steps = new Map(first.metadata.map((step) => [step.position, step]));
  for (const step of second.metadata)
    steps.set(step.position, { ...step, before: steps.get(step.position)?.before ?? step.before });
  return {
    positions: [...first.positions, ...second.positions],
    versions: [...first.versions, ...second.versions],
    notes: [...first.notes, ...second.notes],
    metadata: [...steps.values()],
  };
}

export function inverseToJson({ positions, versions, notes, metadata }: Inverse): JsonValue {
  return {
    positions,
    versions: versions.map(({ position, version }) => ({ position, version })),
    notes,
    metadata: metadata.map(({ position, before, after }) => ({
      position,
      before: metadataToJson(before),
      after: metadataToJson(after),
    })),
  };
}

function metadataToJson({ bookmarked, bookmarkLabel, pruned, excluded }: PositionMetadata): JsonValue {
  return { bookmarked, bookmarkLabel, pruned, excluded };
}
