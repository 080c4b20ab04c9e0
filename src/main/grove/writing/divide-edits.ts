import type { PendingEdit } from '../../../core/buffer/draft.ts';
import type { NodeId } from '../../../core/ids.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { WaitingEdit } from '../../../ipc/wire/path.ts';

/** A draft's edits, by whether the path shows their nodes. */
export interface DividedEdits {
  /** In path order. */
  readonly shown: readonly PendingEdit[];
  /** By node id: in a dialogue they wait until their message returns (`dialogue.md`, *The tree*). */
  readonly waiting: readonly PendingEdit[];
}

/** @param indexOf a node's index on the path; undefined if it is not on the path */
export function divideEdits(
  edits: readonly PendingEdit[],
  indexOf: (nodeId: NodeId) => number | undefined,
): DividedEdits {
  const shown: { readonly edit: PendingEdit; readonly index: number }[] = [];
  const waiting: PendingEdit[] = [];
  for (const edit of edits) {
    const index = indexOf(edit.nodeId);
    if (index === undefined) waiting.push(edit);
    else shown.push({ edit, index });
  }
  return {
    shown: shown.sort((a, b) => a.index - b.index).map(({ edit }) => edit),
    waiting: waiting.sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1)),
  };
}

/** A waiting edit as the window is sent it. @throws {AspenError} NOT_FOUND */
export function toWaitingEdit(tree: TreeView, { nodeId, text, spans }: PendingEdit): WaitingEdit {
  const { positionId } = getNode(tree, nodeId);
  return { nodeId, positionId, parentId: tree.parentOf(positionId), text, spans };
}
