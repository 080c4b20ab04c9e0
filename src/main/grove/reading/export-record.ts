/** One node's record as a file that can be verified without this program (`docs/format.md`). */
import { AspenError } from '../../../core/errors.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import { parentsOf } from '../../../core/provenance/verify-tree.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { findResponse, findResponseBytes } from '../../store/tables/responses.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';

export interface ExportedFile {
  /** The file name, without a folder. */
  readonly name: string;
  readonly text: string;
}

/**
 * The record of a node as JSON: everything its hash covers, the same of its parents, and the response it came
 * from, byte for byte.
 * @throws {AspenError} NOT_FOUND; CORRUPT if the record is invalid
 */
export function exportRecord(reader: Reader, treeId: TreeId, nodeId: NodeId): ExportedFile {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { id, localId, authorId, choiceIndex, seam, finishReason } = node;
  const author = findAgent(reader, authorId);
  const record = {
    format: 'aspen-record-1',
    ...hashedParts(reader, tree, nodeId),
    parents: parentsOf(tree.findEdgeInto(nodeId))
      .filter((parent) => tree.findNode(parent) !== undefined)
      .map((parent) => hashedParts(reader, tree, parent)),
    response: responseOf(reader, node.responseId),
    about: {
      id,
      localId,
      author: { name: author?.name ?? null, type: node.authorType, modelRef: author?.modelRef ?? null },
      choiceIndex,
      seam,
      finishReason,
    },
  };
  return { name: `aspen-${localId}.json`, text: `${JSON.stringify(record, null, 2)}\n` };
}

/** The hash of a node and everything it covers, with the property names of `domain.md`. */
function hashedParts(reader: Reader, tree: TreeView, nodeId: NodeId) {
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { contentHash, createdAt, authorId, responseId } = node;
  const response = responseId === null ? undefined : findResponse(reader, responseId);
  return {
    contentHash,
    content: tree.getContent(nodeId).content,
    parentHashes: parentsOf(tree.findEdgeInto(nodeId))
      .flatMap((parent) => tree.findNode(parent)?.contentHash ?? [])
      .sort(),
    createdAt: isoTime(createdAt),
    authorAgentId: authorId,
    rawResponseHash: response?.bodySha256 ?? null,
  };
}

/** The response; null if the node has none. Its body is null in a copy that was shared without bodies. */
function responseOf(reader: Reader, id: Parameters<typeof findResponse>[1] | null) {
  const response = id === null ? undefined : findResponse(reader, id);
  if (response === undefined) return null;
  const {
    provider,
    modelIdentifier,
    requestId,
    request,
    latencyMs,
    tokenUsage,
    bodySha256,
    redacted,
    decoded,
  } = response;
  const bytes = findResponseBytes(reader, response.id);
  return {
    provider,
    model: modelIdentifier,
    requestId,
    requestedAt: isoTime(response.requestedAt),
    respondedAt: isoTime(response.respondedAt),
    latencyMs,
    tokenUsage,
    request,
    headers: bytes?.headers ?? null,
    bodySha256,
    redacted,
    decoded,
    body: bytes === undefined ? null : Buffer.from(bytes.body).toString('base64'),
  };
}
