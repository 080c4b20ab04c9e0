import type { NodeId, PositionId } from '../../src/core/ids.ts';
import type { NodeWithEdge } from '../../src/core/tree/new-node.ts';
import type { TreeChange } from '../../src/core/tree/tree-change.ts';

/** Collects what one commit will write. */
export interface ChangeBatch {
  readonly size: number;
  add(made: NodeWithEdge): void;
  /** The path goes on from `parent` to a node that opens a position. */
  goOn(parent: PositionId, made: NodeWithEdge): void;
  select(position: PositionId, version: NodeId): void;
  /** What was collected; the batch is empty again. */
  take(): TreeChange;
}

export function changeBatch(): ChangeBatch {
  let parts: NodeWithEdge[] = [];
  let selected = new Map<PositionId, NodeId>();
  let lastChild: { position: PositionId; child: PositionId }[] = [];
  let head: PositionId | undefined;
  return {
    get size() {
      return parts.length;
    },
    add(made) {
      parts.push(made);
    },
    goOn(parent, { node }) {
      head = node.positionId;
      lastChild.push({ position: parent, child: node.positionId });
      selected.set(node.positionId, node.id);
    },
    select(position, version) {
      selected.set(position, version);
    },
    take() {
      const change: TreeChange = {
        nodes: parts.map(({ node }) => node),
        edges: parts.map(({ edge }) => edge),
        metadata: [],
        path: {
          ...(head === undefined ? {} : { head }),
          selected: [...selected].map(([position, version]) => ({ position, version })),
          lastChild,
        },
      };
      parts = [];
      selected = new Map();
      lastChild = [];
      head = undefined;
      return change;
    },
  };
}
