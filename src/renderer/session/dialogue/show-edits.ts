import type { PendingEdit } from '../../../core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { MessageState } from '../../message-surface.ts';
import type { PathNode, WaitingEdit } from '../../surface.ts';
import { TextBox } from './text-box.ts';

/** Boxes as a snapshot keeps them: selection and undo history by node, null for the composer. */
export type BoxStates = ReadonlyMap<NodeId | null, MessageState | null>;

/**
 * Makes open edits those that main has: opens and changes boxes, and closes those that main has no draft of. One that
 * was opened and not changed stays.
 * @param edits of these messages
 * @param waiting of messages that are not on the path
 */
export function showEdits(
  boxes: Map<NodeId, TextBox>,
  rootPositionId: PositionId,
  messages: readonly PathNode[],
  edits: readonly PendingEdit[],
  waiting: readonly WaitingEdit[],
  states: BoxStates = new Map(),
): void {
  const known = new Set([...edits, ...waiting].map(({ nodeId }) => nodeId));
  for (const [nodeId, { isDraft }] of boxes) if (isDraft && !known.has(nodeId)) boxes.delete(nodeId);
  const shown = edits.flatMap((edit) => {
    const index = messages.findIndex(({ nodeId }) => nodeId === edit.nodeId);
    const message = messages[index];
    if (message === undefined) return [];
    const { positionId } = message;
    return [{ ...edit, positionId, parentId: messages[index - 1]?.positionId ?? rootPositionId }];
  });
  for (const { nodeId, positionId, parentId, text, spans } of [...shown, ...waiting]) {
    const box = boxes.get(nodeId);
    if (box === undefined) {
      const state = states.get(nodeId) ?? null;
      boxes.set(nodeId, new TextBox({ nodeId, positionId, parentId }, { text, spans }, true, state));
    } else {
      box.isDraft = true;
      box.setContent({ text, spans });
    }
  }
}
