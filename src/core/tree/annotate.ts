/** Notes: nodes with an `annotation` edge, never on a path and followed by nothing (`domain.md`, *annotate*). */
import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import { addingOnly, onlyPath } from './adding.ts';
import type { IdsAndClock } from './ids-and-clock.ts';
import { metadataAt, prune, restore } from './metadata.ts';
import { type Author, getNode, isAnnotation, makeNode } from './new-node.ts';
import { getEditable, saysTheSame } from './operations.ts';
import { versionAt } from './path.ts';
import { NO_PATH_CHANGE, type TreeChange } from './tree-change.ts';
import { type NodeContent, type TreeNode, textOf } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/**
 * A note on a node, the root's too. Every version at the node's position shows it; its origin is `nodeId`.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where the node is an annotation itself, or the spans do not fit
 */
export function annotate(
  tree: TreeView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const source = getNode(tree, nodeId).positionId;
  const wanted = { ...content, author, source, origin: nodeId, editedFrom: null };
  return addingOnly(makeNode(tree, { ...wanted, edgeType: 'annotation' }, idsAndClock));
}

/**
 * Another version of a note. No path selects one, so a note says what its newest version says: an older one with the
 * same text is written again, and only what the newest says already is not. In dialogue mode, which has no versions, a
 * note beside it takes its place and it is removed.
 * @param noteId any version of the note
 * @param path whose version of the noted position the new version is written in front of
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is no note, or the spans do not fit
 */
export function reviseNote(
  tree: TreeView,
  path: PathView,
  noteId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const { positionId } = getNote(tree, noteId);
  const newest = tree.versionsAt(positionId).at(-1) ?? getNote(tree, noteId);
  if (saysTheSame(tree.getContent(newest.id), textOf(content.content), content.spans)) {
    return onlyPath(NO_PATH_CHANGE);
  }
  const { source, edgeType } = getEditable(tree, newest.id);
  const origin = versionAt(tree, path, source).id;
  const wanted = { ...content, author, source, origin, edgeType, editedFrom: newest.id };
  if (tree.tree.mode === 'dialogue') {
    return {
      ...addingOnly(makeNode(tree, wanted, idsAndClock)),
      metadata: removeNote(tree, path, noteId).metadata,
    };
  }
  const metadata = metadataAt(tree, positionId);
  return addingOnly(makeNode(tree, { ...wanted, position: positionId, metadata }, idsAndClock));
}

/** Takes a note away; nothing is deleted. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is no note */
export function removeNote(tree: TreeView, path: PathView, noteId: NodeId): TreeChange {
  return prune(tree, path, getNote(tree, noteId).positionId);
}

/** Brings a note back that was removed. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is no note */
export function restoreNote(tree: TreeView, noteId: NodeId): TreeChange {
  return restore(tree, getNote(tree, noteId).positionId);
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is no note */
function getNote(tree: TreeView, noteId: NodeId): TreeNode {
  const node = getNode(tree, noteId);
  if (!isAnnotation(tree, node.positionId))
    throw new AspenError('INVALID_ARGUMENT', `node ${noteId} is no note`);
  return node;
}
