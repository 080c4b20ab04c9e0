/** The texts of the Continuations list (`interface.md`, *The window*). */
import type { FinishReason } from '../core/tree/tree-node.ts';
import { countOf, plural } from './plural.ts';

/** The name of a card: its number in the tree, or how many share it, or its number among the new ones. */
export function placeOf(item: {
  readonly number: number;
  readonly count: number;
  readonly alike: number;
  readonly newNumber: number;
  readonly pruned: boolean;
}): string {
  if (item.pruned) return 'Set aside';
  if (item.number > 0) return `${item.number} of ${item.count}`;
  return item.alike > 0 ? `${item.alike + 1} ×` : `New ${item.newNumber}`;
}

export const STATES = {
  waiting: 'waiting',
  thinking: 'thinking',
  pausing: 'pausing',
  streaming: 'writing',
  saving: 'done, saving',
  done: '',
  stopped: 'stopped',
  interrupted: 'cut short',
  failed: 'failed',
  empty: 'empty',
  refused: 'withheld',
} as const;

/** The state of the first item of a list where a text is divided: what follows in that text. */
export const TEXT_ITSELF = 'the text itself';

export const WAITING = 'Waiting for the first word.';
export const THINKING = 'The model is thinking.';
export const NO_TEXT_RETURNED = 'The model returned no text.';
export const NO_TEXT_ARRIVED = 'No text arrived.';

export const LONGEST_TEXT = 'Cut off: a text cannot be longer.';
export const CUT_OFF = 'The provider ended the answer early.';
export const WITHHELD = 'The provider withheld the rest.';

/** Remark on a text that was withheld or cut short. @param isChosen it is on the path */
export function heldBackRemark(reason: string, isChosen: boolean): string {
  const kept = `${reason} What arrived is kept.`;
  return isChosen ? kept : `${kept} It joins your text only if you choose it.`;
}

/** The kind of answer that models are asked for: to continue a text, or to reply in a conversation. */
export type AnswerKind = 'continuation' | 'reply';

const JOINS = {
  continuation: 'It joins your text only if you choose it.',
  reply: 'It joins the conversation only if you choose it.',
} as const;

/** Announced when a text is held back; null if it is not. */
export function heldBackAnnouncement(finishReason: FinishReason | null, kind: AnswerKind): string | null {
  if (finishReason === 'content_filter') return `The provider withheld the rest of a ${kind}. ${JOINS[kind]}`;
  if (finishReason === 'interrupted') return `A ${kind} was cut short. ${JOINS[kind]}`;
  return null;
}

export function failedAnnouncement(kind: AnswerKind): string {
  return `A ${kind} failed.`;
}

export function emptyAnnouncement(kind: AnswerKind): string {
  return `A ${kind} came back empty.`;
}

export function readyAnnouncement(count: number, kind: AnswerKind): string {
  const plurals = { continuation: 'continuations', reply: 'replies' } as const;
  return count === 1 ? `1 ${kind} is ready.` : `${count} ${plurals[kind]} are ready.`;
}

/** The same of the replies in a conversation. @param who wrote it, if it is one */
export function repliedAnnouncement(count: number, who: string): string {
  return count === 1 ? `${who} replied.` : readyAnnouncement(count, 'reply');
}

export const SEVERAL_FAILED = 'Not all requests brought text.';

/** The accessible name of an action on several that failed alike. */
export function actionOnAll(action: string, count: number, agent: string, reason: string): string {
  return `${action} all ${count} by ${agent}: ${reason}`;
}

/** A request inside a text produced nothing, and the text continues as before. */
export const RESTORED = 'Your text is back.';

/** The line under a branch that began inside a text: how much of that text follows. */
export function wordsFollow(words: number): string {
  return `${countOf(words, 'word')} ${plural(words, 'follows', 'follow')} on your branch`;
}

/** Notices of continuations and replies that arrived where the writer is not looking. */
export const SHOW_ARRIVALS = 'Show';
export const GO_TO_ARRIVALS = 'Go to what arrived';
export const NONE_ARRIVED = 'Nothing has arrived elsewhere.';

/** @param title of the other tree that they are in; null for the one on the screen */
export function readyElsewhere(count: number, title: string | null, kind: AnswerKind): string {
  const sentence = readyAnnouncement(count, kind);
  return title === null ? sentence : sentence.replace(/\.$/, ` in “${title}”.`);
}

/** Beside a passage without alternatives. @param who is asked, and @param amount of what, as beside the button */
export function generateHere(who: string, amount: string): string {
  return `At the caret, Generate asks ${who} for ${amount}. What follows there stays beside them.`;
}
