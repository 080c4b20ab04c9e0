/** Answers in parts, as the recovery journal appends them (`generation.md`, *Bounds*). */
import type { RefusedFields } from '../../core/answers/refused-fields.ts';
import type { CommandAnswer } from '../../core/commands/answer-text.ts';
import type { AspenError } from '../../core/errors.ts';
import type { TokenUsage } from '../../core/provenance/token-usage.ts';
import type { FinishReason, Seam } from '../../core/tree/tree-node.ts';
import type { ProviderEvent } from './providers/provider.ts';
import type { RedactedRange } from './providers/secret-redactor.ts';
import { type PackedBody, ResponseBody, type Sha256OfStream } from './response-body.ts';

/** One continuation, complete or cut short. */
export interface ChoiceAnswer {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly seam: Seam;
  /** The provider sent something for it, if only its end. */
  readonly heard: boolean;
  /** It has no text because all of it repeated the end of the text to continue. */
  readonly isRepetition?: true;
  /** Its message and commands, if it is a call of an agent's turn. */
  readonly commands?: CommandAnswer;
}

/** The result of one request, with everything that its record stores. */
export interface Answer {
  /** One for each requested choice. */
  readonly choices: readonly ChoiceAnswer[];
  readonly body: PackedBody;
  /** Ranges of secrets removed from the body, in bytes. */
  readonly redacted: readonly RedactedRange[];
  /** The body was compressed in transit. */
  readonly decoded: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  /** Fields of the request that were sent otherwise; absent if all were sent as planned. */
  readonly sentOtherwise?: RefusedFields;
  /** The error that ended it early; null if it completed or was stopped. */
  readonly error: AspenError | null;
}

/** An event of an answer, in order of arrival: a provider's event, but with the text as it is shown. */
export type AnswerEvent =
  | Exclude<ProviderEvent, { readonly type: 'text' | 'finish' | 'thinking' }>
  | {
      readonly type: 'text';
      readonly choice: number;
      readonly text: string;
      readonly seam: Seam;
      /** All text before it was what the model thinks; then the seam's `answerTrimmed` has grown. */
      readonly isAnew?: true;
    }
  | { readonly type: 'finish'; readonly choice: number; readonly reason: FinishReason };

/** The text and events of an answer since the previous part; plain data. */
export interface AnswerPart {
  /** Bytes of the body, without secrets. */
  readonly bytes: Uint8Array;
  /** Only choices that have something new, and each at most once. */
  readonly choices: readonly ChoicePart[];
  /** Offsets are of the whole body. */
  readonly redacted: readonly RedactedRange[];
  /** Null if it arrived before, as are `model` and `usage`. */
  readonly response: Omit<Extract<ProviderEvent, { readonly type: 'response' }>, 'type'> | null;
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  /** Absent if it arrived before, or all of the request was sent as planned. */
  readonly sentOtherwise?: RefusedFields;
  /** When the part was complete, in milliseconds since 1970 UTC. */
  readonly respondedAt: number;
}

interface ChoicePart {
  readonly choice: number;
  /** The text that follows the earlier parts'. */
  readonly text: string;
  /** Null if it arrived before, as is `finishReason`. */
  readonly seam: Seam | null;
  readonly finishReason: FinishReason | null;
}

/** A choice while its parts are collected or joined. */
interface GrowingChoice {
  readonly text: StreamedText;
  seam: Seam | null;
  finishReason: FinishReason | null;
}

/** Collects events into a part. */
export class PartBuilder {
  readonly #bytes: Uint8Array[] = [];
  readonly #choices = new Map<number, GrowingChoice>();
  readonly #redacted: RedactedRange[] = [];
  #response: AnswerPart['response'] = null;
  #model: string | null = null;
  #usage: TokenUsage | null = null;
  #sentOtherwise: RefusedFields | null = null;
  #size = 0;
  #isEmpty = true;

