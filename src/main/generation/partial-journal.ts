import type { NodeId } from '../../core/ids.ts';
import type { Answer } from './run-continuation.ts';
import type { AnswerToStore } from './store-answer.ts';

/** What has arrived of a request is kept this often while it streams, in milliseconds (`storage.md`). */
const EVERY = 1_000;

/** All that storing an answer takes besides the answer; plain data. */
export type AnswerAsk = Omit<
  AnswerToStore,
  'store' | 'idsAndClock' | 'sha256OfBytes' | 'answer' | 'respondedAt'
>;

/** What had arrived of a request; plain data, the body in base64. */
export interface PartialAnswer extends Omit<Answer, 'body' | 'error'> {
  readonly body: string;
  readonly respondedAt: number;
}

/** Where what is not stored yet is kept; a failure is told elsewhere, and delays nothing. */
export interface PartialJournal {
  keep(ask: AnswerAsk, answer: PartialAnswer): void;
  /** It is stored, or not worth it. */
  forget(nodeId: NodeId): void;
}

/** Keeps what arrives of one request in the journal while it streams. */
export class PartialKeeper {
  readonly #journal: PartialJournal;
  readonly #ask: () => AnswerAsk;
  readonly #now: () => number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #peek: (() => Answer) | undefined;
  /** The first node of what was kept; undefined where nothing was. */
  #kept: NodeId | undefined;
  #length = 0;

  /** @param ask as it would be stored now: only choices of which there is text */
  constructor(journal: PartialJournal, now: () => number, ask: () => AnswerAsk) {
    this.#journal = journal;
    this.#now = now;
    this.#ask = ask;
  }

  /** @param peek the answer as it is so far */
  follow(peek: () => Answer): void {
    this.#peek = peek;
    this.#timer ??= setInterval(() => this.#keep(), EVERY);
  }

  /** The answer is stored, or there was nothing to store. */
  stored(): void {
    clearInterval(this.#timer);
    if (this.#kept !== undefined) this.#journal.forget(this.#kept);
  }

  /** The answer could not be stored: all of it is kept. */
  notStored(answer: Answer): void {
    clearInterval(this.#timer);
    this.#peek = () => answer;
    this.#length = 0;
    this.#keep();
  }

  #keep(): void {
    const answer = this.#peek?.();
    if (answer === undefined) return;
    const length = answer.choices.reduce((sum, { text }) => sum + text.length, 0);
    const ask = this.#ask();
    const [first] = ask.kept;
    if (length === this.#length || first === undefined) return;
    // Choices begin in any order; what is kept goes by the first of them.
    if (this.#kept !== undefined && this.#kept !== first.nodeId) this.#journal.forget(this.#kept);
    this.#kept = first.nodeId;
    this.#length = length;
    const { body, error: _, ...rest } = answer;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#journal.keep(ask, { ...rest, body: bytes.toString('base64'), respondedAt: this.#now() });
  }
}
