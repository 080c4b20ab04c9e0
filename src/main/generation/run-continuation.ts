import { AnswerMarks } from '../../core/answers/answer-marks.ts';
import type { RefusedFields } from '../../core/answers/refused-fields.ts';
import { AspenError } from '../../core/errors.ts';
import type { TokenUsage } from '../../core/provenance/token-usage.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../core/text/limits.ts';
import { normaliseForeignText } from '../../core/text/normalise.ts';
import type { FinishReason, Seam } from '../../core/tree/tree-node.ts';
import { type Answer, type AnswerEvent, type ChoiceAnswer, StreamedText } from './answer-parts.ts';
import { type AnswerPlace, type AnswerReader, openReader } from './answer-reader.ts';
import type { Provider, ProviderEvent, ProviderRequest } from './providers/provider.ts';
import { type RedactedRange, SecretRedactor } from './providers/secret-redactor.ts';
import { ResponseBody, type Sha256OfStream } from './response-body.ts';
import type { Beginnings } from './text-model/beginnings.ts';

/** A request is aborted after this long without data, in milliseconds (`generation.md`, *Generating*). */
const SILENCE = 60_000;

/** UTF-16 code units trimmed from an answer without text that show a repetition: less may be white space. */
const SHORTEST_REPETITION = 12;

/** Why an answer is not complete whose stream ended. */
const NO_FINISH = 'the answer ended without a finish reason';

export interface RunOptions {
  readonly provider: Provider;
  readonly request: ProviderRequest;
  readonly place: AnswerPlace;
  readonly signal: AbortSignal;
  /** The beginnings of the answer's siblings. */
  readonly beginnings?: Beginnings;
  createSha256(): Sha256OfStream;
  /** Called before anything arrives. @param texts the choices' texts, which grow */
  onBegin?(texts: readonly StreamedText[]): void;
  /** The next event of the answer, with text as shown. */
  onEvent?(event: AnswerEvent | Extract<ProviderEvent, { readonly type: 'thinking' }>): void;
  /** Returns true if the writer stopped a choice: its later text is dropped. */
  isStopped?(choice: number): boolean;
  /** Silence of the provider after which the request is aborted, in milliseconds; 60 s by default. */
  readonly silence?: number;
}

/** One choice while it streams. */
class ChoiceStream {
  readonly #onText: (piece: string, seam: Seam, isAnew: boolean) => void;
  readonly #pieces = new CharacterBuffer();
  /** A secret may come in pieces that are whole only here. */
  readonly #redactor: SecretRedactor;
  readonly text = new StreamedText();
  readonly #place: AnswerPlace;
  readonly #marks: AnswerMarks;
  #reader: AnswerReader;
  #heard = false;
  #isFull = false;
  finish: FinishReason | null = null;

  constructor(
    place: AnswerPlace,
    { parameters, keepsThinking = false }: ProviderRequest,
    secrets: readonly string[],
    onText: (piece: string, seam: Seam, isAnew: boolean) => void,
  ) {
    this.#place = place;
    this.#reader = openReader(place);
    this.#marks = new AnswerMarks({ stops: parameters.stop ?? [], keepsThinking });
    this.#redactor = new SecretRedactor(secrets);
    this.#onText = onText;
  }

  /** True while the model thinks, in its text, before the first word of its answer. */
  get isThinking(): boolean {
    return this.#marks.isThinking;
  }

  /** The text has reached its bound (`generation.md`, *Bounds*): what would follow is dropped. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** True if nothing that still arrives belongs to the answer. */
  get isOver(): boolean {
    return this.#reader.isOver;
  }

  append(text: string): void {
    this.#heard = true;
    this.#read(this.#pieces.feed(this.#redactor.feed(text)));
  }

  /** @param isCut whether the answer may lack its end */
  end(isCut: boolean): void {
    this.#read(this.#pieces.feed(this.#redactor.end()));
    this.#read(this.#pieces.end());
    this.#show(this.#reader.read(this.#marks.end(!isCut)));
    this.#show(this.#reader.end(isCut));
  }

