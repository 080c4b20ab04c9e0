import type { NodeId, PositionId, Sha256 } from '../../src/core/ids.ts';

/** What the log keeps of a node (`storage.md`, *The log*). */
export interface LedgerEntry {
  readonly id: NodeId;
  readonly contentHash: Sha256;
  readonly position: PositionId;
  readonly editedFrom: NodeId | null;
  readonly spans: Sha256;
}

/** Compares the nodes that the log names with those that are there. */
export interface NodeLedger {
  /** A node that the log says was written. */
  expect(entry: LedgerEntry): void;
  /** A node that is there; what is wrong with it, in words, or undefined. Each is to be shown once. */
  findDifference(entry: LedgerEntry): string | undefined;
  /** Nodes that the log names and that were not shown. */
  missing(): readonly NodeId[];
}

/** It keeps a short digest of each node, so that a million fit into memory. */
export function nodeLedger(sha256: (text: string) => Sha256): NodeLedger {
  const expected = new Map<NodeId, number>();
  const digest = ({ contentHash, position, editedFrom, spans }: LedgerEntry) =>
    Number.parseInt(sha256(`${contentHash} ${position} ${editedFrom ?? ''} ${spans}`).slice(0, 12), 16);
  return {
    expect(entry) {
      expected.set(entry.id, digest(entry));
    },
    findDifference(entry) {
      const known = expected.get(entry.id);
      expected.delete(entry.id);
      if (known === undefined) return 'the log does not name it';
      if (known === digest(entry)) return undefined;
      return 'the log says that it was written with another hash, place or authorship';
    },
    missing: () => [...expected.keys()],
  };
}
