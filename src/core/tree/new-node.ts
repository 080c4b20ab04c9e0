import { AspenError } from '../errors.ts';
import {
  type AgentId,
  type EdgeId,
  type LocalId,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type ResponseId,
  type Sha256,
} from '../ids.ts';
import { contentHash } from '../provenance/content-hash.ts';
import { spansLength } from '../text/span.ts';
import type { AgentType } from './agent.ts';
import type { EdgeType, Hyperedge } from './hyperedge.ts';
import { localIdFor } from './local-id.ts';
import type { Mint } from './mint.ts';
import {
  type FinishReason,
  type NodeContent,
  PLAIN_METADATA,
  type PositionMetadata,
  type Seam,
  textOf,
  type WholeNode,
} from './tree-node.ts';
import type { TreeView } from './tree-view.ts';

/** Who writes a node. */
export interface Author {
  readonly id: AgentId;
  readonly type: AgentType;
}

/** What a model's node keeps of the response it came from. */
export interface ResponseFacts {
  /** Taken when the continuation was asked for, so that siblings stand in that order. */
  readonly nodeId: NodeId;
  readonly responseId: ResponseId;
  readonly responseHash: Sha256;
  readonly choiceIndex: number;
  readonly seam: Seam | null;
  readonly finishReason: FinishReason;
}

export interface NewNode extends NodeContent {
  readonly author: Author;
  /** The position that the node continues or notes, and the version of it that its author had in front of them. */
  readonly source: PositionId;
  readonly origin: NodeId;
  readonly edgeType: EdgeType;
  /** Given, the node is another version there; not given, it opens a position of its own. */
  readonly position?: PositionId;
  readonly editedFrom: NodeId | null;
  /** Of the position that a version joins. */
  readonly metadata?: PositionMetadata;
  readonly response?: ResponseFacts;
}

/** A node and the one edge into it, ready to be written. */
export interface NodeWithEdge {
  readonly node: WholeNode;
  readonly edge: Hyperedge;
}

/**
 * Makes a node and its edge: ids, local id and content hash.
 * @throws {AspenError} NOT_FOUND where the origin is not there; INVALID_ARGUMENT where it is no version of the source,
 *   or the spans do not add up to the text
 */
export function makeNode(tree: TreeView, wanted: NewNode, mint: Mint): NodeWithEdge {
  const origin = tree.findNode(wanted.origin);
  if (origin === undefined) throw new AspenError('NOT_FOUND', `no node ${wanted.origin}`);
  if (origin.positionId !== wanted.source) {
    throw new AspenError('INVALID_ARGUMENT', `${origin.id} is not a version at ${wanted.source}`);
  }
  const id = wanted.response?.nodeId ?? (mint.newId() as NodeId);
  const position = wanted.position ?? positionOpenedBy(id);
  const localId = localIdFor(id, (taken) => tree.hasLocalId(taken));
  const node = describeNode(tree, wanted, id, position, localId, [origin.contentHash], mint);
  const edge: Hyperedge = {
    id: mint.newId() as EdgeId,
    treeId: tree.tree.id,
    targetId: id,
    type: wanted.edgeType,
    sources: [{ role: 'primary', positionId: wanted.source, originId: wanted.origin }],
    createdAt: node.createdAt,
  };
  return { node, edge };
}

/** The node's own row; also of a root, which has no source. */
export function describeNode(
  { tree }: Pick<TreeView, 'tree'>,
  wanted: Pick<NewNode, 'author' | 'content' | 'spans' | 'editedFrom' | 'metadata' | 'response'>,
  id: NodeId,
  positionId: PositionId,
  localId: LocalId,
  parentHashes: readonly Sha256[],
  mint: Mint,
): WholeNode {
  const { author, content, spans, response } = wanted;
  if (spansLength(spans) !== textOf(content).length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `spans of ${spansLength(spans)} for a text of ${textOf(content).length}`,
    );
  }
  const createdAt = mint.now();
  const responseHash = response?.responseHash ?? null;
  return {
    id,
    localId,
    treeId: tree.id,
    positionId,
    editedFrom: wanted.editedFrom,
    authorId: author.id,
    authorType: author.type,
    contentType: content.type,
    contentHash: contentHash(
      { content, parentHashes, createdAt, authorId: author.id, responseHash },
      mint.sha256,
    ),
    responseId: response?.responseId ?? null,
    choiceIndex: response?.choiceIndex ?? null,
    seam: response?.seam ?? null,
    finishReason: response?.finishReason ?? null,
    createdAt,
    ...(wanted.metadata ?? PLAIN_METADATA),
    summary: null,
    content,
    spans,
  };
}
