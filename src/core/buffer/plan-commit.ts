import { originsOf, speakerOf } from '../context/message-origin.ts';
import type { NodeId, PositionId } from '../ids.ts';
import { normaliseSpannedText } from '../text/normalise.ts';
import type { SpannedText } from '../text/span.ts';
import { type Author, getNode, type IdsAndClock } from '../tree/new-node.ts';
import { continueFrom, goToEqualNode, hasSameContent, revise } from '../tree/operations.ts';
import { Overlay } from '../tree/overlay.ts';
import { moveHead, selectVersion } from '../tree/path.ts';
import { versionAt } from '../tree/shown-version.ts';
import type { TreeChange } from '../tree/tree-change.ts';
import type { TreeNode } from '../tree/tree-node.ts';
import type { PathView, TreeView } from '../tree/tree-view.ts';
import type { Draft } from './draft.ts';
import { editsInFamily } from './family-edits.ts';

/** The result of committing one part of the draft. */
export interface CommittedPart {
  /** The node that the pending edit belonged to; null for the working buffer. */
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

export interface CommitPlan {
  readonly change: TreeChange;
  /** Pending edits in path order, followed by the working buffer if it became a node. */
  readonly parts: readonly CommittedPart[];
}

export interface CommitOptions {
  /** Discard a working buffer of only white space, because the writer is switching (`domain.md`, *Paths*). */
  readonly discardBlank: boolean;
}

/**
 * Plans the rows that a draft becomes (`domain.md`, *commit draft*): pending edits in path order, each a
 * `revise`, then the working buffer. The origin of a later node is the version that the same commit just
 * selected above it. An edit equal to its node is dropped, and its position selects that node. If undo turned
 * a node back into the working buffer, and text and spans are unchanged, that node is selected. What an edit
 * changes before a fork is changed in all of its family (*Forks*).
 *
 * In dialogue mode each edit becomes a branch beside its node; the working buffer continues the head it was
 * typed after, and the path follows it. A message of the author's that says the same there already is selected
 * instead, and restored if it was pruned; white space becomes nothing (`dialogue.md`).
 *
 * @param draft with its edits in path order
 * @throws {AspenError} NOT_FOUND if it edits a node or follows a head that does not exist; INVALID_ARGUMENT
 *   if it edits the root or spans do not fit their text
 */
export function planCommit(
  tree: TreeView,
  path: PathView,
  draft: Draft,
  author: Author,
  idsAndClock: IdsAndClock,
  { discardBlank }: CommitOptions,
): CommitPlan {
  const overlay = new Overlay(tree, path);
  const parts: CommittedPart[] = [];
  for (const edit of draft.edits) {
    const { nodeId } = edit;
    const node = getNode(overlay.tree, nodeId);
    const { positionId } = node;
    const { text, spans } = normaliseSpannedText(edit);
    if (hasSameContent(overlay.tree.getContent(nodeId), text, spans)) {
      if (overlay.path.selectedAt(positionId) !== nodeId)
        overlay.addPath(selectVersion(overlay.tree, overlay.path, nodeId));
      parts.push({ was: nodeId, nodeId, positionId });
      continue;
    }
    const content = { content: { type: 'text', text }, spans } as const;
    const elsewhere = editsInFamily(overlay.tree, overlay.path, node, { text, spans }, edit.changes);
    const change = revise(overlay.tree, overlay.path, nodeId, content, author, idsAndClock);
    overlay.add(change);
    for (const { node: shown, edited } of elsewhere)
      overlay.add(revise(overlay.tree, overlay.path, shown.id, edited, author, idsAndClock));
    const committed = committedNode(overlay, change);
    if (committed !== undefined)
      parts.push({ was: nodeId, nodeId: committed.id, positionId: committed.positionId });
  }
  const buffer = normaliseSpannedText(draft.buffer);
  if (tree.tree.mode === 'dialogue') {
    const sent = planSend(overlay, draft.head, buffer, author, idsAndClock);
    return { change: overlay.change(), parts: sent === undefined ? parts : [...parts, sent] };
  }
  const restored = findRestoredNode(overlay.tree, draft, buffer);
  if (restored !== undefined) {
    const { id, positionId } = restored;
    overlay.addPath(moveHead(overlay.tree, overlay.path, positionId));
    overlay.addPath(selectVersion(overlay.tree, overlay.path, id));
    parts.push({ was: null, nodeId: id, positionId });
  } else if (becomesNode(buffer, discardBlank)) {
    const { text, spans } = buffer;
    const content = { content: { type: 'text', text }, spans } as const;
    const change = continueFrom(overlay.tree, overlay.path, draft.head, content, author, idsAndClock);
    overlay.add(change);
    for (const { id, positionId } of change.nodes) parts.push({ was: null, nodeId: id, positionId });
  }
  return { change: overlay.change(), parts };
}

/** Adds the message that the composer becomes, or goes to an equal one; undefined for white space. */
function planSend(
  overlay: Overlay,
  head: PositionId,
  { text, spans }: SpannedText,
  author: Author,
  idsAndClock: IdsAndClock,
): CommittedPart | undefined {
  if (text.trim() === '') return undefined;
  const { tree, path } = overlay;
  const equal = tree.listEqualChildren(head, text, spans);
  const origins = originsOf(equal, (ids) => ids.flatMap((id) => tree.findNode(id) ?? []));
  const said = equal.filter((node) => speakerOf(node, origins) === author.id);
  const content = { content: { type: 'text', text }, spans } as const;
  const change =
    goToEqualNode(tree, path, said) ?? continueFrom(tree, path, head, content, author, idsAndClock);
  overlay.add(change);
  const node = versionAt(overlay.tree, overlay.path, overlay.path.head);
  return { was: null, nodeId: node.id, positionId: node.positionId };
}

/** The node that an edit produced, or the existing one with the same content. */
function committedNode(
  { tree, path }: Overlay,
  { nodes, path: pathChange }: TreeChange,
): TreeNode | undefined {
  const selected = pathChange.selected.at(-1);
  if (nodes[0] !== undefined) return nodes[0];
  if (pathChange.head !== undefined) return versionAt(tree, path, pathChange.head);
  return selected && tree.findNode(selected.version);
}

/**
 * The node that undo turned into the working buffer, if the content still equals it, it follows the same
 * head, and it is not pruned. Never for an empty buffer, even if the node is empty: nothing asks to go there.
 */
function findRestoredNode(tree: TreeView, draft: Draft, { text, spans }: SpannedText): TreeNode | undefined {
  if (text === '') return undefined;
  const { wasNode } = draft.buffer;
  const node = wasNode === undefined ? undefined : tree.findNode(wasNode);
  if (node === undefined || node.pruned || tree.parentOf(node.positionId) !== draft.head) return undefined;
  return hasSameContent(tree.getContent(node.id), text, spans) ? node : undefined;
}

function becomesNode({ text }: SpannedText, discardBlank: boolean): boolean {
  return discardBlank ? text.trim() !== '' : text !== '';
}
