import type { NodeId } from '../../../core/ids.ts';
import { NO_TEXT, type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { CommitResult, DraftEvent, PathNode, SealedEvent } from '../../surface.ts';
import { joinTexts, type Sealed } from './conversation-state.ts';
import { type BoxText, refOf, type TextBox } from './text-box.ts';

export interface CommittedTexts {
  readonly messages: readonly PathNode[];
  readonly boxes: readonly BoxText[];
}

/** The texts of a conversation that are being committed. */
export function createSeals() {
  let sealed: readonly Sealed[] = [];
  let count = 0;

  return {
    get all(): readonly Sealed[] {
      return sealed;
    },

    get isEmpty(): boolean {
      return sealed.length === 0;
    },

    /** Returns true while the edit of a message is being committed. */
    has(nodeId: NodeId): boolean {
      return sealed.some((one) => one.nodeId === nodeId);
    },

    /** Seals the text of a box or, of the composer, its former text. @returns the event of that */
    add(box: TextBox, { text, spans }: SpannedText, state: BoxText['state']): SealedEvent {
      count += 1;
      const segment = refOf(box);
      const one = { ...segment, of: count, message: box.message, content: { text, spans }, state };
      sealed = [...sealed, one];
      return { kind: 'sealed', seal: count, segments: [segment] };
    },

    /** Ends a seal. @returns the messages that its texts became, as far as they did, and the boxes that they were in */
    takeCommitted({ seal, segments }: CommitResult): CommittedTexts {
      const ended = sealed.filter(({ of }) => of === seal);
      sealed = sealed.filter(({ of }) => of !== seal);
      const messages = ended.flatMap(({ segmentId, content }) => {
        const node = segments.find((segment) => segment.segmentId === segmentId);
        return node === undefined ? [] : [{ nodeId: node.nodeId, positionId: node.positionId, ...content }];
      });
      return { messages, boxes: ended.map(({ message, content, state }) => ({ message, content, state })) };
    },

    /** Ends all seals: their texts are draft again. @returns them, the oldest first */
    takeAll(): readonly Sealed[] {
      const all = sealed;
      sealed = [];
      return all;
    },
  };
}

export type Seals = ReturnType<typeof createSeals>;

/** The composer's text when Send was pressed. */
type OutgoingText = SpannedText & Pick<BoxText, 'state'>;

export interface OutgoingOptions {
  readonly composer: TextBox;
  readonly seals: Seals;
  emit(event: DraftEvent): void;
}

/**
 * Messages that the writer sent and whose commit has not begun, the oldest first. Each is what the composer held when
 * Send was pressed: what is typed while it waits belongs to the next one. Main's draft has them before that, as one text.
 */
export class Outgoing {
  readonly #options: OutgoingOptions;
  #messages: readonly OutgoingText[] = [];

  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  get all(): readonly SpannedText[] {
    return this.#messages;
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Send was pressed: takes the composer's text. */
  hold(): void {
    const { composer } = this.#options;
    const { text, spans } = composer.content;
    this.#messages = [...this.#messages, { text, spans, state: composer.state }];
    composer.setContent(NO_TEXT);
  }

  /** They could not be sent: returns them to the composer, before the text typed since. */
  release(): void {
    const { composer } = this.#options;
    const { content } = composer;
    const held = joinTexts(this.#messages);
    this.#messages = [];
    composer.setContent(joinTexts([held, content]));
  }

  /** A change of the composer, as one of main's draft. */
  shift({ from, to, ...splice }: DraftSplice): DraftSplice {
    const length = this.#messages.reduce((sum, { text }) => sum + text.length, 0);
    return { ...splice, from: from + length, to: to + length };
  }

  /** The commit of the oldest begins: main's draft must end with it then, and begin again with what follows. */
  sealFirst(): void {
    const { composer, seals, emit } = this.#options;
    const [first, ...others] = this.#messages;
    if (first === undefined) return;
    this.#messages = others;
    const { text: insert, spans } = joinTexts([...others, composer.content]);
    const type = (splice: DraftSplice) => emit({ kind: 'typed', ...refOf(composer), splice });
    const { length } = first.text;
    if (insert !== '') type({ from: length, to: length + insert.length, insert: '', spans: [] });
    emit(seals.add(composer, first, first.state));
    // The outbox queues the commit before it is notified of what follows.
    if (insert !== '') queueMicrotask(() => type({ from: 0, to: 0, insert, spans }));
  }

  /** The commit of these was refused: they wait again, before the others. */
  putBack(messages: readonly SpannedText[]): void {
    this.#messages = [...messages.map((message) => ({ ...message, state: null })), ...this.#messages];
  }

  /** Main's draft was read again: keeps the messages only if it still begins with them. The rest is the composer's. */
  rebase({ text, spans }: SpannedText): void {
    const held = joinTexts(this.#messages).text;
    if (!text.startsWith(held)) this.#messages = [];
    const from = this.#messages.length === 0 ? 0 : held.length;
    this.#options.composer.setContent({
      text: text.slice(from),
      spans: sliceSpans(spans, from, text.length),
    });
  }
}
