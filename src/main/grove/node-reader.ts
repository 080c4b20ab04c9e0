import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, PositionId, Sha256, TreeId } from '../../core/ids.ts';
import { type ResponseToVerify, verifyNode } from '../../core/provenance/verify.ts';
import { nodesToVerify } from '../../core/provenance/verify-tree.ts';
import { textOf } from '../../core/tree/tree-node.ts';
import type {
  AnnotationSummary,
  BookmarkSummary,
  ChildSummary,
  NodeDetails,
  VersionSummary,
} from '../../ipc/wire.ts';
import { type Annotation, listAnnotations } from '../store/annotations.ts';
import { listBookmarks } from '../store/bookmarks.ts';
import { listChildren } from '../store/children.ts';
import type { Reader } from '../store/query.ts';
import { findResponse, findResponseBytes } from '../store/responses.ts';
import { sqlTree, sqlViews } from '../store/sql-tree.ts';

/** UTF-16 code units of a text that a list shows. */
const EXCERPT = 240;

export interface Digests {
  readonly sha256: (text: string) => Sha256;
  readonly sha256OfBytes: (bytes: Uint8Array) => Sha256;
}

/** Everything the Node tab tells of one node, its hash verified. @throws {AspenError} NOT_FOUND */
export function readNode(reader: Reader, treeId: TreeId, nodeId: NodeId, digests: Digests): NodeDetails {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { content, spans } = tree.getContent(nodeId);
  const [toVerify] = nodesToVerify(tree, [nodeId], (id) => responseToVerify(reader, id, digests));
  if (toVerify === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  return {
    node,
    content,
    spans,
    edge: tree.findEdgeInto(nodeId) ?? null,
    verdict: verifyNode(toVerify, digests.sha256),
  };
}

/** The hashes of a stored response: as written down, and of its bytes now. */
export function responseToVerify(
  reader: Reader,
  id: Parameters<typeof findResponse>[1],
  { sha256OfBytes }: Pick<Digests, 'sha256OfBytes'>,
): ResponseToVerify | undefined {
  const record = findResponse(reader, id);
  if (record === undefined) return undefined;
  const bytes = findResponseBytes(reader, id);
  return {
    recordedHash: record.bodySha256,
    bodyHash: bytes === undefined ? null : sha256OfBytes(bytes.body),
  };
}

/** The versions at a position, oldest first; empty where there is no such position. */
export function listVersions(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positionId: PositionId,
): readonly VersionSummary[] {
  const { tree, path } = sqlViews(reader, treeId, agentId);
  const versions = tree.versionsAt(positionId);
  const selected = path.selectedAt(positionId) ?? versions.at(-1)?.id;
  return versions.map(({ id, localId, authorId, editedFrom, createdAt }) => ({
    nodeId: id,
    localId,
    authorId,
    editedFrom,
    createdAt,
    selected: id === selected,
  }));
}

/** Notes on any version at a node's position, oldest first. @throws {AspenError} NOT_FOUND */
export function readAnnotations(
  reader: Reader,
  treeId: TreeId,
  nodeId: NodeId,
): readonly AnnotationSummary[] {
  const node = sqlTree(reader, treeId).findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  return listAnnotations(reader, treeId, node.positionId).map(annotationSummary);
}

export function annotationSummary({ node, originId }: Annotation): AnnotationSummary {
  const { id, authorId, createdAt, content, spans } = node;
  return { nodeId: id, originId, authorId, createdAt, text: textOf(content), spans };
}

/** Continuations of a position in the order they were asked for, pruned ones too. @throws {AspenError} NOT_FOUND */
export function readChildren(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  parentId: PositionId,
): readonly ChildSummary[] {
  return listChildren(reader, treeId, agentId, parentId, EXCERPT).map(
    ({ node, versionCount, excerpt, length }): ChildSummary => ({
      positionId: node.positionId,
      nodeId: node.id,
      authorId: node.authorId,
      excerpt,
      length,
      pruned: node.pruned,
      bookmarked: node.bookmarked,
      finishReason: node.finishReason,
      versionCount,
      createdAt: node.createdAt,
    }),
  );
}

/** Every bookmarked position of a tree, by position id. @throws {AspenError} NOT_FOUND */
export function readBookmarks(reader: Reader, treeId: TreeId): readonly BookmarkSummary[] {
  return listBookmarks(reader, treeId, EXCERPT);
}
