/** Operations that add one node (`domain.md`, *Operations*): each returns the rows it would add and the path it leaves. */
import { AspenError } from '../errors.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../ids.ts';
import { equalSpans } from '../text/span.ts';
import { addingHead, addingOnly, addingVersion, onlyPath } from './adding.ts';
import type { EdgeType } from './hyperedge.ts';
import type { IdsAndClock } from './ids-and-clock.ts';
import { localIdFor } from './local-id.ts';
import type { LoomTree } from './loom-tree.ts';
import {
  type Author,
  describeNode,
  type FurtherSource,
  getNode,
  makeNode,
  normaliseContent,
  type ResponseFacts,
} from './new-node.ts';
import { moveHead, versionAt } from './path.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from './tree-change.ts';
import { primarySourceOf } from './tree-layer.ts';
import { type NodeContent, type TreeNode, textOf, type WholeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A new tree's empty root (`domain.md`, *Words*). The tree's `rootPositionId` is the id to give it. */
export function createRoot(tree: LoomTree, author: Author, idsAndClock: IdsAndClock): WholeNode {
  const id = firstNodeAt(tree.rootPositionId);
  const wanted = { author, content: { type: 'text', text: '' }, spans: [], editedFrom: null } as const;
  const localId = localIdFor(id, () => false);
  return describeNode({ tree }, wanted, id, tree.rootPositionId, localId, [], idsAndClock);
}

/**
 * A node at a new position after `parent`; the head becomes it. Its origin is the version on the author's path.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where the spans do not fit, or the parent is an annotation or pruned
 */
export function continueFrom(
  tree: TreeView,
  path: PathView,
  parent: PositionId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  furtherSources: readonly FurtherSource[] = [],
): TreeChange {
  const origin = versionAt(tree, path, parent).id;
  const wanted = { ...content, author, source: parent, origin, furtherSources, editedFrom: null };
  return addingHead(tree, path, makeNode(tree, { ...wanted, edgeType: 'continuation' }, idsAndClock));
}

/**
 * What a provider answered: a node after `parent` whose origin is the version that was sent. Nobody's path moves: the
 * writer's window decides whether the continuation is shown (`generation.md`, *Generating*). The parent may have been
 * pruned meanwhile: what arrived is kept all the same.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where the spans do not fit or the node is there already
 */
export function continueWithResponse(
  tree: TreeView,
  parent: PositionId,
  origin: NodeId,
  content: NodeContent,
  author: Author,
  response: ResponseFacts,
  idsAndClock: IdsAndClock,
  furtherSources: readonly FurtherSource[] = [],
): TreeChange {
  const wanted = { ...content, author, source: parent, origin, furtherSources, editedFrom: null, response };
  return addingOnly(makeNode(tree, { ...wanted, edgeType: 'continuation' }, idsAndClock));
}

/**
 * Another version at the node's position, selected there; or, in dialogue mode, a node at a new position beside it,
 * which becomes the head. A version that is there already with the same text and spans is selected and nothing written.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root, for an annotation (`reviseNote`), for what is no text,
 *   and where the spans do not fit
 */
export function revise(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  if (tree.tree.mode === 'dialogue') return branchEdit(tree, path, nodeId, content, author, idsAndClock);
  const { node, source } = getOnPath(tree, nodeId);
  const said = getText(content);
  const position = node.positionId;
  const equalNode = tree.findEqualVersion(position, said.text, said.spans);
  if (equalNode !== undefined)
    return onlyPath({ selected: [{ position, version: equalNode.id }], lastChild: [] });
  const { bookmarked, bookmarkLabel, pruned, excluded } = node;
  const made = makeNode(
    tree,
    {
      content: { type: 'text', text: said.text },
      spans: said.spans,
      author,
      source,
      origin: versionAt(tree, path, source).id,
      edgeType: 'continuation',
      position,
      editedFrom: nodeId,
      metadata: { bookmarked, bookmarkLabel, pruned, excluded },
    },
    idsAndClock,
  );
  return addingVersion(made);
}

/**
 * What `revise` would write, but at a new position beside the node, which becomes the head: for “what if”, not for
 * “fix this”. The old position selects again the version it was edited from. A branch that says this already is used;
 * where the node itself says it, there is nothing to write.
 *
 * @param nodeId the version that was edited. To make a branch of a version just committed, give the version it was
 *   edited from and the content of the new one (`branchVersion`)
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root, for an annotation, for what is no text, where the spans
 *   do not fit, and below a pruned position
 */
export function branchEdit(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const { node, source } = getOnPath(tree, nodeId);
  const said = getText(content);
  const selected = { position: node.positionId, version: nodeId };
  const again = (moved: PathChange): PathChange => ({
    ...moved,
    selected: [selected, ...moved.selected.filter(({ position }) => position !== selected.position)],
  });
  if (saysTheSame(tree.getContent(nodeId), said.text, said.spans)) return onlyPath(again(NO_PATH_CHANGE));
  const equalNode = tree.findEqualSibling(nodeId, said.text, said.spans);
  if (equalNode !== undefined) return onlyPath(again(moveHead(tree, path, equalNode.positionId)));
  const made = makeNode(
    tree,
    {
      content: { type: 'text', text: said.text },
      spans: said.spans,
      author,
      source,
      origin: versionAt(tree, path, source).id,
      edgeType: 'continuation',
      editedFrom: nodeId,
    },
    idsAndClock,
  );
  const change = addingHead(tree, path, made);
  return { ...change, path: again(change.path) };
}

/**
 * Makes a branch of a version that was committed: the same text at a new position beside, and the old position selects
 * again the version it was edited from.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is not an edited version of its position
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

/** Whether `branchVersion` can make a branch of it. @throws {AspenError} NOT_FOUND */
export function isEditedVersion(tree: TreeView, versionId: NodeId): boolean {
  return findEditedFrom(tree, versionId) !== null;
}

/** The version of its own position that a node was edited from. */
function findEditedFrom(tree: TreeView, versionId: NodeId): NodeId | null {
  const { editedFrom, positionId } = getNode(tree, versionId);
  const isHere = editedFrom !== null && tree.findNode(editedFrom)?.positionId === positionId;
  return isHere ? editedFrom : null;
}

/** True where an edit leaves the node as it is. */
export function saysTheSame(committed: NodeContent, text: string, spans: NodeContent['spans']): boolean {
  return (
    committed.content.type === 'text' && committed.content.text === text && equalSpans(committed.spans, spans)
  );
}

/**
 * A node of text that is not the root, and where its edge comes from.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root and for what is no text
 */
export function getEditable(
  tree: TreeView,
  nodeId: NodeId,
): { readonly node: TreeNode; readonly source: PositionId; readonly edgeType: EdgeType } {
  const node = getNode(tree, nodeId);
  if (node.positionId === tree.tree.rootPositionId)
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is the root, which is never edited`);
  if (node.contentType !== 'text')
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is ${node.contentType}; only text is edited`);
  const parent = tree.parentOf(node.positionId);
  if (parent !== null) return { node, source: parent, edgeType: 'continuation' };
  const edge = tree.findEdgeInto(nodeId);
  const source = edge && primarySourceOf(edge);
  if (source === undefined) throw new AspenError('CORRUPT', `node ${nodeId} has no source`);
  return { node, source: source.positionId, edgeType: 'annotation' };
}

/** A node of text that a path can lead through. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for any other */
function getOnPath(tree: TreeView, nodeId: NodeId) {
  const { node, source, edgeType } = getEditable(tree, nodeId);
  if (edgeType === 'annotation')
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is an annotation, which no path leads through`);
  return { node, source };
}

function getText(given: NodeContent): { readonly text: string; readonly spans: NodeContent['spans'] } {
  const { content, spans } = normaliseContent(given);
  if (content.type !== 'text')
    throw new AspenError('INVALID_ARGUMENT', `an edit gives text, not ${content.type}`);
  return { text: textOf(content), spans };
}
