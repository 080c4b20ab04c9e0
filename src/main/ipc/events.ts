import type { WebContents } from 'electron';
import { EVENT_CHANNEL, type EventName, type Events } from '../../ipc/contract.ts';

/** Sends an event to a page, unless that is destroyed. */
export function sendEvent<E extends EventName>(contents: WebContents, name: E, value: Events[E]): void {
  if (!contents.isDestroyed()) contents.send(EVENT_CHANNEL, name, value);
}
