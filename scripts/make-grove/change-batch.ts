import type { NodeId, PositionId } from '../../src/core/ids.ts';
import type { NodeWithEdge } from '../../src/core/tree/new-node.ts';
import type { TreeChange } from '../../src/core/tree/tree-change.ts';

/** Collects the changes of one commit. */
export interface ChangeBatch {
  readonly size: number;
  add(made: NodeWithEdge): void;
  /** Extends the path from `parent` to a node that opens a position. */
  extendPath(parent: PositionId, made: NodeWithEdge): void;
  select(position: PositionId, version: NodeId): void;
  /** Returns what was collected and empties the batch. */
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
    extendPath(parent, { node }) {
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
