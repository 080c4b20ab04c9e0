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
import { DEFAULT_METADATA, type PositionMetadata } from './position-metadata.ts';
import {
  type EdgeType,
  type FinishReason,
  type Hyperedge,
  type NodeContent,
  type Seam,
  type TreeNode,
  textOf,
  type WholeNode,
} from './tree-node.ts';
import type { TreeView } from './tree-view.ts';

/** The author of a node. */
export interface Author {
  readonly id: AgentId;
  readonly type: AgentType;
}

/** Details that a model's node records about its response. */
export interface ResponseDetails {
  /** Assigned when the continuation is requested, so that siblings are in the order of their requests. */
  readonly nodeId: NodeId;
  readonly responseId: ResponseId;
  readonly responseHash: Sha256;
  readonly choiceIndex: number;
  readonly seam: Seam | null;
  readonly finishReason: FinishReason;
}

/** A source beside the path that the author also saw. */
export interface ExtraSource {
  readonly role: 'context' | 'instruction';
  readonly nodeId: NodeId;
}

interface NewNode extends NodeContent {
  readonly author: Author;
  /** The position that the node continues or annotates, and the version of it that the author saw. */
  readonly source: PositionId;
  readonly origin: NodeId;
  readonly edgeType: EdgeType;
  readonly extraSources?: readonly ExtraSource[];
  /** If given, the node is another version there; otherwise it opens a new position. */
  readonly position?: PositionId;
  readonly editedFrom: NodeId | null;
  /** For a split: the offset in `editedFrom` at which it divides that node. */
  readonly splitAt?: number;
  /** For a version that the writer is not shown unless they take it. */
  readonly offered?: boolean;
  /** The metadata of the position that a version joins. */
  readonly metadata?: PositionMetadata;
  readonly response?: ResponseDetails;
}

/** The response of a new node, if it came in one. */
export function ofResponse(response: ResponseDetails | undefined): Pick<NewNode, 'response'> {
  return response === undefined ? {} : { response };
}

/** A node and its incoming edge, ready to be written. */
export interface NodeWithEdge {
  readonly node: WholeNode;
  readonly edge: Hyperedge;
}

/**
 * Creates a node and its edge, with ids, local id and content hash.
 * @throws {AspenError} NOT_FOUND if a source does not exist; INVALID_ARGUMENT if the origin is not a version
 *   at the source, the source is an annotation, the node already exists, the spans do not add up to the text,
 *   or a human author has a response
 */
export function makeNode(tree: TreeView, newNode: NewNode, idsAndClock: IdsAndClock): NodeWithEdge {
  const { source, origin, extraSources = [], response } = newNode;
  const originNode = getNode(tree, origin);
  if (originNode.positionId !== source) {
    throw new AspenError('INVALID_ARGUMENT', `${origin} is not a version at ${source}`);
  }
  if (isAnnotation(tree, source)) {
    throw new AspenError('INVALID_ARGUMENT', `${source} is an annotation, which nothing can continue`);
  }
  if (response !== undefined && tree.findNode(response.nodeId) !== undefined) {
    throw new AspenError('INVALID_ARGUMENT', `node ${response.nodeId} already exists`);
  }
  const parentHashes = [
    originNode.contentHash,
    ...extraSources.map(({ nodeId }) => getNode(tree, nodeId).contentHash),
  ];
  const id = response?.nodeId ?? (idsAndClock.newId() as NodeId);
  const position = newNode.position ?? positionOpenedBy(id);
  const localId = localIdFor(id, (taken) => tree.hasLocalId(taken));
  const node = buildNode(tree, newNode, id, position, localId, parentHashes, idsAndClock);
  const edge: Hyperedge = {
    id: idsAndClock.newId() as EdgeId,
    treeId: tree.tree.id,
    targetId: id,
    type: newNode.edgeType,
    sources: [{ role: 'primary', positionId: source, originId: origin }, ...extraSources],
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

/** Returns true for the position of an annotation, which is never on a path. */
export function isAnnotation(tree: TreeView, position: PositionId): boolean {
  return position !== tree.tree.rootPositionId && tree.parentOf(position) === null;
}

/**
 * Normalises content for storage: well-formed text with `\n` line ends (`storage.md`, *Text*). Text should
 * already be normalised where it enters the program; such text passes through unchanged.
 */
export function normaliseContent({ content, spans }: NodeContent): NodeContent {
  if (content.type !== 'text') return { content, spans };
  const normalised = normaliseSpannedText({ text: content.text, spans });
  return { content: { type: 'text', text: normalised.text }, spans: normalised.spans };
}

/** Builds the row of a node; also for a root, which has no source. */
export function buildNode(
  { tree }: Pick<TreeView, 'tree'>,
  newNode: Pick<
    NewNode,
    'author' | 'content' | 'spans' | 'editedFrom' | 'splitAt' | 'offered' | 'metadata' | 'response'
  >,
  id: NodeId,
  positionId: PositionId,
  localId: LocalId,
  parentHashes: readonly Sha256[],
  idsAndClock: IdsAndClock,
): WholeNode {
  const { author, response } = newNode;
  const { content, spans } = normaliseContent(newNode);
  if (spansLength(spans) !== textOf(content).length) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `spans add up to ${spansLength(spans)} for a text of length ${textOf(content).length}`,
    );
  }
  if (response !== undefined && author.type !== 'model') {
    throw new AspenError('INVALID_ARGUMENT', `agent ${author.id} is not a model and cannot have a response`);
  }
  const createdAt = idsAndClock.now();
  const responseHash = response?.responseHash ?? null;
  return {
    id,
    localId,
    treeId: tree.id,
    positionId,
    editedFrom: newNode.editedFrom,
    splitAt: newNode.splitAt ?? null,
    offered: newNode.offered ?? false,
    authorId: author.id,
    authorType: author.type,
    contentType: content.type,
    contentHash: contentHash({ content, parentHashes, createdAt, authorId: author.id, responseHash }),
    responseId: response?.responseId ?? null,
    choiceIndex: response?.choiceIndex ?? null,
    seam: response?.seam ?? null,
    finishReason: response?.finishReason ?? null,
    createdAt,
    ...(newNode.metadata ?? DEFAULT_METADATA),
    summary: null,
    content,
    spans,
  };
}

const MIN_LENGTH = 6;

/**
 * The last six characters of a node id in lower case, extended to the left until the tree does not have that
 * local id yet (`domain.md`, *localId*: the front of a ULID is its timestamp).
 */
export function localIdFor(node: NodeId, isTaken: (localId: LocalId) => boolean): LocalId {
  const lower = node.toLowerCase();
  for (let length = MIN_LENGTH; length < lower.length; length += 1) {
    const localId = lower.slice(-length) as LocalId;
    if (!isTaken(localId)) return localId;
  }
  return lower as LocalId;
}

/** External inputs of an operation: `core` has no clock, no randomness and no platform APIs. */
export interface IdsAndClock {
  /** A new monotonic ULID. */
  newId(): string;
  /** Milliseconds since 1970 UTC. */
  now(): number;
}
