/**
 * Notes: nodes with an `annotation` edge. They are never on a path, and nothing continues them (`domain.md`,
 * *annotate*).
 */
import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import { makeNodeChange, makePathChange } from './make-change.ts';
import { metadataAt, prune, restore } from './metadata.ts';
import {
  type Author,
  getNode,
  type IdsAndClock,
  isAnnotation,
  makeNode,
  ofResponse,
  type ResponseDetails,
} from './new-node.ts';
import { getEditable, hasSameContent } from './operations.ts';
import { versionAt } from './shown-version.ts';
import { NO_PATH_CHANGE, type TreeChange } from './tree-change.ts';
import { type NodeContent, type TreeNode, textOf } from './tree-node.ts';
import type { PathView, TreeView } from './tree-view.ts';

/**
 * Adds a note to a node; the root may have notes too. Every version at the node's position shows it; its
 * origin is `nodeId`.
 * @param response that an agent's note came in
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the node is itself an annotation, or the spans do not
 *   fit
 */
export function annotate(
  tree: TreeView,
  nodeId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  response?: ResponseDetails,
): TreeChange {
  const source = getNode(tree, nodeId).positionId;
  const newNode = { ...content, author, source, origin: nodeId, editedFrom: null, ...ofResponse(response) };
  return makeNodeChange(makeNode(tree, { ...newNode, edgeType: 'annotation' }, idsAndClock));
}

/**
 * Writes another version of a note. No path selects a version of a note, so its newest version is the one
 * shown: reverting to an older text writes a new version, and only a text equal to the newest writes nothing.
 * @param noteId any version of the note
 * @param path the path whose version of the noted position becomes the origin of the new version
 * @param response that an agent's text came in
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not a note, or the spans do not fit
 */
export function reviseNote(
  tree: TreeView,
  path: PathView,
  noteId: NodeId,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  response?: ResponseDetails,
): TreeChange {
  const { positionId } = getNote(tree, noteId);
  const newest = tree.versionsAt(positionId).at(-1) ?? getNote(tree, noteId);
  if (hasSameContent(tree.getContent(newest.id), textOf(content.content), content.spans)) {
    return makePathChange(NO_PATH_CHANGE);
  }
  const { source, edgeType } = getEditable(tree, newest.id);
  // An earlier text keeps the time of its links, on which their targets depend (`documents.md`, *Names*).
  const equal = tree.findEqualVersion(positionId, textOf(content.content), content.spans);
  const origin = versionAt(tree, path, source).id;
  const newNode = {
    ...content,
    author,
    source,
    origin,
    edgeType,
    editedFrom: (equal ?? newest).id,
    ...ofResponse(response),
  };
  const metadata = metadataAt(tree, positionId);
  return makeNodeChange(makeNode(tree, { ...newNode, position: positionId, metadata }, idsAndClock));
}

/** Removes a note; nothing is deleted. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not a note */
export function removeNote(tree: TreeView, path: PathView, noteId: NodeId): TreeChange {
  return prune(tree, path, getNote(tree, noteId).positionId);
}

/** Restores a removed note. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not a note */
export function restoreNote(tree: TreeView, noteId: NodeId): TreeChange {
  return restore(tree, getNote(tree, noteId).positionId);
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is not a note */
function getNote(tree: TreeView, noteId: NodeId): TreeNode {
  const node = getNode(tree, noteId);
  if (!isAnnotation(tree, node.positionId))
    throw new AspenError('INVALID_ARGUMENT', `node ${noteId} is not a note`);
  return node;
}
