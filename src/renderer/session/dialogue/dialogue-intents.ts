/** Intents of a conversation (`dialogue.md`, *The tree*): sending, saving and splitting edits, replies that arrive. */
import { firstNodeAt, type NodeId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { Conversation } from './conversation.ts';
import type { ReplyToShow } from './replies.ts';

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

/** Writes the text before an offset in an open edit as a branch of its message; the edit stays open. */
export function splitEdit({ client, path }: DialogueContext, nodeId: NodeId, offset: number): PathIntent {
  return () => ({
    send: (intent) => client.call('node.split', { ...intent, nodeId, offset }),
    caretAfter: () => path.length - 1,
  });
}

/** Shows a reply that main made the head as a message. @param onShown called when it is one */
export function showReply(
  { client, path, surface }: DialogueContext,
  { positionId, parentId, insteadOf, slot, continues }: ReplyToShow,
  onShown: () => void,
): PathIntent {
  return () => {
    if (path.indexOf(positionId) >= 0) return null;
    const append =
      ({ agentId, text }: SlotSnapshot) =>
      () => {
        surface.append({
          nodeId: firstNodeAt(positionId),
          positionId,
          text,
          spans: wholeSpans(agentId, text.length),
          ...(continues ? { continues } : {}),
        });
        onShown();
      };
    return {
      keepsDraft: true,
      isMadeByMain: true,
      ...(insteadOf === null ? {} : { isSwitch: true, onDone: onShown }),
      ...(slot === null || path.headId !== parentId ? {} : { beforeSend: append(slot) }),
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
