/** Lists the parts of an answer that are not in its text, and their kinds (`generation.md`, *Forms*). */

import type { Seam } from '../tree/tree-node.ts';
import { isEndToken } from './answer-marks.ts';
import { AnswerUnwrapper } from './answer-wrapping.ts';
import { AnswerFraming } from './framing.ts';

/**
 * A kind of omitted part: thinking between its tags; a model's remark about its answer; fences or quotation marks
 * around all of it; the agent's own name; a repetition of the preceding text; a token or stop sequence that ends it.
 */
export type LeftOutKind = 'thinking' | 'remark' | 'wrapping' | 'name' | 'repetition' | 'endToken' | 'stop';

export interface LeftOut {
  readonly kind: LeftOutKind;
  /** Before or after what is in the text. */
  readonly place: 'before' | 'after';
  /** With the white space around it. */
  readonly text: string;
}

/** The text of an answer, as its record has it. Lengths are in UTF-16 code units. */
export interface RecordedText {
  readonly text: string;
  /** Length of the thinking at its beginning. */
  readonly skipped: number;
  /** Length of the end tokens and stop sequences at its end. */
  readonly cut: number;
  /** The seam of its node. */
  readonly seam: Pick<Seam, 'answerTrimmed' | 'answerTrimmedAfter' | 'continues' | 'ranges'>;
  /** True if it became a message of a conversation. */
  readonly isMessage: boolean;
}

/** The parts that were left out, in the order of the answer; white space is none. */
export function leftOutOf(recorded: RecordedText): readonly LeftOut[] {
  return [...leftBefore(recorded), ...leftAfter(recorded)].filter(({ text }) => text.trim() !== '');
}

/** Trimmed parts of an answer that may be restored: all but thinking and what ends it. */
export interface TrimmedText {
  readonly before: string;
  readonly after: string;
}

/** Null if nothing was. */
export function trimmedText(parts: readonly LeftOut[]): TrimmedText | null {
  const at = (place: LeftOut['place']) =>
    parts
      .filter((part) => part.place === place && !['thinking', 'endToken', 'stop'].includes(part.kind))
      .map(({ text }) => text)
      .join('');
  const trimmed = { before: at('before'), after: at('after') };
  return trimmed.before === '' && trimmed.after === '' ? null : trimmed;
}

function leftBefore({ text, skipped, seam, isMessage }: RecordedText): readonly LeftOut[] {
  const { answerTrimmed: end, ranges, continues } = seam;
  // An agent may have thinking as text.
  const start = end < skipped ? 0 : skipped;
  const thinking = text.slice(0, start);
  const rest = text.slice(start, end);
  const named = isMessage && continues !== true;
  const [remark, wrapping] = ranges === undefined ? ['', ''] : framesBefore(text.slice(start), rest);
  const others = rest.slice(remark.length + wrapping.length);
  return joinSpace([
    { kind: 'thinking', place: 'before', text: thinking },
    { kind: 'remark', place: 'before', text: remark },
    { kind: 'wrapping', place: 'before', text: wrapping },
    { kind: named ? 'name' : 'repetition', place: 'before', text: others },
  ]);
}

function framesBefore(answer: string, left: string): readonly [remark: string, wrapping: string] {
  const framing = new AnswerFraming();
  const framed = framing.read(answer) + framing.end();
  const remark = left.slice(0, framing.trimmed);
  const unwrapper = new AnswerUnwrapper({ fences: true, quotes: true });
  unwrapper.read(framed);
  unwrapper.end();
  return [remark, left.slice(remark.length, remark.length + unwrapper.trimmed)];
}

/** White space belongs to what is before it. */
function joinSpace(parts: readonly LeftOut[]): readonly LeftOut[] {
  const joined: LeftOut[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && part.text.trim() === '')
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else if (part.text !== '') joined.push(part);
  }
  return joined;
}

function leftAfter({ text, skipped, cut, seam }: RecordedText): readonly LeftOut[] {
  const { answerTrimmed, answerTrimmedAfter: length = 0, ranges } = seam;
  const ended = Math.min(cut, length);
  const body = text.slice(0, text.length - ended);
  const isReplacement = ranges?.some(({ at }) => at !== undefined) === true;
  const fenced =
    isReplacement && length === 0 ? afterFence(body.slice(skipped), answerTrimmed - skipped) : '';
  const left = fenced === '' ? body.slice(text.length - length) : fenced;
  const framing = new AnswerFraming();
  framing.read(fenced === '' ? body : `.${left}`);
  framing.end();
  const at = Math.max(0, left.length - framing.trimmedAfter);
  const end = text.slice(text.length - ended);
  return [
    { kind: 'wrapping', place: 'after', text: left.slice(0, at) },
    { kind: 'remark', place: 'after', text: left.slice(at) },
    { kind: isEndToken(end) ? 'endToken' : 'stop', place: 'after', text: end },
  ];
}

/** The text from a closing fence on; empty if there is none. Reading has ended there. */
function afterFence(answer: string, trimmed: number): string {
  const framing = new AnswerFraming();
  const framed = framing.read(answer) + framing.end();
  const unwrapper = new AnswerUnwrapper({ fences: true, quotes: false });
  const { length } = unwrapper.read(framed);
  const from = framing.trimmed + unwrapper.trimmed;
  return unwrapper.isOver && from <= trimmed ? answer.slice(from + length) : '';
}
