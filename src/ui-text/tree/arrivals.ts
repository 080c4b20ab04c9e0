/** What is said of continuations and replies that arrived where the writer is not looking. */
import { type AnswerKind, readyAnnouncement } from '../continuations.ts';

export const SHOW_ARRIVALS = 'Show';
export const GO_TO_ARRIVALS = 'Go to what arrived';
export const NONE_ARRIVED = 'Nothing has arrived elsewhere.';

/** @param title of the other tree that they are in; null for the one on the screen */
export function readyElsewhere(count: number, title: string | null, kind: AnswerKind): string {
  const sentence = readyAnnouncement(count, kind);
  return title === null ? sentence : sentence.replace(/\.$/, ` in “${title}”.`);
}