  answer(fallback: FinishReason): ChoiceAnswer {
    const { commands, seam } = this.#reader;
    const isRepetition =
      this.#place.kind === 'document' && this.text.length === 0 && seam.answerTrimmed >= SHORTEST_REPETITION;
    return {
      text: this.text.toString(),
      finishReason: this.finish ?? fallback,
      seam: this.#seam,
      heard: this.#heard || this.finish !== null,
      ...(isRepetition ? { isRepetition } : {}),
      ...(commands === null ? {} : { commands }),
    };
  }

  #read(piece: string): void {
    const { text, isAnew } = this.#marks.read(piece);
    if (isAnew) {
      this.#reader = openReader(this.#place);
      this.text.clear();
      this.#isFull = false;
    }
    this.#show(this.#reader.read(text), isAnew);
  }

  /** Its offsets are those of the answer, with the removed text in it. */
  get #seam(): Seam {
    const { skipped, cut } = this.#marks;
    const { seam } = this.#reader;
    const after = cut + (seam.answerTrimmedAfter ?? 0);
    return {
      ...seam,
      answerTrimmed: seam.answerTrimmed + skipped,
      ...(after > 0 ? { answerTrimmedAfter: after } : {}),
      ...(seam.ranges === undefined
        ? {}
        : {
            ranges: seam.ranges.map((range) => ({
              ...range,
              from: range.from + skipped,
              to: range.to + skipped,
            })),
          }),
    };
  }

  #show(text: string, isAnew = false): void {
    const shown = this.#isFull ? '' : cutText(text, MAX_TEXT_LENGTH - this.text.length);
    this.#isFull ||= shown.length < text.length;
    if (shown === '' && !isAnew) return;
    this.text.append(shown);
    this.#onText(shown, this.#seam, isAnew);
  }
}

/**
 * Streams the continuations of one request to their end. Does not throw for a provider's failures: the result
 * has the text received so far and the error that ended it.
 */
