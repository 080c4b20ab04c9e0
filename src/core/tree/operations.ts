/** Operations that add one node (`domain.md`, *Operations*): each returns the rows it would add and the path it leaves. */
import { AspenError } from '../errors.ts';
import { type NodeId, type PositionId, positionOpenedBy } from '../ids.ts';
import { equalSpans } from '../text/span.ts';
import { localIdFor } from './local-id.ts';
import type { LoomTree } from './loom-tree.ts';
import type { Mint } from './mint.ts';
import { type Author, describeNode, makeNode, type NodeWithEdge, type ResponseFacts } from './new-node.ts';
import { moveHead, versionAt } from './path.ts';
import { NO_PATH_CHANGE, type PathChange, type TreeChange } from './tree-change.ts';
import { type NodeContent, type TreeNode, textOf, type WholeNode } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/** A new tree's empty root (`domain.md`, *Words*). The tree's `rootPositionId` is the id to give it. */
export function createRoot(tree: LoomTree, author: Author, mint: Mint): WholeNode {
  const id = tree.rootPositionId as string as NodeId;
  const wanted = { author, content: { type: 'text', text: '' }, spans: [], editedFrom: null } as const;
  return describeNode(
    { tree },
    wanted,
    id,
    tree.rootPositionId,
    localIdFor(id, () => false),
    [],
    mint,
  );
}

/**
 * A node at a new position after `parent`; the head becomes it. Its origin is the version on the author's path.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where the spans do not fit
 */
export function continueFrom(
  tree: TreeView,
  path: PathView,
  parent: PositionId,
  content: NodeContent,
  author: Author,
  mint: Mint,
): TreeChange {
  const origin = versionAt(tree, path, parent).id;
  const made = makeNode(
    tree,
    { ...content, author, source: parent, origin, edgeType: 'continuation', editedFrom: null },
    mint,
  );
  return addingAndSelecting(made, {
    head: made.node.positionId,
    lastChild: [{ position: parent, child: made.node.positionId }],
  });
}

/**
 * What a provider answered: a node after `parent` whose origin is the version that was sent. Nobody's path moves: the
 * writer's window decides whether the continuation is shown (`generation.md`, *Generating*).
 */
export function continueWithResponse(
  tree: TreeView,
  parent: PositionId,
  origin: NodeId,
  content: NodeContent,
  author: Author,
  response: ResponseFacts,
  mint: Mint,
): TreeChange {
  const made = makeNode(
    tree,
    { ...content, author, source: parent, origin, edgeType: 'continuation', editedFrom: null, response },
    mint,
  );
  return { nodes: [made.node], edges: [made.edge], metadata: [], path: NO_PATH_CHANGE };
}

/**
 * Another version at the node's position, selected there; or, in dialogue mode, a node at a new position beside it,
 * which becomes the head. A version that is there already with the same text and spans is selected and nothing written.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root and for an annotation
 */
export function revise(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  mint: Mint,
): TreeChange {
  if (tree.tree.mode === 'dialogue') return branchEdit(tree, path, nodeId, content, author, mint);
  const { node, parent } = getRevisable(tree, nodeId);
  const position = node.positionId;
  const twin = tree.findTwinVersion(position, textOf(content.content), content.spans);
  if (twin !== undefined) return onlyPath({ selected: [{ position, version: twin.id }], lastChild: [] });
  const { bookmarked, bookmarkLabel, pruned, excluded } = node;
  const made = makeNode(
    tree,
    {
      ...content,
      author,
      source: parent,
      origin: versionAt(tree, path, parent).id,
      edgeType: 'continuation',
      position,
      editedFrom: nodeId,
      metadata: { bookmarked, bookmarkLabel, pruned, excluded },
    },
    mint,
  );
  return addingAndSelecting(made, { lastChild: [] });
}

/**
 * What `revise` would write, but at a new position beside the node, which becomes the head: for “what if”, not for
 * “fix this”. The old position selects again the version it was edited from. A branch that says this already is used.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root and for an annotation
 */
export function branchEdit(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  mint: Mint,
): TreeChange {
  const { node, parent } = getRevisable(tree, nodeId);
  const again = { position: node.positionId, version: nodeId };
  const twin = tree.findTwinBeside(nodeId, textOf(content.content), content.spans);
  if (twin !== undefined) {
    const moved = moveHead(tree, path, twin.positionId);
    return onlyPath({
      ...moved,
      selected: [again, ...moved.selected.filter(({ position }) => position !== again.position)],
    });
  }
  const made = makeNode(
    tree,
    {
      ...content,
      author,
      source: parent,
      origin: versionAt(tree, path, parent).id,
      edgeType: 'continuation',
      editedFrom: nodeId,
    },
    mint,
  );
  const head = positionOpenedBy(made.node.id);
  const change = addingAndSelecting(made, { head, lastChild: [{ position: parent, child: head }] });
  return { ...change, path: { ...change.path, selected: [again, ...change.path.selected] } };
}

/** True where an edit leaves the node as it is. */
export function saysTheSame(committed: NodeContent, text: string, spans: NodeContent['spans']): boolean {
  return textOf(committed.content) === text && equalSpans(committed.spans, spans);
}

function getRevisable(
  tree: TreeView,
  nodeId: NodeId,
): { readonly node: TreeNode; readonly parent: PositionId } {
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const parent = tree.parentOf(node.positionId);
  if (parent === null) throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is a root or an annotation`);
  return { node, parent };
}

function addingAndSelecting(made: NodeWithEdge, path: Omit<PathChange, 'selected'>): TreeChange {
  const { positionId, id } = made.node;
  return {
    nodes: [made.node],
    edges: [made.edge],
    metadata: [],
    path: { ...path, selected: [{ position: positionId, version: id }] },
  };
}

function onlyPath(path: PathChange): TreeChange {
  return { nodes: [], edges: [], metadata: [], path };
}
