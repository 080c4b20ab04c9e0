/** The texts for a continuation's states (`interface.md`, *Words*). */

import { MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import * as words from '../../../ui-text/continuations.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import type { Continuation } from '../../session/tree/continuation.ts';

/** Begins a card: `2 of 5` in the tree, `New 2` before that, `5 ×` if several failed alike. */
export function formatPlace(item: Continuation, count: number): string {
  return words.placeOf({ ...item, count, alike: item.alike.length });
}

/** The accessible name of a button of one continuation. */
export function nameAction(action: string, item: Continuation, count: number, agent?: Agent): string {
  const place = formatPlace(item, count);
  if (item.alike.length === 0) return `${action} ${item.number > 0 ? place : place.toLowerCase()}`;
  return words.actionOnAll(action, item.alike.length + 1, agent?.name ?? UNKNOWN_AGENT, placeholderFor(item));
}

/** Shown in place of a text that has not arrived or never will. */
export function placeholderFor({ state, error }: Continuation): string {
  if (state === 'waiting') return words.WAITING;
  if (state === 'thinking') return words.THINKING;
  if (state === 'pausing') return `${firstSentence(error?.sentence ?? '')} ${error?.detail ?? ''}`;
  if (state === 'empty') return words.NO_TEXT_RETURNED;
  return error?.sentence ?? words.NO_TEXT_ARRIVED;
}

/** Explains why a text is incomplete; null if it is not. @param isChosen it is on the path */
export function formatRemark({ state, error, length }: Continuation, isChosen: boolean): string | null {
  // Main cuts an answer there, or before half of a character.
  if (length >= MAX_TEXT_LENGTH - 1) return words.LONGEST_TEXT;
  if (state === 'interrupted')
    return words.heldBackRemark(error === null ? words.CUT_OFF : firstSentence(error.sentence), isChosen);
  return state === 'refused' ? words.heldBackRemark(words.WITHHELD, isChosen) : null;
}

/** The provider's exact words: of several that failed alike, each once. */
export function detailsOf({ error, alike }: Continuation): readonly string[] {
  const all = [error, ...alike.map((other) => other.error)];
  return [...new Set(all.flatMap((one) => (one === null || one.detail === '' ? [] : [one.detail])))];
}

/** An error sentence has the event first, then what is safe. Here only the first part fits. */
function firstSentence(sentence: string): string {
  return /^.*?\.(?= |$)/.exec(sentence)?.[0] ?? sentence;
}
