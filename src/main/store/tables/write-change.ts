import { AspenError } from '../../../core/errors.ts';
import type { AgentId, RequestId, TreeId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { logNode } from '../../../core/provenance/logged-node.ts';
import type { TreeChange } from '../../../core/tree/tree-change.ts';
import type { FileTransaction, LogHead } from '../connection/store.ts';
import { insertEdges } from './edges.ts';
import { getTreeKey } from './keys.ts';
import { appendLog, type LogEntry, type LogKind } from './log.ts';
import { insertNodes, writeMetadata } from './nodes.ts';
import { writePath } from './path-state.ts';

/** What the log says of a change besides what it wrote. */
export interface ChangeNote {
  /** Names a commit, so that repeating it is recognised (`findRequest`). */
  readonly request?: RequestId;
  readonly details?: Readonly<Record<string, JsonValue>>;
}

/**
 * Writes everything an operation would add: nodes with their rows of the search index, edges with their sources,
 * metadata, the agent's path, and one row of the log. A change that adds neither node nor metadata (a switch, or a
 * commit that only found its versions again) writes the path and no log row.
 *
 * @returns the new head of the log; undefined where nothing was logged
 * @throws {AspenError} NOT_FOUND where it refers to what is not in the tree; INVALID_ARGUMENT where nodes and edges
 *   do not belong together (`insertNodes`, `insertEdges`). Nothing is written then: the transaction ends.
 */
export function writeChange(
  tx: FileTransaction,
  treeId: TreeId,
  agentId: AgentId,
  change: TreeChange,
  kind: LogKind,
  note: ChangeNote = {},
): LogHead | undefined {
  const tree = getTreeKey(tx, treeId);
  for (const { id, treeId: other } of [...change.nodes, ...change.edges]) {
    if (other !== treeId)
      throw new AspenError('INVALID_ARGUMENT', `${id} belongs to tree ${other}, not ${treeId}`);
  }
  insertNodes(tx, tree, change.nodes);
  insertEdges(tx, tree, change.edges);
  writeMetadata(tx, tree, change.metadata);
  writePath(tx, treeId, agentId, change.path);
  if (change.nodes.length === 0 && change.metadata.length === 0) return undefined;
  return appendLog(tx, agentId, kind, entryFor(tx, treeId, change, kind, note));
}

function entryFor(
  tx: FileTransaction,
  treeId: TreeId,
  change: TreeChange,
  kind: LogKind,
  note: ChangeNote,
): LogEntry {
  const { head, selected } = change.path;
  return {
    tree: treeId,
    ...(change.nodes.length === 0 ? {} : { nodes: change.nodes.map((node) => logNode(node, tx.sha256)) }),
    ...(change.metadata.length === 0
      ? {}
      : { metadata: change.metadata.map(({ position, metadata }) => ({ position, ...metadata })) }),
    ...(kind === 'commit' ? { ...(head === undefined ? {} : { head }), selected } : {}),
    ...(note.request === undefined ? {} : { request: note.request }),
    ...(note.details === undefined ? {} : { details: note.details }),
  };
}
