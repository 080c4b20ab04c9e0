/** Nodes against what the log says of them: what no hash of a node covers, its spans and whether it is there at all. */
import type { NodeId, PositionId, Sha256 } from '../ids.ts';
import type { WholeNode } from '../tree/tree-node.ts';
import { spansHash } from './log-hash.ts';

/** A node as the log names it (`storage.md`, *The log*). */
export interface LoggedNode {
  readonly id: NodeId;
  readonly contentHash: Sha256;
  readonly position: PositionId;
  readonly editedFrom: NodeId | null;
  /** SHA-256 of the node's spans with agent ids (`spansHash`). */
  readonly spans: Sha256;
}

/** The parts of a node that the log names. */
export type NodeToLog = Pick<WholeNode, 'id' | 'contentHash' | 'positionId' | 'editedFrom' | 'spans'>;

/** What the log is to say of a node. */
export function logNode(node: NodeToLog, sha256: (text: string) => Sha256): LoggedNode {
  const { id, contentHash, positionId: position, editedFrom, spans } = node;
  return { id, contentHash, position, editedFrom, spans: spansHash(spans, sha256) };
}

/** A node that is not as the log says. */
export interface LogMismatch {
  /** Null where it is about nodes that the log does not name. */
  readonly nodeId: NodeId | null;
  /** What differs, in words. */
  readonly reason: string;
}

/**
 * Compares nodes with what the log says of them, one at a time.
 * @param logged what the log names, each node once
 * @param findNode the node as it is stored
 * @param count how many nodes there are
 * @returns what differs, in the log's order, then whether there are nodes that it does not name; whoever wants only the
 *   first takes only those
 */
export function* findLogMismatches(
  logged: Iterable<LoggedNode>,
  findNode: (id: NodeId) => NodeToLog | undefined,
  count: number,
  sha256: (text: string) => Sha256,
): Generator<LogMismatch> {
  let found = 0;
  for (const expected of logged) {
    const { id: nodeId } = expected;
    const node = findNode(nodeId);
    if (node === undefined) {
      yield { nodeId, reason: 'it was written and is not there any more' };
      continue;
    }
    found += 1;
    const actual = logNode(node, sha256);
    if (actual.contentHash !== expected.contentHash)
      yield { nodeId, reason: 'its content hash is another than when it was written' };
    if (actual.position !== expected.position)
      yield {
        nodeId,
        reason: `it was written at position ${expected.position} and is at ${actual.position}`,
      };
    if (actual.editedFrom !== expected.editedFrom)
      yield { nodeId, reason: 'what it was edited from is another than when it was written' };
    if (actual.spans !== expected.spans)
      yield { nodeId, reason: 'who wrote which part of it was changed after it was written' };
  }
  const unnamed = count - found;
  if (unnamed > 0)
    yield {
      nodeId: null,
      reason: `the log does not name ${unnamed} of ${count} nodes: they were not written by a program that keeps it`,
    };
}
