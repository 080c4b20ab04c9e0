/**
 * Operations that add one node (`domain.md`, *Operations*). Each returns the rows it would add and the resulting path.
 */
import { AspenError } from '../errors.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../ids.ts';
import { equalSpans } from '../text/span.ts';
import { selectionsInFamily } from './family.ts';
import type { LoomTree } from './loom-tree.ts';
import { makeHeadChange, makeNodeChange, makePathChange, makeVersionChange } from './make-change.ts';
import { restore } from './metadata.ts';
import {
  type Author,
  buildNode,
  type ExtraSource,
  getNode,
  type IdsAndClock,
  localIdFor,
  makeNode,
  normaliseContent,
  ofResponse,
  type ResponseDetails,
} from './new-node.ts';
import { Overlay } from './overlay.ts';
import { moveHead, selectVersion } from './path.ts';
import { metadataOf } from './position-metadata.ts';
import { versionAt } from './shown-version.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from './tree-change.ts';
import { primarySourceOf } from './tree-layer.ts';
import { type EdgeType, type NodeContent, type TreeNode, textOf, type WholeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** Creates the empty root of a new tree (`domain.md`, *Words*); its id is the tree's `rootPositionId`. */
export function createRoot(tree: LoomTree, author: Author, idsAndClock: IdsAndClock): WholeNode {
  const id = firstNodeAt(tree.rootPositionId);
  const newNode = { author, content: { type: 'text', text: '' }, spans: [], editedFrom: null } as const;
  const localId = localIdFor(id, () => false);
  return buildNode({ tree }, newNode, id, tree.rootPositionId, localId, [], idsAndClock);
}

/**
 * Adds a node at a new position after `parent`, which becomes the head. Its origin is the version on the path
 * of the author.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the spans do not fit, or the parent is an annotation or
 *   pruned
 */
export function continueFrom(
  tree: TreeView,
  path: PathView,
  parent: PositionId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  extraSources: readonly ExtraSource[] = [],
): TreeChange {
  const origin = versionAt(tree, path, parent).id;
  const newNode = { ...content, author, source: parent, origin, extraSources, editedFrom: null };
  return makeHeadChange(tree, path, makeNode(tree, { ...newNode, edgeType: 'continuation' }, idsAndClock));
}

/**
 * Adds the response of a provider: a node after `parent` whose origin is the version that was sent. No path
 * moves: the window of the writer decides whether to show the continuation (`generation.md`, *Generating*).
 * The parent may have been pruned in the meantime; the response is stored anyway.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the spans do not fit or the node already exists
 */
export function continueWithResponse(
  tree: TreeView,
  parent: PositionId,
  origin: NodeId,
  content: NodeContent,
  author: Author,
  response: ResponseDetails,
  idsAndClock: IdsAndClock,
  extraSources: readonly ExtraSource[] = [],
): TreeChange {
  const newNode = { ...content, author, source: parent, origin, extraSources, editedFrom: null, response };
  return makeNodeChange(makeNode(tree, { ...newNode, edgeType: 'continuation' }, idsAndClock));
}

/**
 * Writes what an edit becomes: another version at the node's position (`fixInPlace`); in dialogue mode, a node at a new
 * sibling position, which becomes the head (`branchEdit`).
 * @throws {AspenError} as these
 */
export function revise(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const edit = tree.tree.mode === 'dialogue' ? branchEdit : fixInPlace;
  return edit(tree, path, nodeId, content, author, idsAndClock);
}

/**
 * Adds another version at the node's position, in either mode, and selects it; what follows is shared. If a version
 * with the same text and spans exists, selects it and writes nothing.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root, for an annotation (use `reviseNote`), for
 *   content that is not text, and if the spans do not fit
 */
export function fixInPlace(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const { source } = getContinuation(tree, nodeId);
  return fixAfter(tree, versionAt(tree, path, source).id, nodeId, content, author, idsAndClock);
}

/**
 * The same where the version that is shown before the node is known: no path is read for it.
 * @throws {AspenError} as `fixInPlace`; INVALID_ARGUMENT if `origin` is no version there
 */
export function fixAfter(
  tree: TreeView,
  origin: NodeId,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const { node, source } = getContinuation(tree, nodeId);
  const edited = getText(content);
  const position = node.positionId;
  const equalNode = tree.findEqualVersion(position, edited.text, edited.spans);
  if (equalNode !== undefined)
    return makePathChange({ selected: [{ position, version: equalNode.id }], lastChild: [] });
  const made = makeNode(
    tree,
    {
      content: { type: 'text', text: edited.text },
      spans: edited.spans,
      author,
      source,
      origin,
      edgeType: 'continuation',
      position,
      editedFrom: nodeId,
      metadata: metadataOf(node),
    },
    idsAndClock,
  );
  return makeVersionChange(made);
}

/**
 * Writes what `revise` would write, but at a new position beside the node, which becomes the head: for “what
 * if”, not for “fix this”. The old position goes back to the version that was edited. An existing branch
 * with this content is reused (`goToEqualNode`); if the node itself already has this content, nothing is written.
 *
 * @param nodeId the version that was edited. To branch from a version just committed, pass the version it was
 *   edited from and the content of the new one (`branchVersion`)
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root, for an annotation, for content that is not
 *   text, if the spans do not fit, and below a pruned position
 */
export function branchEdit(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const { node, source } = getContinuation(tree, nodeId);
  const edited = getText(content);
  const selected = { position: node.positionId, version: nodeId };
  const reselected = [selected, ...selectionsInFamily(tree, path, node)];
  const positions = new Set(reselected.map(({ position }) => position));
  const reselect = (moved: PathChange): PathChange => ({
    ...moved,
    selected: [...reselected, ...moved.selected.filter(({ position }) => !positions.has(position))],
  });
  if (hasSameContent(tree.getContent(nodeId), edited.text, edited.spans))
    return makePathChange(reselect(NO_PATH_CHANGE));
  const equalNodes = tree.listEqualSiblings(nodeId, edited.text, edited.spans);
  const reused = goToEqualNode(tree, path, equalNodes);
  if (reused !== null) return { ...reused, path: reselect(reused.path) };
  const made = makeNode(
    tree,
    {
      content: { type: 'text', text: edited.text },
      spans: edited.spans,
      author,
      source,
      origin: versionAt(tree, path, source).id,
      edgeType: 'continuation',
      editedFrom: nodeId,
    },
    idsAndClock,
  );
  const change = makeHeadChange(tree, path, made);
  return { ...change, path: reselect(change.path) };
}

/**
 * Adds a node at a new position after a version, on a branch of its own: no path moves.
 * @param response that an agent's text came in
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the spans do not fit, or it is an annotation
 */
export function addContinuation(
  tree: TreeView,
  origin: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  response?: ResponseDetails,
): TreeChange {
  const source = getNode(tree, origin).positionId;
  const newNode = { ...content, author, source, origin, editedFrom: null, ...ofResponse(response) };
  return makeNodeChange(makeNode(tree, { ...newNode, edgeType: 'continuation' }, idsAndClock));
}

/** The result of an edit: an added node, or an existing one with this content. */
export interface OfferedEdit {
  readonly node: TreeNode;
  /** Null if nothing is to be written. */
  readonly change: TreeChange | null;
}

/** The source of an offered edit's text. */
export interface OfferedFrom {
  /** The answer that an agent's edit came in. */
  readonly response?: ResponseDetails;
  /** The version before it that its author had in front of them; by default, the one that the path shows. */
  readonly origin?: NodeId;
}

/**
 * Writes an edit that no path is to show (`agents.md`, *Commands*): a version that is offered; in dialogue mode, a branch
 * beside the message. An equal one that is shown already is reused.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root, for an annotation, for content that is not text, and if
 *   the spans do not fit
 */
export function offerEdit(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  { response, origin }: OfferedFrom = {},
): OfferedEdit {
  const { node, source } = getContinuation(tree, nodeId);
  const { text, spans } = getText(content);
  if (hasSameContent(tree.getContent(nodeId), text, spans)) return { node, change: null };
  const isDialogue = tree.tree.mode === 'dialogue';
  const equalNode = isDialogue
    ? tree.listEqualSiblings(nodeId, text, spans).find(({ pruned }) => !pruned)
    : tree.findEqualVersion(node.positionId, text, spans);
  if (equalNode !== undefined) return { node: equalNode, change: null };
  const version = {
    position: node.positionId,
    offered: true,
    metadata: metadataOf(node),
  };
  const made = makeNode(
    tree,
    {
      content: { type: 'text', text },
      spans,
      author,
      source,
      origin: origin ?? versionAt(tree, path, source).id,
      edgeType: 'continuation',
      editedFrom: nodeId,
      ...ofResponse(response),
      ...(isDialogue ? {} : version),
    },
    idsAndClock,
  );
  return { node: made.node, change: makeNodeChange(made) };
}

/**
 * Makes the position of a node that has the content already the head, and selects that node: the oldest that is not
 * pruned. In dialogue mode, if all are pruned, the oldest is restored (`dialogue.md`, *Undo*).
 * @param nodes equal to one another, by id
 * @returns null if there is none to go to
 * @throws {AspenError} as `moveHead`
 */
export function goToEqualNode(tree: TreeView, path: PathView, nodes: readonly TreeNode[]): TreeChange | null {
  const shown = nodes.find(({ pruned }) => !pruned);
  const node = shown ?? (tree.tree.mode === 'dialogue' ? nodes[0] : undefined);
  if (node === undefined) return null;
  const overlay = new Overlay(tree, path);
  if (node.pruned) overlay.add(restore(overlay.tree, node.positionId));
  if (versionAt(overlay.tree, overlay.path, node.positionId).id !== node.id)
    overlay.addPath(selectVersion(overlay.tree, overlay.path, node.id));
  overlay.addPath(moveHead(overlay.tree, overlay.path, node.positionId));
  return overlay.change();
}

/**
 * Turns a committed version into a branch: writes its text at a new position beside it, and the old position
 * goes back to the version it was edited from.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not an edited version of its position
 */
export function branchVersion(
  tree: TreeView,
  path: PathView,
  versionId: NodeId,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const editedFrom = findEditedFrom(tree, versionId);
  if (editedFrom === null)
    throw new AspenError('INVALID_ARGUMENT', `node ${versionId} is not an edited version of its position`);
  return branchEdit(tree, path, editedFrom, tree.getContent(versionId), author, idsAndClock);
}

/** Returns true if `branchVersion` accepts this version. @throws {AspenError} NOT_FOUND */
export function isEditedVersion(tree: TreeView, versionId: NodeId): boolean {
  return findEditedFrom(tree, versionId) !== null;
}

/** The version at the same position that a node was edited from; null if there is none. */
function findEditedFrom(tree: TreeView, versionId: NodeId): NodeId | null {
  const { editedFrom, positionId } = getNode(tree, versionId);
  const isHere = editedFrom !== null && tree.findNode(editedFrom)?.positionId === positionId;
  return isHere ? editedFrom : null;
}

/** Returns true if committed text content has exactly this text and these spans. */
export function hasSameContent(committed: NodeContent, text: string, spans: NodeContent['spans']): boolean {
  return (
    committed.content.type === 'text' && committed.content.text === text && equalSpans(committed.spans, spans)
  );
}

/**
 * A text node other than the root, and the source position and type of its edge.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root and for content that is not text
 */
export function getEditable(
  tree: TreeView,
  nodeId: NodeId,
): { readonly node: TreeNode; readonly source: PositionId; readonly edgeType: EdgeType } {
  const node = getNode(tree, nodeId);
  if (node.positionId === tree.tree.rootPositionId)
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is the root, which cannot be edited`);
  if (node.contentType !== 'text')
    throw new AspenError(
      'INVALID_ARGUMENT',
      `node ${nodeId} is ${node.contentType}; only text can be edited`,
    );
  const parent = tree.parentOf(node.positionId);
  if (parent !== null) return { node, source: parent, edgeType: 'continuation' };
  const edge = tree.findEdgeInto(nodeId);
  const source = edge && primarySourceOf(edge);
  if (source === undefined) throw new AspenError('CORRUPT', `node ${nodeId} has no source`);
  return { node, source: source.positionId, edgeType: 'annotation' };
}

/** A text node that can be on a path. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for any other node */
function getContinuation(tree: TreeView, nodeId: NodeId) {
  const { node, source, edgeType } = getEditable(tree, nodeId);
  if (edgeType === 'annotation')
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is an annotation and cannot be on a path`);
  return { node, source };
}

function getText(input: NodeContent): { readonly text: string; readonly spans: NodeContent['spans'] } {
  const { content, spans } = normaliseContent(input);
  if (content.type !== 'text')
    throw new AspenError('INVALID_ARGUMENT', `an edit must be text, not ${content.type}`);
  return { text: textOf(content), spans };
}
