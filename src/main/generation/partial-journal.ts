import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { Answer } from './run-continuation.ts';
import type { AnswerToStore } from './store-answer.ts';

/** How often streamed text is saved to the journal, in milliseconds (`storage.md`). */
const EVERY = 1_000;

/** Everything that storing an answer needs besides the answer; plain data. */
export type AnswerRequest = Omit<
  AnswerToStore,
  'store' | 'idsAndClock' | 'sha256OfBytes' | 'answer' | 'respondedAt'
>;

/** The answer received so far; plain data, with the body in base64. */
export interface PartialAnswer extends Omit<Answer, 'body' | 'error'> {
  readonly body: string;
  readonly respondedAt: number;
}

/** Continuations that were requested; plain data. */
export interface RequestedContinuations {
  /** The node id of the first of them. */
  readonly nodeId: NodeId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly count: number;
}

/** Stores answers that are not in the grove yet. Failures are reported elsewhere and delay nothing. */
export interface PartialJournal {
  /** The first save for the same node replaces it. */
  begin(requested: RequestedContinuations): void;
  save(ask: AnswerRequest, answer: PartialAnswer): void;
  /** Deletes an entry: the answer is stored, or not worth storing. */
  forget(nodeId: NodeId): void;
}

/** Saves the text of one request to the journal while it streams. */
export class PartialSaver {
  readonly #journal: PartialJournal;
  #ask: (() => AnswerRequest) | undefined;
  readonly #now: () => number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #peek: (() => Answer) | undefined;
  /** The node that the journal entry is stored under; undefined if there is none. */
  #savedUnder: NodeId | undefined;
  #savedLength = 0;

  constructor(journal: PartialJournal, now: () => number, requested: RequestedContinuations) {
    this.#journal = journal;
    this.#now = now;
    this.#savedUnder = requested.nodeId;
    journal.begin(requested);
  }

  /**
   * Starts saving.
   * @param ask returns the request as it would be stored now, with only those choices that have text
   * @param peek returns the answer so far
   */
  start(ask: () => AnswerRequest, peek: () => Answer): void {
    this.#ask = ask;
    this.#peek = peek;
    this.#timer ??= setInterval(() => this.#save(), EVERY);
  }

  /** The answer was stored, or there was nothing to store. Harmless when called again. */
  onStored(): void {
    clearInterval(this.#timer);
    if (this.#savedUnder !== undefined) this.#journal.forget(this.#savedUnder);
    this.#savedUnder = undefined;
  }

  /** The answer could not be stored: save all of it. */
  onStoreFailed(answer: Answer): void {
    clearInterval(this.#timer);
    this.#peek = () => answer;
    this.#savedLength = 0;
    this.#save();
    // It stays for the next session.
    this.#savedUnder = undefined;
  }

  #save(): void {
    const answer = this.#peek?.();
    const ask = this.#ask?.();
    if (answer === undefined || ask === undefined) return;
    const length = answer.choices.reduce((sum, { text }) => sum + text.length, 0);
    const [first] = ask.kept;
    if (length === this.#savedLength || first === undefined) return;
    // Choices begin in any order, and the entry is stored under the first of them.
    if (this.#savedUnder !== undefined && this.#savedUnder !== first.nodeId)
      this.#journal.forget(this.#savedUnder);
    this.#savedUnder = first.nodeId;
    this.#savedLength = length;
    const { body, error: _, ...rest } = answer;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#journal.save(ask, { ...rest, body: bytes.toString('base64'), respondedAt: this.#now() });
  }
}
