import { AspenError } from '../../../core/errors.ts';
import type { AgentId, RequestId, Sha256, TreeId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import { logMarks, type MarkChanges } from '../../../core/tree/tree-marks.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { LogHead } from '../connection/log-head.ts';
import { insertEdges } from './edges.ts';
import { getTreeKey } from './keys.ts';
import { appendLog, type LogEntry } from './log.ts';
import { writeMarks } from './marks/mark-tables.ts';
import { indexLinks } from './node-links.ts';
import { insertNodes, writeMetadata } from './nodes.ts';
import { writePath } from './path-state.ts';

/** The log's record of a change in addition to its writes. */
export interface LogExtras {
  /** Identifies a commit so that a repeat is recognised (`findRequest`). */
  readonly request?: RequestId;
  /** The digest of the response that the nodes came from. */
  readonly response?: Sha256;
  readonly details?: Readonly<Record<string, JsonValue>>;
}

/**
 * Writes the result of an operation: nodes with their rows in the indexes, edges with their sources,
 * metadata, marks, the agent's path, and one row of the log. A change without any of these but a path (a switch, or a
 * commit that only reselected existing versions) writes the path and no log row, unless it undoes a turn.
 *
 * @returns the new head of the log; undefined when nothing was logged
 * @throws {AspenError} NOT_FOUND when it refers to something that is not in the tree; INVALID_ARGUMENT when
 *   nodes and edges do not belong together (`insertNodes`, `insertEdges`). The transaction then rolls back.
 */
export function writeChange(
  tx: FileTransaction,
  treeId: TreeId,
  agentId: AgentId,
  change: TreeChange,
  kind: LogKind,
  extras: LogExtras = {},
): LogHead | undefined {
  const tree = getTreeKey(tx, treeId);
  for (const { id, treeId: other } of [...change.nodes, ...change.edges]) {
    if (other !== treeId)
      throw new AspenError('INVALID_ARGUMENT', `${id} belongs to tree ${other}, not ${treeId}`);
  }
  const keys = insertNodes(tx, tree, change.nodes);
  insertEdges(tx, tree, change.edges);
  indexLinks(tx, keys);
  writeMetadata(tx, tree, change.metadata);
  const marks = writeMarks(tx, treeId, change);
  writePath(tx, treeId, agentId, change.path);
  const written = [change.nodes, change.metadata, ...Object.values(marks)];
  if (written.every(({ length }) => length === 0) && kind !== 'turn-undo') return undefined;
  return appendLog(tx, agentId, kind, entryFor(treeId, change, marks, kind, extras));
}

function entryFor(
  treeId: TreeId,
  change: TreeChange,
  marks: MarkChanges,
  kind: LogKind,
  extras: LogExtras,
): LogEntry {
  const { head, selected } = change.path;
  return {
    tree: treeId,
    ...(change.nodes.length === 0 ? {} : { nodes: change.nodes.map((node) => logNode(node)) }),
    ...(change.metadata.length === 0 && kind !== 'import' && kind !== 'merge'
      ? {}
      : { metadata: change.metadata.map(({ position, metadata }) => ({ position, ...metadata })) }),
    ...logMarks(marks),
    ...(kind === 'commit' ? { ...(head === undefined ? {} : { head }), selected } : {}),
    ...(extras.request === undefined ? {} : { request: extras.request }),
    ...(extras.response === undefined ? {} : { response: extras.response }),
    ...(extras.details === undefined ? {} : { details: extras.details }),
  };
}