export async function runContinuation(options: RunOptions): Promise<Answer> {
  const { provider, request, place, signal } = options;
  const body = new ResponseBody(options.createSha256());
  const timer = new SilenceTimer(signal, options.silence ?? SILENCE);
  const isStopped = options.isStopped ?? (() => false);
  const secrets = provider.findSecrets();
  const streams = Array.from(
    { length: request.choices },
    (_, choice) =>
      new ChoiceStream(place, request, secrets, (text, seam, isAnew) =>
        options.onEvent?.({ type: 'text', choice, text, seam, ...(isAnew ? { isAnew } : {}) }),
      ),
  );
  const redacted: RedactedRange[] = [];
  let decoded = false;
  let headers: Readonly<Record<string, string>> = {};
  let requestId: string | null = null;
  let model: string | null = null;
  let usage: TokenUsage | null = null;
  let sentOtherwise: RefusedFields | null = null;
  let error: AspenError | null = null;

  const end = (choice: number, reason: FinishReason) => {
    const stream = streams[choice];
    if (stream === undefined || stream.finish !== null || isStopped(choice)) return;
    stream.end(reason !== 'stop');
    stream.finish = stream.isFull ? 'length' : reason;
    options.onEvent?.({ type: 'finish', choice, reason: stream.finish });
  };
  /** All that could still arrive is text that is not read. */
  let isOver = false;
  const onEvent = (event: ProviderEvent) => {
    if (event.type !== 'text' && event.type !== 'finish') options.onEvent?.(event);
    switch (event.type) {
      case 'response':
        headers = event.headers;
        requestId = event.requestId;
        decoded = event.decoded;
        break;
      case 'redacted':
        redacted.push(...event.ranges);
        break;
      case 'bytes':
        body.append(event.bytes);
        break;
      case 'model':
        model = event.model;
        break;
      case 'text': {
        const stream = streams[event.choice];
        if (stream === undefined || stream.isFull || isStopped(event.choice)) break;
        stream.append(event.text);
        if (stream.isThinking) options.onEvent?.({ type: 'thinking', choice: event.choice });
        if (!stream.isFull && !stream.isOver) break;
        end(event.choice, stream.isFull ? 'length' : 'stop');
        isOver = streams.every(({ finish }, choice) => finish !== null || isStopped(choice));
        break;
      }
      case 'finish':
        end(event.choice, event.reason);
        break;
      case 'sentOtherwise':
        sentOtherwise = event.fields;
        break;
      case 'usage':
        usage = event.usage;
        break;
    }
  };

  const hasText = () => streams.some(({ text }) => text.length > 0);

  options.onBegin?.(streams.map(({ text }) => text));
  try {
    for await (const event of provider.complete(request, timer.signal, options.beginnings)) {
      timer.restart();
      onEvent(event);
      if (isOver) break;
    }
    const isCutOff = streams.every(({ finish }, choice) => finish === null && !isStopped(choice));
    if (isCutOff && !signal.aborted)
      error = new AspenError(hasText() ? 'BROKEN_OFF' : 'MALFORMED_RESPONSE', NO_FINISH);
  } catch (thrown) {
    if (!signal.aborted)
      error = timer.isSilent ? silenceError(options.silence ?? SILENCE) : asAspenError(thrown);
  } finally {
    timer.end();
  }
  for (const stream of streams) if (stream.finish === null) stream.end(true);
  // The service was reached.
  if (error?.code === 'NETWORK' && hasText())
    error = new AspenError('BROKEN_OFF', error.detail, { cause: error });
  return {
    // A stream that ends without a finish reason was cut off: never treat it as complete (`proof.md`, *Faults*).
    choices: streams.map((stream, choice) =>
      stream.answer(signal.aborted || isStopped(choice) ? 'stopped' : 'interrupted'),
    ),
    body: await body.end(),
    redacted,
    decoded,
    headers,
    requestId,
    model,
    usage,
    ...(sentOtherwise === null ? {} : { sentOtherwise }),
    error,
  };
}

/** Aborts a request after too long a silence, or when the writer stops it. */
class SilenceTimer {
  readonly #controller = new AbortController();
  readonly #onAbort: () => void;
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  isSilent = false;

  constructor(outer: AbortSignal, limit: number) {
    this.#outer = outer;
    this.#onAbort = () => this.#controller.abort(outer.reason);
    if (outer.aborted) this.#onAbort();
    else outer.addEventListener('abort', this.#onAbort, { once: true });
    this.#timer = setTimeout(() => {
      this.isSilent = true;
      this.#controller.abort();
    }, limit);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#onAbort);
  }
}

/**
 * Turns streamed pieces into text as it is stored (`storage.md`, *Text*): line ends become `\n`, and no piece
 * ends inside a surrogate pair or a `\r\n`.
 */
class CharacterBuffer {
  #pending = '';

  feed(piece: string): string {
    const text = this.#pending + piece;
    const end = /[\uD800-\uDBFF\r]$/.test(text) ? text.length - 1 : text.length;
    this.#pending = text.slice(end);
    return normaliseForeignText(text.slice(0, end));
  }

  /** Returns the text held back. Drops an unpaired surrogate, since its other half will never come. */
  end(): string {
    const tail = this.#pending === '\r' ? '\n' : '';
    this.#pending = '';
    return tail;
  }
}

/** Why an answer is interrupted although its stream ended without an error. */
export function cutOffError(): AspenError {
  return new AspenError('BROKEN_OFF', NO_FINISH);
}

function silenceError(limit: number): AspenError {
  return new AspenError('TIMEOUT', `nothing was received for ${Math.round(limit / 1_000)} seconds`);
}

function asAspenError(thrown: unknown): AspenError {
  if (thrown instanceof AspenError) return thrown;
  return new AspenError('MALFORMED_RESPONSE', 'the answer could not be read', { cause: thrown });
}
