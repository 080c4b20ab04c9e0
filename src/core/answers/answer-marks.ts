/**
 * Takes out of an answer's text what is none (`generation.md`, *Forms*): what a model thinks between marks before it answers,
 * and the tokens and stop sequences that end it.
 */

/** The tags around thinking, in the forms of open models. */
const THINKING: readonly (readonly [begin: string, end: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<seed:think>', '</seed:think>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
];

/** Ends thinking whose beginning the service has kept, as part of its prompt. */
const LONE_END = '</think>';

/** Tokens that end an answer, which some services send as text. */
const END_TOKENS: readonly string[] = [
  '</s>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|end|>',
  '<|return|>',
  '<end_of_turn>',
];

/** A shorter beginning of a stop sequence at the end of an answer may be chance. UTF-16 code units. */
const MIN_BEGUN = 2;

export interface AnswerMarksOptions {
  /** Stop sequences of the request. */
  readonly stops: readonly string[];
  /** The agent keeps text between thinking tags as ordinary text. */
  readonly keepsThinking: boolean;
}

/** The result of reading the next piece of an answer. */
export interface MarkedText {
  /** To be shown; may be empty or arrive with a later piece. */
  readonly text: string;
  /** All text before this was thinking, as only its end has shown. */
  readonly isAnew: boolean;
}

/** Reads the text of one answer while it streams. Offsets are in UTF-16 code units. */
export class AnswerMarks {
  readonly #ends: readonly string[];
  readonly #stops: readonly string[];
  #state: 'start' | 'thinking' | 'afterThinking' | 'text';
  #keepsThinking: boolean;
  #closing = '';
  /** Text that may be part of a mark. */
  #held = '';
  /** The length of all text that arrived before what is held. */
  #read = 0;
  #skipped = 0;
  #cut = 0;

  constructor({ stops, keepsThinking }: AnswerMarksOptions) {
    this.#stops = stops.filter((stop) => stop !== '');
    this.#ends = [...END_TOKENS, ...this.#stops];
    this.#keepsThinking = keepsThinking;
    this.#state = keepsThinking ? 'text' : 'start';
  }

  /** The text removed from the beginning. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The text removed from the end; known once the answer has ended. */
  get cut(): number {
    return this.#cut;
  }

  /** True while incoming text is thinking. */
  get isThinking(): boolean {
    return this.#state === 'thinking';
  }

  read(piece: string): MarkedText {
    this.#held += piece;
    let isAnew = false;
    if (this.#state === 'start') this.#begin();
    if (this.#state === 'thinking') this.#think();
    if (this.#state === 'afterThinking') this.#skipSpace();
    if (this.#state !== 'text') return { text: '', isAnew };
    const lone = this.#keepsThinking ? -1 : this.#held.indexOf(LONE_END);
    if (lone >= 0) {
      isAnew = true;
      this.#skip(lone + LONE_END.length);
      this.#state = 'afterThinking';
      this.#skipSpace();
    }
    const text = this.#held.slice(0, this.#heldFrom());
    this.#take(text.length);
    return { text, isAnew };
  }

  /** The text that was held back. @param isWhole whether the model ended it, rather than a limit or the writer */
  end(isWhole: boolean): string {
    if (this.#state === 'start') this.#state = 'text';
    if (this.#state !== 'text') {
      this.#skip(this.#held.length);
      return '';
    }
    const end = this.#endOf(this.#held, isWhole);
    this.#cut = this.#held.length - end;
    const text = this.#held.slice(0, end);
    this.#held = '';
    return text;
  }

  /** Finds out whether the answer begins with thinking. */
  #begin(): void {
    const from = this.#held.length - this.#held.trimStart().length;
    const begun = this.#held.slice(from);
    if (begun === '') return;
    const marks = [...THINKING.flat(), LONE_END];
    for (const [begin, end] of THINKING) {
      if (begun.startsWith(begin)) {
        this.#closing = end;
        this.#skip(from + begin.length);
        this.#state = 'thinking';
        return;
      }
      if (begun.startsWith(end)) {
        this.#skip(from + end.length);
        this.#state = 'afterThinking';
        return;
      }
    }
    if (!marks.some((mark) => mark.startsWith(begun))) this.#state = 'text';
  }

  #think(): void {
    const end = this.#held.indexOf(this.#closing);
    if (end >= 0) {
      this.#skip(end + this.#closing.length);
      this.#state = 'afterThinking';
    } else this.#skip(Math.max(0, this.#held.length - this.#closing.length + 1));
  }

  /** Skips the blank lines after thinking, which are no text. */
  #skipSpace(): void {
    const text = this.#held.trimStart();
    this.#skip(this.#held.length - text.length);
    if (text === '') return;
    this.#state = 'text';
    this.#keepsThinking = true;
  }

  #skip(length: number): void {
    this.#take(length);
    this.#skipped = this.#read;
  }

  #take(length: number): void {
    this.#held = this.#held.slice(length);
    this.#read += length;
  }

  /** From where on what is held may be a mark, or the end of the answer. */
  #heldFrom(): number {
    const text = this.#held;
    let begun = 0;
    for (const mark of this.#keepsThinking ? this.#ends : [...this.#ends, LONE_END])
      for (let length = Math.min(mark.length - 1, text.length); length > begun; length -= 1)
        if (mark.startsWith(text.slice(-length))) begun = length;
    return this.#endOf(text.slice(0, text.length - begun), false);
  }

  /** The end of a text without the marks at its end. */
  #endOf(text: string, isWhole: boolean): number {
    let end = text.length;
    for (;;) {
      const before = text.slice(0, end).trimEnd();
      const mark =
        this.#ends.find((one) => before.endsWith(one)) ??
        this.#ends.find((one) => text.slice(0, end).endsWith(one));
      if (mark === undefined) break;
      end = (before.endsWith(mark) ? before.length : end) - mark.length;
    }
    if (!isWhole) return end;
    for (const stop of this.#stops) {
      for (let length = Math.min(stop.length - 1, end); length >= MIN_BEGUN; length -= 1) {
        const begun = stop.slice(0, length);
        if (begun.trim() !== '' && text.slice(0, end).endsWith(begun)) return end - length;
      }
    }
    return end;
  }
}

/** Returns true if the text removed from an answer's end begins with an end token rather than a stop sequence. */
export function isEndToken(text: string): boolean {
  return END_TOKENS.some((token) => text.trimStart().startsWith(token));
}

/** The thinking between its tags. @param thinking the text before an answer, with its tags */
export function withoutMarks(thinking: string): string {
  let text = thinking.trim();
  for (const [begin, end] of THINKING) {
    if (text.startsWith(begin)) text = text.slice(begin.length);
    if (text.endsWith(end)) text = text.slice(0, -end.length);
  }
  // Open models write this between two of their channels.
  return text.replace(/(?:<\|[a-z]+\|>|assistant)+$/, '').trim();
}
