import { AspenError } from '../../../core/errors.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import { answeredIn, answerRuns } from '../../../core/rewrites/answer-runs.ts';
import { answerSource } from '../../../core/rewrites/answer-source.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { NodeRun, RunSource } from '../../../ipc/wire/node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { findResponse } from '../../store/tables/responses.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';

/** How far back edits are followed: versions, and UTF-16 code units of all their texts. */
const MAX_VERSIONS = 100;
const MAX_LENGTH = 2_000_000;

/**
 * Which answer each part of a node's text is from, in text order (`edits.md`, *Rewrites and bridges*); empty if there is
 * nothing to tell: one author's text that is from no rewrite or bridge.
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function readRuns(reader: Reader, treeId: TreeId, nodeId: NodeId): readonly NodeRun[] {
  if (sqlTree(reader, treeId).findNode(nodeId) === undefined)
    throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const versions = editsOf(reader, nodeId);
  const [node] = versions;
  if (node === undefined) return [];
  const runs = answerRuns(versions);
  if (runs.length < 2 && answeredIn(node) === null) return [];
  const sources = new Map<NodeId, RunSource>();
  for (const [index, version] of versions.entries()) {
    if (runs.every((run) => run.nodeId !== version.id)) continue;
    const record = version.responseId === null ? undefined : findResponse(reader, version.responseId);
    const source = answerSource(version, versions[index + 1], record?.request ?? null);
    sources.set(version.id, { ...source, nodeId: version.id, createdAt: version.createdAt });
  }
  return runs.map(({ from, to, agent, nodeId: answer }) => ({
    from,
    to,
    authorId: agent,
    source: answer === null ? null : (sources.get(answer) ?? null),
  }));
}

/** A node, and each that the one before it was edited from. */
function editsOf(reader: Reader, nodeId: NodeId): readonly WholeNode[] {
  const versions: WholeNode[] = [];
  const seen = new Set<NodeId>();
  let length = 0;
  for (let id: NodeId | null = nodeId; id !== null && versions.length < MAX_VERSIONS && !seen.has(id); ) {
    seen.add(id);
    const node: WholeNode | undefined = findWholeNodes(reader, [id]).get(id);
    length += node === undefined ? 0 : textOf(node.content).length;
    if (node === undefined || (versions.length > 0 && length > MAX_LENGTH)) break;
    versions.push(node);
    id = node.editedFrom;
  }
  return versions;
}
