/** Reads what a model answers for a part of the page, while it streams (`edits.md`, *Rewrites and bridges*). */

import { AnswerUnwrapper, hasQuotes } from '../answers/answer-wrapping.ts';
import { AnswerFraming, withoutFraming } from '../answers/framing.ts';
import { endRepeat, openRepeat, type RepeatState, trimRepeat } from '../answers/repeat.ts';
import { trimPrompt } from '../context/seam.ts';
import type { Seam } from '../tree/tree-node.ts';
import { AnswerEdges, stopAfter } from './answer-edges.ts';
import { AnswerEnd } from './answer-end.ts';
import type { AnswerRange } from './divide-answer.ts';
import { type AnswerPlace, edgesOf } from './edge-space.ts';

export type { AnswerPlace } from './edge-space.ts';

/** How much of the page shows whether it has dialogue, and how much of a text repeats the page. UTF-16 code units. */
const NEARBY = 4_000;

/** How an answer is joined to the page on both sides, with where its text is in it: one range, or none. */
export interface ReplacementSeam extends Seam {
  readonly ranges: readonly AnswerRange[];
}

/**
 * Reads an answer as the text that replaces a part of the page: without what a chat model wraps around it, repeats of the
 * text before, and goes on with of the text after; with the white space that belongs around it. Empty if the answer is
 * blank: then nothing is replaced. Chunks are of whole characters with line ends as `\n`, and make no other difference.
 */
export class ReplacementReader {
  readonly #promptTrimmed: number;
  /** Null where the text itself may have such sentences. */
  readonly #framing: AnswerFraming | null;
  readonly #unwrapper: AnswerUnwrapper;
  readonly #end: AnswerEnd;
  readonly #edges: AnswerEdges;
  #repeat: RepeatState | null;
  /** How much of the answer has been read. UTF-16 code units. */
  #read = 0;

  constructor(place: AnswerPlace) {
    const { before, replaced, after, isChat } = place;
    this.#promptTrimmed = trimPrompt(before).spaces.length;
    const isBridge = replaced.trim() === '';
    // A line of dialogue is a bridge between others.
    const quotable = isBridge ? before.slice(-NEARBY) + after.slice(0, NEARBY) : replaced;
    this.#framing = isChat && withoutFraming(replaced) === replaced ? new AnswerFraming() : null;
    this.#unwrapper = new AnswerUnwrapper({
      fences: isChat && !replaced.includes('```'),
      quotes: isChat && !hasQuotes(quotable),
    });
    this.#repeat = isChat ? openPageRepeat(before, replaced) : null;
    this.#end = new AnswerEnd(after, replaced);
    this.#edges = new AnswerEdges(
      edgesOf(place, () => (this.#repeat?.trimmed ?? 0) === 0),
      stopAfter(replaced, after),
    );
  }

  /** Whether nothing that still arrives belongs to the answer. */
  get isOver(): boolean {
    return this.#unwrapper.isOver || this.#end.isOver;
  }

  /** Reads on. @returns text to show, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    this.#read += chunk.length;
    return this.isOver ? '' : this.#readFramed(this.#framing === null ? chunk : this.#framing.read(chunk));
  }

  /** The end of the answer. @returns what was still held back, with white space after it */
  end(): string {
    const held = this.isOver ? '' : this.#readFramed(this.#framing?.end() ?? '');
    const last = this.#end.read(this.#trimRepeat(this.#unwrapper.end()) + this.#endRepeat());
    return held + this.#edges.read(last + this.#end.end()) + this.#edges.end();
  }

  /** What was trimmed and added so far. */
  get seam(): ReplacementSeam {
    const { lead, trail, length } = this.#edges;
    const framing = this.#framing?.trimmed ?? 0;
    const from = framing + this.#unwrapper.trimmed + (this.#repeat?.trimmed ?? 0) + this.#edges.trimmed;
    // White space alone is not worth a word, and of an answer that is over nobody has read the end.
    const isTrimmedAfter =
      ((this.#framing?.trimmedAfter ?? 0) > 0 || this.#unwrapper.isUnquoted) && !this.isOver;
    return {
      promptTrimmed: this.#promptTrimmed,
      answerTrimmed: from,
      ...(isTrimmedAfter ? { answerTrimmedAfter: this.#read - from - length } : {}),
      ...(lead?.space === ' ' ? { spaceAdded: true } : {}),
      ...(trail?.space === ' ' ? { spaceAddedAfter: true } : {}),
      ranges:
        lead === null || length === 0
          ? []
          : [{ from, to: from + length, at: lead.kept.length + lead.space.length }],
    };
  }

  #readFramed(chunk: string): string {
    return this.#edges.read(this.#end.read(this.#trimRepeat(this.#unwrapper.read(chunk))));
  }

  #trimRepeat(chunk: string): string {
    if (this.#repeat === null) return chunk;
    const { state, text } = trimRepeat(this.#repeat, chunk);
    this.#repeat = state;
    return text;
  }

  #endRepeat(): string {
    if (this.#repeat === null) return '';
    const { state, text } = endRepeat(this.#repeat);
    this.#repeat = state;
    return text;
  }
}

/** Null if the replaced text itself begins as the text before it ends: a refrain is not a repetition. */
function openPageRepeat(before: string, replaced: string): RepeatState | null {
  const opened = openRepeat(before.trimEnd(), false);
  const own = endRepeat(trimRepeat(opened, replaced.slice(0, NEARBY)).state).state;
  return own.trimmed > 0 ? null : opened;
}
