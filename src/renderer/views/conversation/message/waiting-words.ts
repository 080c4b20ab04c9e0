import { REPLY_STATES } from '../../../../ui-text/conversation.ts';
import type { StreamingReply } from '../../../session/dialogue/replies.ts';

/** The placeholder for a reply that has no text yet. */
export function waitingWords({ slot }: StreamingReply): string {
  if (slot.error !== null) return REPLY_STATES.pausing;
  return slot.state === 'thinking' ? REPLY_STATES.thinking : REPLY_STATES.waiting;
}
