/**
 * Compares nodes with the log. This checks what content hashes do not cover: the spans, and whether a node is missing.
 */
import type { NodeId, PositionId, Sha256 } from '../ids.ts';
import { DEFAULT_METADATA, isAlike, metadataOf, type PositionMetadata } from '../tree/position-metadata.ts';
import type { TreeNode, WholeNode } from '../tree/tree-node.ts';
import { spansHash } from './log-hash.ts';

/** A node as recorded in the log (`storage.md`, *The log*). */
export interface LoggedNode {
  readonly id: NodeId;
  readonly contentHash: Sha256;
  readonly position: PositionId;
  readonly editedFrom: NodeId | null;
  /** SHA-256 of the node's spans with agent ids (`spansHash`). */
  readonly spans: Sha256;
}

/** The fields of a node that the log records. */
type NodeToLog = Pick<WholeNode, 'id' | 'contentHash' | 'positionId' | 'editedFrom' | 'spans'>;

/** The log entry for a node. */
export function logNode(node: NodeToLog): LoggedNode {
  const { id, contentHash, positionId: position, editedFrom, spans } = node;
  return { id, contentHash, position, editedFrom, spans: spansHash(spans) };
}

/** A difference between the log and the stored nodes. */
interface LogMismatch {
  /** Null if it concerns nodes missing from the log. */
  readonly nodeId: NodeId | null;
  /** A description of the difference. */
  readonly reason: string;
}

/**
 * Compares nodes with the log, one at a time.
 * @param logged the nodes in the log, each once
 * @param findNode finds a stored node
 * @param count the number of stored nodes
 * @returns the differences in log order, then whether nodes are missing from the log; lazy, so a caller that
 *   needs only the first pays only for that
 */
export function* findLogMismatches(
  logged: Iterable<LoggedNode>,
  findNode: (id: NodeId) => NodeToLog | undefined,
  count: number,
): Generator<LogMismatch> {
  let found = 0;
  for (const expected of logged) {
    const { id: nodeId } = expected;
    const node = findNode(nodeId);
    if (node === undefined) {
      yield { nodeId, reason: 'it was written but no longer exists' };
      continue;
    }
    found += 1;
    const actual = logNode(node);
    if (actual.contentHash !== expected.contentHash)
      yield { nodeId, reason: 'its content hash has changed since it was written' };
    if (actual.position !== expected.position)
      yield {
        nodeId,
        reason: `it was written at position ${expected.position} but is now at ${actual.position}`,
      };
    if (actual.editedFrom !== expected.editedFrom)
      yield { nodeId, reason: 'the node it was edited from has changed since it was written' };
    if (actual.spans !== expected.spans)
      yield { nodeId, reason: 'its authorship spans have changed since it was written' };
  }
  const unlogged = count - found;
  if (unlogged > 0)
    yield {
      nodeId: null,
      reason: `the log does not contain ${unlogged} of ${count} nodes: they were written by a program that does not keep the log`,
    };
}

/** The metadata of a position, as recorded in the log. */
export type LoggedMetadata = { readonly position: PositionId } & PositionMetadata;

type Marked = Pick<TreeNode, 'id' | 'positionId'> & PositionMetadata;

/**
 * The metadata to record with nodes that are copied: that of each position they open, unless it is the default. A row
 * that copies nodes records this even if it is empty; without it, the metadata of the positions is unknown.
 */
export function logMetadata(nodes: Iterable<Marked>): readonly LoggedMetadata[] {
  const logged: LoggedMetadata[] = [];
  for (const node of nodes) {
    if ((node.id as string) !== node.positionId || isAlike(node, DEFAULT_METADATA)) continue;
    logged.push({ position: node.positionId, ...metadataOf(node) });
  }
  return logged;
}
