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
import { normaliseSpannedText } from '../text/normalise.ts';
import { spansLength } from '../text/span.ts';
import type { AgentType } from './agent.ts';
import type { EdgeType, Hyperedge } from './hyperedge.ts';
import type { IdsAndClock } from './ids-and-clock.ts';
import { localIdFor } from './local-id.ts';
import {
  type FinishReason,
  type NodeContent,
  PLAIN_METADATA,
  type PositionMetadata,
  type Seam,
  type TreeNode,
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

/** A node that its author also had in front of them, beside the path. */
export interface FurtherSource {
  readonly role: 'context' | 'instruction';
  readonly nodeId: NodeId;
}

export interface NewNode extends NodeContent {
  readonly author: Author;
  /** The position that the node continues or notes, and the version of it that its author had in front of them. */
  readonly source: PositionId;
  readonly origin: NodeId;
  readonly edgeType: EdgeType;
  readonly furtherSources?: readonly FurtherSource[];
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
 * @throws {AspenError} NOT_FOUND where a source is not there; INVALID_ARGUMENT where the origin is no version of the
 *   source, the source is an annotation, the spans do not add up to the text, or a person is said to be a provider
 */
export function makeNode(tree: TreeView, wanted: NewNode, idsAndClock: IdsAndClock): NodeWithEdge {
  const { source, origin, furtherSources = [], response } = wanted;
  const originNode = getNode(tree, origin);
  if (originNode.positionId !== source) {
    throw new AspenError('INVALID_ARGUMENT', `${origin} is not a version at ${source}`);
  }
  if (isAnnotation(tree, source)) {
    throw new AspenError('INVALID_ARGUMENT', `${source} is an annotation, which nothing follows`);
  }
  if (response !== undefined && tree.findNode(response.nodeId) !== undefined) {
    throw new AspenError('INVALID_ARGUMENT', `node ${response.nodeId} is there already`);
  }
  const parentHashes = [
    originNode.contentHash,
    ...furtherSources.map(({ nodeId }) => getNode(tree, nodeId).contentHash),
  ];
  const id = response?.nodeId ?? (idsAndClock.newId() as NodeId);
  const position = wanted.position ?? positionOpenedBy(id);
  const localId = localIdFor(id, (taken) => tree.hasLocalId(taken));
  const node = describeNode(tree, wanted, id, position, localId, parentHashes, idsAndClock);
  const edge: Hyperedge = {
    id: idsAndClock.newId() as EdgeId,
    treeId: tree.tree.id,
    targetId: id,
    type: wanted.edgeType,
    sources: [{ role: 'primary', positionId: source, originId: origin }, ...furtherSources],
    createdAt: node.createdAt,
  };
  return { node, edge };
}

/** @throws {AspenError} NOT_FOUND */
export function getNode(tree: TreeView, id: NodeId): TreeNode {
  const node = tree.findNode(id);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${id}`);
  return node;
}

/** True for the position of an annotation, which no path reaches. */
export function isAnnotation(tree: TreeView, position: PositionId): boolean {
  return position !== tree.tree.rootPositionId && tree.parentOf(position) === null;
}

/**
 * What a node is to say as it is kept: text well-formed, line ends `\n` (`storage.md`, *Text*). Text that was made so
 * where it entered, as it should be, passes unchanged.
 */
export function normaliseContent({ content, spans }: NodeContent): NodeContent {
  if (content.type !== 'text') return { content, spans };
  const kept = normaliseSpannedText({ text: content.text, spans });
  return { content: { type: 'text', text: kept.text }, spans: kept.spans };
}

/** The node's own row; also of a root, which has no source. */
export function describeNode(
  { tree }: Pick<TreeView, 'tree'>,
  wanted: Pick<NewNode, 'author' | 'content' | 'spans' | 'editedFrom' | 'metadata' | 'response'>,
  id: NodeId,
  positionId: PositionId,
  localId: LocalId,
  parentHashes: readonly Sha256[],
  idsAndClock: IdsAndClock,
): WholeNode {
  const { author, response } = wanted;
  const { content, spans } = normaliseContent(wanted);
  if (spansLength(spans) !== textOf(content).length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `spans of ${spansLength(spans)} for a text of ${textOf(content).length}`,
    );
  }
  if (response !== undefined && author.type !== 'model') {
    throw new AspenError('INVALID_ARGUMENT', `agent ${author.id} is no model, and has no response`);
  }
  const createdAt = idsAndClock.now();
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
      idsAndClock.sha256,
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
