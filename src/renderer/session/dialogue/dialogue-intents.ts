/** Intents of a conversation (`dialogue.md`, *The tree*): sending, saving and splitting edits, replies that arrive. */
import { firstNodeAt, type NodeId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentContext } from '../path/path-intents.ts';
import type { ShownSlot } from '../tree/generation-session.ts';
import type { Conversation } from './conversation.ts';

export type DialogueContext = IntentContext<Conversation>;

/** Makes the composer's text a message after the head; asks for no reply. */
export function sendMessage({ client, surface }: DialogueContext): PathIntent {
  return () => {
    if (!surface.isSending) return null;
    return {
      part: null,
      send: (intent) => client.call('draft.commit', { ...intent, requestId: client.newRequestId() }),
    };
  };
}

/** Commits the open edit of a message, as a branch beside it or as a version of it. */
export function saveEdit(
  { client, path, surface }: DialogueContext,
  nodeId: NodeId,
  how: 'branch' | 'inPlace',
): PathIntent {
  return () => {
    const box = surface.findEdit(nodeId);
    if (box === null || !box.isDraft || box.isBlank) return null;
    return {
      part: nodeId,
      send: (intent) => client.call('message.saveEdit', { ...intent, nodeId, how }),
      ...(how === 'branch' ? { caretAfter: () => path.length - 1 } : {}),
    };
  };
}

/** Writes what an open edit has before an offset as a branch of its message; the edit stays open. */
export function splitEdit({ client, path }: DialogueContext, nodeId: NodeId, offset: number): PathIntent {
  return () => ({
    send: (intent) => client.call('node.split', { ...intent, nodeId, offset }),
    caretAfter: () => path.length - 1,
  });
}

/** Reverts what was pruned or restored; the path does not change. */
export function revertPruning({ client }: DialogueContext, pruned: readonly PrunedPosition[]): PathIntent {
  const positions = pruned.map((one) => ({ ...one, pruned: !one.pruned }));
  return () => ({
    keepsDraft: true,
    send: (intent) => client.call('position.setPruned', { ...intent, positions }),
  });
}

/** Shows a reply that arrived at the head as a message, and makes it the head. The composer may hold text. */
export function acceptReply({ client, path, surface }: DialogueContext, slot: ShownSlot): PathIntent {
  return () => {
    if (path.headId !== slot.parentId) return null;
    const { positionId, agentId, text } = slot;
    return {
      keepsDraft: true,
      beforeSend: () =>
        surface.append({
          nodeId: firstNodeAt(positionId),
          positionId,
          text,
          spans: wholeSpans(agentId, text.length),
        }),
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
