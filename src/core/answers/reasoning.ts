/** What a model reasons before its answer, where a service sends it apart from the text (`dialogue.md`, *Replies*). */
import { isRecord, listOf } from './read-json.ts';

/** The reasoning in a piece of a choice; empty for none. Services that send it under two names send the same twice. */
export function reasoningOf(choice: Readonly<Record<string, unknown>>): string {
  for (const message of [choice.delta, choice.message, choice]) {
    const reasoning = reasoningIn(message);
    if (reasoning !== '') return reasoning;
  }
  return '';
}

/** Whether a piece of a choice has reasoning, be it encrypted. */
export function hasReasoning(choice: Readonly<Record<string, unknown>>): boolean {
  return (
    reasoningOf(choice) !== '' ||
    [choice.delta, choice.message, choice].some(
      (message) => isRecord(message) && listOf(message.reasoning_details).length > 0,
    )
  );
}

function reasoningIn(message: unknown): string {
  if (!isRecord(message)) return '';
  const { reasoning_content: content, reasoning, thinking, reasoning_details: details } = message;
  for (const text of [content, reasoning, thinking]) if (typeof text === 'string' && text !== '') return text;
  return listOf(details).map(detailOf).join('') || listOf(message.content).map(thinkingOf).join('');
}

/** Parts of it that are encrypted have no text. */
function detailOf(detail: unknown): string {
  if (!isRecord(detail)) return '';
  const { text, summary } = detail;
  return [text, summary].find((part) => typeof part === 'string') ?? '';
}

/** A part of a message's content that is reasoning: its text, or a list of such parts. */
function thinkingOf(part: unknown): string {
  if (!isRecord(part) || (part.type !== 'thinking' && part.type !== 'reasoning')) return '';
  const said = part.thinking ?? part.reasoning ?? part.text;
  if (typeof said === 'string') return said;
  return listOf(said)
    .map((one) => (isRecord(one) && typeof one.text === 'string' ? one.text : ''))
    .join('');
}
