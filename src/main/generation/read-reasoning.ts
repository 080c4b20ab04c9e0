/** Reads what a model wrote before the text of a node, from the bytes of a response (`dialogue.md`, *Replies*; `generation.md`, *Forms*). */
import { AnswerMarks, withoutMarks } from '../../core/answers/answer-marks.ts';
import { type BodyEvent, BodyReader } from '../../core/answers/body-reader.ts';
import { type LeftOut, leftOutOf } from '../../core/answers/left-out.ts';
import { isRecord, listOf } from '../../core/answers/read-json.ts';
import { choiceIndex as indexOf, WireReader } from '../../core/answers/wire-reader.ts';
import { AspenError } from '../../core/errors.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import { normaliseForeignText } from '../../core/text/normalise.ts';
import type { FinishReason, Seam } from '../../core/tree/tree-node.ts';

/** Bodies without any of these have no reasoning beside the text, whatever a service calls it. */
const NAMES = ['"reasoning', '"thinking'].map((name) => Buffer.from(name));

/** Length of thinking that is listed among the omitted parts, in UTF-16 code units: `readReasoning` has all of it. */
const THINKING_SHOWN = 2_000;

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
  const { sent, text, marks } = readChoice(body, choiceIndex);
  const { skipped } = marks;
  const isText = skipped === 0 || trimmed < skipped;
  const parts = [sent, isText ? '' : withoutMarks(text.slice(0, skipped))];
  return cutText(
    normaliseForeignText(parts.filter((part) => part !== '').join('\n\n')),
    MAX_TEXT_LENGTH,
  ).trim();
}

/** The request and outcome of a choice. */
interface ReadChoice {
  readonly choiceIndex: number;
  /** Stop sequences of its request. */
  readonly stops: readonly string[];
  readonly seam: Seam;
  readonly finishReason: FinishReason | null;
  readonly isMessage: boolean;
}

/** The parts left out of an answer, in its order. @param body of its response, as for `readReasoning` */
export function readLeftOut(body: Uint8Array, choice: ReadChoice): readonly LeftOut[] {
  const { choiceIndex, stops, seam, finishReason, isMessage } = choice;
  const { text, marks } = readChoice(body, choiceIndex, stops);
  marks.end(finishReason === 'stop');
  return leftOutOf({ text, skipped: marks.skipped, cut: marks.cut, seam, isMessage }).map((part) => ({
    ...part,
    text: cutText(part.text, part.kind === 'thinking' ? THINKING_SHOWN : MAX_TEXT_LENGTH),
  }));
}

/** Reads a choice: its separate reasoning, its text, and the parts of that which are left out. */
function readChoice(body: Uint8Array, choiceIndex: number, stops: readonly string[] = []) {
  const marks = new AnswerMarks({ stops, keepsThinking: false });
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
  return { sent: sent.join(''), text: normaliseForeignText(text.join('')), marks };
}

/**
 * The parts of a choice in a response's body, in order: one for each event of a stream, one of a body that was not
 * streamed.
 */
export function* recordedChoices(
  body: Uint8Array,
  choiceIndex: number,
): Generator<Readonly<Record<string, unknown>>> {
  for (const event of recordedEvents(body)) {
    const said = event.kind === 'json' ? event.value : undefined;
    for (const [place, choice] of listOf(isRecord(said) ? said.choices : undefined).entries())
      if (isRecord(choice) && indexOf(choice, place) === choiceIndex) yield choice;
  }
}

/** The events of a body, as far as it can be read: a truncated one is skipped. */
function* recordedEvents(body: Uint8Array): Generator<BodyEvent> {
  const reader = new BodyReader();
  try {
    yield* reader.feed(new TextDecoder().decode(body));
    yield* reader.end();
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
  }
}
