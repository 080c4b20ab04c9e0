import { sha256 } from '#sha256';
import type { NodeId } from '../../core/ids.ts';
import type { LoggedNode } from '../../core/provenance/logged-node.ts';

/** Compares nodes with the log, in one pass over all of them. */
export interface NodeLedger {
  /** Adds a node that is in the log. */
  expect(logged: LoggedNode): void;
  /** Compares an existing node with the log. Call once per node. */
  compare(node: LoggedNode): 'same' | 'other' | 'not logged';
  /** Nodes in the log that were not compared. */
  missing(): readonly NodeId[];
}

/** Keeps only a short digest of each node, so that a million fit into memory. */
export function nodeLedger(): NodeLedger {
  const expected = new Map<NodeId, number>();
  const digest = ({ contentHash, position, editedFrom, spans }: LoggedNode) =>
    Number.parseInt(sha256(`${contentHash} ${position} ${editedFrom ?? ''} ${spans}`).slice(0, 12), 16);
  return {
    expect(logged) {
      expected.set(logged.id, digest(logged));
    },
    compare(node) {
      const known = expected.get(node.id);
      expected.delete(node.id);
      if (known === undefined) return 'not logged';
      return known === digest(node) ? 'same' : 'other';
    },
    missing: () => [...expected.keys()],
  };
}
