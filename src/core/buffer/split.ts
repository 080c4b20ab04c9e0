import { AspenError } from '../errors.ts';
import type { NodeId, PositionId } from '../ids.ts';
import { sliceSpans } from '../text/span.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import { findFamily } from '../tree/family.ts';
import { makeHeadChange, makePathChange } from '../tree/make-change.ts';
import { type Author, type IdsAndClock, makeNode } from '../tree/new-node.ts';
import { getEditable, goToEqualNode, hasSameContent } from '../tree/operations.ts';
import { endBefore, moveHead, restorePath } from '../tree/path.ts';
import { DEFAULT_METADATA } from '../tree/position-metadata.ts';
import { versionAt } from '../tree/shown-version.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import { type NodeContent, textOf } from '../tree/tree-node.ts';
import type { PathView, TreeView } from '../tree/tree-view.ts';

/**
 * Adds a node at a new position beside `nodeId` with the text before `offset`, which becomes the head: this
 * is how a writer branches from the middle of a node (`domain.md`, *split*). The existing path is unchanged.
 * The oldest unpruned split of the same family that shows this content is reused (*Forks*). What is excluded has
 * splits that are excluded. In dialogue mode it is a branch edit without a fork.
 *
 * @param offset in UTF-16 code units. At the end of the node no split is needed, and the node's own position
 *   becomes the head; 0 stands for the parent position, which becomes the head. What followed on the path is then its rest
 *   (`restAfter`)
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT at the root, for an annotation, for content that is not
 *   text, below a pruned position, and for an offset outside the text or inside a surrogate pair
 */
export function split(
  tree: TreeView,
  path: PathView,
  nodeId: NodeId,
  offset: number,
  author: Author,
  idsAndClock: IdsAndClock,
): TreeChange {
  const { node, source, edgeType } = getEditable(tree, nodeId);
  if (edgeType === 'annotation')
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} is an annotation and cannot be split`);
  const { content, spans } = tree.getContent(nodeId);
  const whole = textOf(content);
  if (!Number.isInteger(offset) || offset < 0 || offset > whole.length)
    throw new AspenError('INVALID_ARGUMENT', `offset ${offset} is outside a text of length ${whole.length}`);
  const isFork = tree.tree.mode === 'buffer';
  if (offset === 0 || offset === whole.length) {
    const ended =
      offset === 0 ? moveHead(tree, path, source) : restorePath(tree, path, node.positionId, [nodeId]);
    const next = offset === 0 ? node.positionId : path.lastChildAt(node.positionId);
    const isEnd = offset > 0 && path.head === node.positionId;
    return makePathChange(
      isFork && !isEnd && next !== undefined ? endBefore(tree, path, ended, next) : ended,
    );
  }
  if (isInsidePair(whole, offset))
    throw new AspenError('INVALID_ARGUMENT', `offset ${offset} is inside a surrogate pair`);
  const text = whole.slice(0, offset);
  const before = sliceSpans(spans, 0, offset);
  const reused = isFork
    ? findFamily(tree, node.positionId).splits.find((other) => shows(tree, path, other, text, before))
    : undefined;
  if (reused !== undefined) return makePathChange(moveHead(tree, path, reused));
  const equal = isFork ? null : goToEqualNode(tree, path, tree.listEqualSiblings(nodeId, text, before));
  if (equal !== null) return equal;
  const made = makeNode(
    tree,
    {
      content: { type: 'text', text },
      spans: before,
      author,
      source,
      origin: versionAt(tree, path, source).id,
      edgeType,
      editedFrom: nodeId,
      ...(isFork ? { splitAt: offset } : {}),
    },
    idsAndClock,
  );
  const change = makeHeadChange(tree, path, made);
  if (!isFork || !node.excluded) return change;
  // As a change of its metadata, so that it is in the log.
  const metadata = { ...DEFAULT_METADATA, excluded: true };
  return { ...change, metadata: [...change.metadata, { position: made.node.positionId, metadata }] };
}

/** Returns true if an unpruned position shows exactly this text and these spans. */
function shows(
  tree: TreeView,
  path: PathView,
  position: PositionId,
  text: string,
  spans: NodeContent['spans'],
): boolean {
  const { id, pruned } = versionAt(tree, path, position);
  return !pruned && hasSameContent(tree.getContent(id), text, spans);
}
