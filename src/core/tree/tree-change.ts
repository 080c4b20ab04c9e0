import type { NodeId, PositionId } from '../ids.ts';
import type { Hyperedge } from './hyperedge.ts';
import type { PositionMetadata, WholeNode } from './tree-node.ts';

/** What becomes of an agent's path; what is not named stays. */
export interface PathChange {
  readonly head?: PositionId;
  readonly selected: readonly { readonly position: PositionId; readonly version: NodeId }[];
  readonly lastChild: readonly { readonly position: PositionId; readonly child: PositionId }[];
}

/** Metadata set on every version of a position. */
export interface MetadataChange {
  readonly position: PositionId;
  readonly metadata: PositionMetadata;
}

/** The rows an operation would add and the path it leaves; the repository writes all of it in one transaction. */
export interface TreeChange {
  /** In the order to write them: a node comes after those it refers to. */
  readonly nodes: readonly WholeNode[];
  readonly edges: readonly Hyperedge[];
  readonly metadata: readonly MetadataChange[];
  readonly path: PathChange;
}

export const NO_PATH_CHANGE: PathChange = { selected: [], lastChild: [] };
