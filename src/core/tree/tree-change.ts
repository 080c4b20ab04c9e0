import type { NodeId, PositionId } from '../ids.ts';
import type { PositionMetadata } from './position-metadata.ts';
import type { MarkChanges } from './tree-marks.ts';
import type { Hyperedge, WholeNode } from './tree-node.ts';

/** A change to an agent's path; whatever it does not name stays as it is. */
export interface PathChange {
  readonly head?: PositionId;
  readonly selected: readonly { readonly position: PositionId; readonly version: NodeId }[];
  readonly lastChild: readonly { readonly position: PositionId; readonly child: PositionId }[];
  /** Positions of a family that the path went from, each with its new `leftAt` (`PathView`). */
  readonly left?: readonly { readonly position: PositionId; readonly at: number }[];
  /** Positions that the path was ended before (`PathView.isRest`). */
  readonly rests?: readonly PositionId[];
}

/** Metadata set on every version of a position. */
export interface MetadataChange {
  readonly position: PositionId;
  readonly metadata: PositionMetadata;
}

/** The rows an operation would add and the resulting path, to be written in one transaction. */
export interface TreeChange extends MarkChanges {
  /** In write order: a node comes after the nodes it refers to. */
  readonly nodes: readonly WholeNode[];
  readonly edges: readonly Hyperedge[];
  readonly metadata: readonly MetadataChange[];
  readonly path: PathChange;
  /** Positions whose versions are listed otherwise than before, though nothing was written there; absent for none. */
  readonly relisted?: readonly PositionId[];
}

export const NO_PATH_CHANGE: PathChange = { selected: [], lastChild: [] };
