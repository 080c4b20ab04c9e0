import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { type Answer, type AnswerEvent, type AnswerPart, PartBuilder } from './answer-parts.ts';
import type { AnswerToStore } from './answer-to-store.ts';

/** Interval at which arrived text is saved to the journal, in milliseconds (`storage.md`). */
const EVERY = 1_000;
/**
 * Faster answers are saved in parts of about this size: neither this process nor the journal's thread, in which typed
 * text waits its turn, is then busy with one for long. Bytes.
 */
const MAX_PART = 1024 * 1024;

/** Everything that storing an answer needs besides the answer; plain data. */
export type AnswerRequest = Omit<AnswerToStore, 'answer' | 'respondedAt'>;

/** Continuations that were requested; plain data. */
export interface RequestedContinuations {
  /** The node id of the first of them. */
  readonly nodeId: NodeId;
  readonly treeId: TreeId;
  readonly parentId: PositionId;
  readonly count: number;
}

/** Stores answers that are not in the grove yet. Reports its own failures. */
export interface PartialJournal {
  /** Notes a request that has produced no text yet. */
  note(requested: RequestedContinuations): void;
  /**
   * Begins an entry with the request, in place of a note under the same node; repeating this changes nothing.
   * @param ask with a node for each choice, even if it has no text yet
   */
  begin(nodeId: NodeId, ask: AnswerRequest): Promise<void>;
  /** Appends to an entry, or replaces the part with this number. @param ordinal from 0 on, without gaps */
  append(nodeId: NodeId, ordinal: number, part: AnswerPart): Promise<void>;
  /** Deletes a note or an entry: the answer is stored, or not worth storing. */
  forget(nodeId: NodeId): void;
}

/** Saves the answer to one request to the journal while it streams, each byte and character of it once. */
export class PartialSaver {
  readonly #journal: PartialJournal;
  readonly #now: () => number;
  #ask: (() => AnswerRequest) | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The latest part of the answer. */
  #builder = new PartBuilder();
  /** Parts not yet in the journal, in order. */
  #waiting: AnswerPart[] = [];
  /** The first node with text, which the journal's entry is under; before there is one, nothing is appended. */
  #nodeId: NodeId | undefined;
  /** The nodes under which the journal may have something to forget. */
  readonly #known = new Set<NodeId>();
  #hasBegun = false;
  #nextOrdinal = 0;
  #sending: Promise<void> | undefined;

  /** @param requested noted until text arrives; null for nothing to note */
  constructor(journal: PartialJournal, now: () => number, requested: RequestedContinuations | null) {
    this.#journal = journal;
    this.#now = now;
    if (requested === null) return;
    this.#known.add(requested.nodeId);
    journal.note(requested);
  }

  /**
   * The request is made, or made again because no text came.
   * @param ask returns the request, with a node for each choice
   */
  onBegin(ask: () => AnswerRequest): void {
    this.#ask = ask;
    this.#builder = new PartBuilder();
    this.#waiting = [];
    this.#timer ??= setInterval(() => this.#save(), EVERY);
  }

  onEvent(event: AnswerEvent): void {
    this.#builder.add(event);
    // The answer to a call may only act: it is kept from its first byte on.
    if (event.type === 'bytes' && this.#ask?.().call !== undefined) this.#nodeId ??= this.#nodeOf(0);
    if (event.type === 'text') this.#nodeId ??= this.#nodeOf(event.choice);
    if (this.#builder.size >= MAX_PART) this.#save();
  }

  /** The answer was stored, or there was nothing to store. Does nothing when called again. */
  onStored(): void {
    clearInterval(this.#timer);
    this.#waiting = [];
    for (const nodeId of this.#known) this.#forget(nodeId);
  }

  /**
   * The answer could not be stored: saves the rest of it. Resolves when the journal has it, or refused it.
   * @param choices without any, the next session finds an answer that was interrupted
   */
  async onStoreFailed({ choices }: Pick<Answer, 'choices'>): Promise<void> {
    clearInterval(this.#timer);
    for (const [choice, { text, finishReason }] of choices.entries())
      if (text !== '') this.#builder.add({ type: 'finish', choice, reason: finishReason });
    await this.#sending;
    this.#save();
    await this.#sending;
    // Text stays for the next session.
    if (this.#nodeId !== undefined) this.#known.clear();
  }

  #save(): void {
    if (!this.#builder.isEmpty) {
      this.#waiting.push(this.#builder.build(this.#now()));
      this.#builder = new PartBuilder();
    }
    const [nodeId, ask] = [this.#nodeId, this.#ask];
    if (nodeId === undefined || ask === undefined || this.#waiting.length === 0) return;
    this.#sending ??= this.#send(nodeId, ask).finally(() => {
      this.#sending = undefined;
    });
  }

  /** Sends what is waiting, one part at a time; after a failure the rest waits for the next attempt. */
  async #send(nodeId: NodeId, ask: () => AnswerRequest): Promise<void> {
    this.#known.add(nodeId);
    try {
      if (!this.#hasBegun) await this.#journal.begin(nodeId, ask());
      this.#hasBegun = true;
      // Choices begin in any order: the note may be under another node.
      for (const noted of this.#known) if (noted !== nodeId) this.#forget(noted);
      for (let part = this.#waiting[0]; part !== undefined; part = this.#waiting[0]) {
        await this.#journal.append(nodeId, this.#nextOrdinal, part);
        this.#nextOrdinal += 1;
        if (this.#waiting[0] === part) this.#waiting.shift();
      }
    } catch {
      // The journal has reported it.
    }
  }

  /** Only once: a later request may use the same node. */
  #forget(nodeId: NodeId): void {
    this.#known.delete(nodeId);
    this.#journal.forget(nodeId);
  }

  #nodeOf(wanted: number): NodeId {
    const kept = this.#ask?.().kept.find(({ choice }) => choice === wanted);
    if (kept === undefined) throw new RangeError(`no node for choice ${wanted}`);
    return kept.nodeId;
  }
}
