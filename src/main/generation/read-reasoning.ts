/** Reads what a model reasoned before its answer from the bytes of a response (`dialogue.md`, *Replies*). */

import { isRecord, listOf } from '../../core/answers/read-json.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import { recordedChoices } from './recorded-choices.ts';

/** Bodies without this name no reasoning, whatever a service calls it. */
const MARK = Buffer.from('"reasoning');

/**
 * The reasoning that a provider sent separately from the text of a choice; empty for none. What a model writes into its
 * text, between tags, is text.
 * @param body of the response, an event stream or JSON; of one that was cut, what its whole events say
 */
export function readReasoning(body: Uint8Array, choiceIndex: number): string {
  if (!Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(MARK)) return '';
  const parts: string[] = [];
  for (const choice of recordedChoices(body, choiceIndex))
    parts.push(reasoningOf(choice.delta) || reasoningOf(choice.message) || reasoningOf(choice));
  return cutText(normaliseText(parts.join('')), MAX_TEXT_LENGTH).trim();
}

/** Whether a piece of an answer has reasoning, be it encrypted. */
export function hasReasoning(choice: Readonly<Record<string, unknown>>): boolean {
  return [choice.delta, choice.message, choice].some(
    (message) =>
      isRecord(message) && (reasoningOf(message) !== '' || listOf(message.reasoning_details).length > 0),
  );
}

/** Services that send it under two names send the same twice. */
function reasoningOf(message: unknown): string {
  if (!isRecord(message)) return '';
  const { reasoning_content: content, reasoning, reasoning_details: details } = message;
  for (const text of [content, reasoning]) if (typeof text === 'string' && text !== '') return text;
  return listOf(details).map(detailOf).join('');
}

/** Parts of it that are encrypted have no text. */
function detailOf(detail: unknown): string {
  if (!isRecord(detail)) return '';
  const { text, summary } = detail;
  return [text, summary].find((part) => typeof part === 'string') ?? '';
}
