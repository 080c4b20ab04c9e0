import type { NodeId, Sha256 } from '../../src/core/ids.ts';
import type { LoggedNode } from '../../src/core/provenance/logged-node.ts';

/** Tells nodes that are as the log says from others, in one walk through all of them. */
export interface NodeLedger {
  /** A node that the log names. */
  expect(logged: LoggedNode): void;
  /** Whether a node that is there is as the log says. Each is to be shown once. */
  compare(node: LoggedNode): 'same' | 'other' | 'not named';
  /** Nodes that the log names and that were not shown. */
  missing(): readonly NodeId[];
}

/** It keeps no more than a short digest of each node, so that a million fit into memory. */
export function nodeLedger(sha256: (text: string) => Sha256): NodeLedger {
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
      if (known === undefined) return 'not named';
      return known === digest(node) ? 'same' : 'other';
    },
    missing: () => [...expected.keys()],
  };
}
