import type { TextRange } from '../text/span.ts';
import { AnswerScanner, type ScannedPart } from './scan-answer.ts';

/** An answer of an agent that acts through commands, once it has arrived. */
export interface CommandAnswer {
  /** The text read: up to the prose that ended the request, if any did. Line ends are as they arrived. */
  readonly text: string;
  readonly parts: readonly ScannedPart[];
}

/** The most that is read, in UTF-16 code units; a longer answer is cut there. */
export interface AnswerBounds {
  readonly longest: number;
  /**
   * Number of code units at the start that repeat a line only the program writes, and are not the agent's.
   * @param isWhole whether nothing follows
   * @returns null while what follows decides; never if `isWhole`
   */
  copyAtStart(text: string, isWhole: boolean): number | null;
}

/**
 * Reads an answer with commands while it streams: its prose, without the white space around it, is the agent's message
 * (`agents.md`, *A turn*). The result does not depend on how the answer is divided into chunks.
 */
export class AnswerText {
  readonly #bounds: AnswerBounds;
  readonly #scanner = new AnswerScanner();
  readonly #chunks: string[] = [];
  #length = 0;
  #isCut = false;
  /** Text read but not shown, from `#tailFrom` on. */
  #tail = '';
  #tailFrom = 0;
  /** The earliest start of the next part of the message; null until known. */
  #from: number | null = null;
  /** Number of parts shown in full. */
  #done = 0;
  readonly #ranges: { readonly from: number; to: number }[] = [];
  /** White space after the last range, which belongs to the message if more of it follows. */
  #space = '';

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
  }

  /** True once nothing further is read: prose has followed a batch of commands, or the answer is too long. */
  get isOver(): boolean {
    return this.#isCut || this.#scanner.endedAt !== null;
  }

  /** The ranges of the message in the answer, in order; joined, they are the text shown. */
  get ranges(): readonly TextRange[] {
    return this.#ranges.map(({ from, to }) => ({ from, to }));
  }

  /** Reads on. @returns the next part of the message, which may be empty or arrive with a later chunk */
  read(chunk: string): string {
    if (this.isOver || chunk === '') return '';
    const room = this.#bounds.longest - this.#length;
    const kept = chunk.length <= room ? chunk : chunk.slice(0, room);
    this.#isCut = kept.length < chunk.length;
    this.#scanner.push(kept);
    this.#chunks.push(kept);
    this.#length += kept.length;
    this.#tail += kept;
    return this.#show(false);
  }

  /** The end of the answer. @param isCut whether it may lack its end @returns the rest of the held message */
  end(isCut: boolean): string {
    this.#scanner.finish(isCut || this.#isCut);
    return this.#show(true);
  }

  /** Call it after `end`. */
  answer(): CommandAnswer {
    const { endedAt, parts } = this.#scanner;
    const text = this.#chunks.join('');
    return { text: endedAt === null ? text : text.slice(0, endedAt), parts };
  }

  #show(isEnd: boolean): string {
    this.#from ??= this.#bounds.copyAtStart(this.#tail, isEnd);
    if (this.#from === null) return '';
    const from = this.#from;
    const { parts } = this.#scanner;
    const fresh = parts.slice(this.#done);
    // Prose at the end may still grow.
    this.#done = isEnd ? parts.length : Math.max(this.#done, parts.length - 1);
    return fresh
      .map((part) => (part.kind === 'prose' ? this.#showProse(Math.max(part.from, from), part.to) : ''))
      .join('');
  }

  /** Shows a part of the prose as far as it has not been shown. */
  #showProse(partFrom: number, to: number): string {
    const last = this.#ranges.at(-1);
    const shownTo = last === undefined ? 0 : last.to + this.#space.length;
    const from = Math.max(partFrom, this.#tailFrom);
    if (from >= to) return '';
    const text = this.#tail.slice(from - this.#tailFrom, to - this.#tailFrom);
    this.#tail = this.#tail.slice(to - this.#tailFrom);
    this.#tailFrom = to;
    if (last !== undefined && shownTo === from) return this.#append(last, text);
    // Each part of the message begins with ink: before it are the line ends around thoughts.
    const inked = text.trimStart();
    if (inked === '') return '';
    const space = this.#space;
    if (last !== undefined) last.to += space.length;
    this.#space = '';
    const start = to - inked.length;
    const range = { from: start, to: start };
    this.#ranges.push(range);
    return space + this.#append(range, inked);
  }

  /** Adds text to the last range; white space at its end waits. */
  #append(range: { to: number }, text: string): string {
    const ink = text.trimEnd();
    if (ink === '') {
      this.#space += text;
      return '';
    }
    const shown = this.#space + ink;
    range.to += shown.length;
    this.#space = text.slice(ink.length);
    return shown;
  }
}
