/** Reads what a model wrote before the text of a node, from the bytes of a response (`dialogue.md`, *Replies*; `generation.md`, *Forms*). */
import { AnswerMarks, withoutMarks } from '../../core/answers/answer-marks.ts';
import { WireReader } from '../../core/answers/wire-reader.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import { normaliseForeignText } from '../../core/text/normalise.ts';
import { recordedEvents } from './recorded-choices.ts';

/** Bodies without any of these have no reasoning beside the text, whatever a service calls it. */
const NAMES = ['"reasoning', '"thinking'].map((name) => Buffer.from(name));

/**
 * The reasoning of a choice, which a provider sent separately or the model wrote between marks at the beginning of its text;
 * empty for none.
 * @param body of the response, in any form; of one that was cut, what its whole events say
 * @param trimmed how much of the beginning of its text is not in the node, in UTF-16 code units: less than the marks if the
 *   agent has them as text
 */
export function readReasoning(body: Uint8Array, choiceIndex: number, trimmed: number): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (trimmed === 0 && !NAMES.some((name) => bytes.includes(name))) return '';
  const { sent, text, skipped } = readChoice(body, choiceIndex);
  const isText = skipped === 0 || trimmed < skipped;
  const parts = [sent, isText ? '' : withoutMarks(text.slice(0, skipped))];
  return cutText(
    normaliseForeignText(parts.filter((part) => part !== '').join('\n\n')),
    MAX_TEXT_LENGTH,
  ).trim();
}

/**
 * What was left out of the beginning of an answer and is no reasoning: what it repeats of the text before it, or says about
 * itself. Empty if that is only white space. Its parameters are those of `readReasoning`.
 */
export function readLeftOut(body: Uint8Array, choiceIndex: number, trimmed: number): string {
  const { text, skipped } = readChoice(body, choiceIndex);
  return cutText(text.slice(trimmed < skipped ? 0 : skipped, trimmed), MAX_TEXT_LENGTH).trim();
}

/** What a choice says: its reasoning beside the text, its text, and how much of that is thinking between marks. */
function readChoice(body: Uint8Array, choiceIndex: number) {
  const marks = new AnswerMarks({ stops: [], keepsThinking: false });
  const sent: string[] = [];
  const text: string[] = [];
  const wire = new WireReader();
  for (const event of recordedEvents(body)) {
    for (const said of wire.read(event)) {
      if (!('choice' in said) || said.choice !== choiceIndex) continue;
      if (said.type === 'reasoning') sent.push(said.text);
      if (said.type !== 'text') continue;
      text.push(said.text);
      marks.read(normaliseForeignText(said.text));
    }
  }
  return { sent: sent.join(''), text: normaliseForeignText(text.join('')), skipped: marks.skipped };
}