  /** Bytes of the body and UTF-16 code units of text. */
  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  add(event: AnswerEvent): void {
    this.#isEmpty = false;
    switch (event.type) {
      case 'response': {
        const { type: _, ...response } = event;
        this.#response = response;
        break;
      }
      case 'bytes':
        this.#bytes.push(event.bytes);
        this.#size += event.bytes.length;
        break;
      case 'redacted':
        this.#redacted.push(...event.ranges);
        break;
      case 'model':
        this.#model = event.model;
        break;
      case 'usage':
        this.#usage = event.usage;
        break;
      case 'sentOtherwise':
        this.#sentOtherwise = event.fields;
        break;
      case 'text': {
        append(choiceIn(this.#choices, event.choice), event.text, event.seam);
        this.#size += event.text.length;
        break;
      }
      case 'finish':
        choiceIn(this.#choices, event.choice).finishReason = event.reason;
        break;
    }
  }

  /** @param respondedAt when its last event arrived */
  build(respondedAt: number): AnswerPart {
    return {
      bytes: Buffer.concat(this.#bytes),
      choices: [...this.#choices].map(([choice, { text, ...rest }]) => ({
        choice,
        text: text.toString(),
        ...rest,
      })),
      redacted: this.#redacted,
      response: this.#response,
      model: this.#model,
      usage: this.#usage,
      ...(this.#sentOtherwise === null ? {} : { sentOtherwise: this.#sentOtherwise }),
      respondedAt,
    };
  }
}

/** An answer that a crash cut short. */
interface JoinedAnswer {
  /** Has a choice for every index up to the last with text; the others are empty. */
  readonly answer: Answer;
  readonly respondedAt: number;
}

/**
 * Puts an answer together again. A choice without its end was interrupted.
 * @param parts from the first on; the rest may be missing
 */
export async function joinParts(
  parts: AsyncIterable<AnswerPart>,
  hash: Sha256OfStream,
): Promise<JoinedAnswer> {
  const body = new ResponseBody(hash);
  const choices = new Map<number, GrowingChoice>();
  const redacted: RedactedRange[] = [];
  let response: AnswerPart['response'] = null;
  let model: string | null = null;
  let usage: TokenUsage | null = null;
  let sentOtherwise: RefusedFields | null = null;
  let respondedAt = 0;
  for await (const part of parts) {
    body.append(part.bytes);
    for (const { choice, text, seam, finishReason } of part.choices) {
      const known = choiceIn(choices, choice);
      append(known, text, seam);
      known.finishReason = finishReason ?? known.finishReason;
    }
    for (const range of part.redacted) redacted.push(range);
    response = part.response ?? response;
    model = part.model ?? model;
    usage = part.usage ?? usage;
    sentOtherwise = part.sentOtherwise ?? sentOtherwise;
    respondedAt = part.respondedAt;
  }
  const answer: Answer = {
    choices: Array.from({ length: Math.max(-1, ...choices.keys()) + 1 }, (_, index) => {
      const { text, seam, finishReason } = choiceIn(choices, index);
      return {
        text: text.toString(),
        finishReason: finishReason ?? 'interrupted',
        seam: seam ?? { promptTrimmed: 0, answerTrimmed: 0 },
        heard: text.length > 0,
      };
    }),
    body: await body.end(),
    redacted,
    ...(response ?? { headers: {}, requestId: null, decoded: false }),
    model,
    usage,
    ...(sentOtherwise === null ? {} : { sentOtherwise }),
    error: null,
  };
  return { answer, respondedAt };
}

/** A seam that begins later means that the text so far is none. */
function append(choice: GrowingChoice, text: string, seam: Seam | null): void {
  if (seam !== null && choice.seam !== null && seam.answerTrimmed > choice.seam.answerTrimmed)
    choice.text.clear();
  choice.text.append(text);
  choice.seam = seam ?? choice.seam;
}

function choiceIn(choices: Map<number, GrowingChoice>, index: number): GrowingChoice {
  const known = choices.get(index) ?? { text: new StreamedText(), seam: null, finishReason: null };
  choices.set(index, known);
  return known;
}

/** Pieces are joined into a block of at least this length, in UTF-16 code units. */
const BLOCK = 64 * 1024;

/**
 * Text that arrives in small pieces. A string to which they are appended would keep every piece in memory
 * beside its characters, several times the size of the text; here they are joined block by block.
 */
export class StreamedText {
  readonly #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;
  #joined = 0;

  /** UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  append(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length - this.#joined < BLOCK) return;
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
    this.#joined = this.#length;
  }

  /** Drops the appended text. */
  clear(): void {
    this.#blocks.length = 0;
    this.#pieces = [];
    this.#length = 0;
    this.#joined = 0;
  }

  /** The whole text; copies it. */
  toString(): string {
    return [...this.#blocks, ...this.#pieces].join('');
  }
}
