import {
  type AnswerStart,
  continueAnswer,
  endAnswer,
  openAnswer,
  seamOfAnswer,
} from '../../core/context/answer-start.ts';
import type { TrimmedPrompt } from '../../core/context/seam.ts';
import { AspenError } from '../../core/errors.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import type { FinishReason, Seam } from '../../core/tree/tree-node.ts';
import type { Provider, ProviderEvent, ProviderRequest, TokenUsage } from './providers/provider.ts';

/** A provider that says nothing for this long is given up, in milliseconds (`generation.md`, *Generating*). */
const SILENCE = 60_000;

/** One continuation, complete or cut short. */
export interface ChoiceAnswer {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly seam: Seam;
  /** Whether the provider said anything of it, its end included. */
  readonly heard: boolean;
}

/** What came of one request, and everything its record keeps. */
export interface Answer {
  /** One for each choice that was asked for. */
  readonly choices: readonly ChoiceAnswer[];
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  /** What ended it early; null for an answer that ended by itself or was stopped. */
  readonly error: AspenError | null;
}

export interface RunOptions {
  readonly provider: Provider;
  readonly request: ProviderRequest;
  readonly prompt: TrimmedPrompt;
  readonly signal: AbortSignal;
  /** The next piece of a choice as it is shown. */
  onText(choice: number, piece: string): void;
  /** Nothing more comes of a choice, though others of the same response may go on. */
  onEnd?(choice: number): void;
  /** Told before anything comes: `peek` answers with what has come by then, as if it were cut short there. */
  onBegin?(peek: () => Answer): void;
  /** True for a choice that the writer has stopped: what comes of it later is not wanted. */
  isStopped?(choice: number): boolean;
  /** Milliseconds of silence after which the provider is given up; the design's 60 s unless a test says otherwise. */
  readonly silence?: number;
}

/** One choice while it comes. */
class Voice {
  readonly #say: (piece: string) => void;
  readonly #pieces = new WholeCharacters();
  #start: AnswerStart;
  #text = '';
  #heard = false;
  finish: FinishReason | null = null;

  constructor(start: AnswerStart, say: (piece: string) => void) {
    this.#start = start;
    this.#say = say;
  }

  hear(text: string): void {
    this.#heard = true;
    this.#show(continueAnswer(this.#start, this.#pieces.feed(text)));
  }

  end(): void {
    this.#show(continueAnswer(this.#start, this.#pieces.end()));
    this.#show(endAnswer(this.#start));
  }

  answer(otherwise: FinishReason): ChoiceAnswer {
    return {
      text: this.#text,
      finishReason: this.finish ?? otherwise,
      seam: seamOfAnswer(this.#start),
      heard: this.#heard || this.finish !== null,
    };
  }

  #show({ start, text }: { readonly start: AnswerStart; readonly text: string }): void {
    this.#start = start;
    if (text === '') return;
    this.#text += text;
    this.#say(text);
  }
}

/**
 * Streams the continuations of one request to their end. It does not throw for what a provider does: what had arrived
 * is in the answer, with the error that ended it.
 */
export async function runContinuation(options: RunOptions): Promise<Answer> {
  const { provider, request, prompt, signal } = options;
  const body: Uint8Array[] = [];
  const watch = new SilenceWatch(signal, options.silence ?? SILENCE);
  const isStopped = options.isStopped ?? (() => false);
  const voices = Array.from(
    { length: request.choices },
    (_, choice) =>
      new Voice(openAnswer(prompt, request.style !== 'completion'), (piece) => options.onText(choice, piece)),
  );
  let headers: Readonly<Record<string, string>> = {};
  let requestId: string | null = null;
  let model: string | null = null;
  let usage: TokenUsage | null = null;
  let error: AspenError | null = null;

  const hear = (event: ProviderEvent) => {
    switch (event.type) {
      case 'response':
        headers = event.headers;
        requestId = event.requestId;
        break;
      case 'bytes':
        body.push(event.bytes);
        break;
      case 'model':
        model = event.model;
        break;
      case 'text':
        if (!isStopped(event.choice)) voices[event.choice]?.hear(event.text);
        break;
      case 'finish': {
        const voice = voices[event.choice];
        if (voice === undefined || voice.finish !== null || isStopped(event.choice)) break;
        voice.end();
        voice.finish = event.reason;
        options.onEnd?.(event.choice);
        break;
      }
      case 'usage':
        usage = event.usage;
        break;
    }
  };

  const peek = (): Answer => ({
    choices: voices.map((voice) => voice.answer('interrupted')),
    body: joined(body),
    headers,
    requestId,
    model,
    usage,
    error,
  });
  options.onBegin?.(peek);
  try {
    for await (const event of provider.complete(request, watch.signal)) {
      watch.heard();
      hear(event);
    }
    const isCutOff = voices.every(({ finish }, choice) => finish === null && !isStopped(choice));
    if (isCutOff && !signal.aborted) {
      error = new AspenError('MALFORMED_RESPONSE', 'the answer broke off without saying why');
    }
  } catch (thrown) {
    if (!signal.aborted)
      error = watch.isSilent ? silenceError(options.silence ?? SILENCE) : asAspenError(thrown);
  } finally {
    watch.end();
  }
  return {
    ...peek(),
    choices: voices.map((voice, choice) => {
      if (voice.finish === null) voice.end();
      // A stream that ends without saying why was cut off: it is never taken for a complete one (`proof.md`, *Faults*).
      return voice.answer(signal.aborted || isStopped(choice) ? 'stopped' : 'interrupted');
    }),
  };
}

/** Aborts a request when nothing was heard for too long, or when the writer stops it. */
class SilenceWatch {
  readonly #controller = new AbortController();
  readonly #limit: number;
  readonly #stop: () => void;
  readonly #outer: AbortSignal;
  #timer: ReturnType<typeof setTimeout>;
  isSilent = false;

  constructor(outer: AbortSignal, limit: number) {
    this.#outer = outer;
    this.#limit = limit;
    this.#stop = () => this.#controller.abort(outer.reason);
    if (outer.aborted) this.#stop();
    else outer.addEventListener('abort', this.#stop, { once: true });
    this.#timer = this.#wait();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#stop);
  }

  #wait(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.isSilent = true;
      this.#controller.abort();
    }, this.#limit);
  }
}

/**
 * Text as it is stored (`storage.md`, *Text*): line ends are `\n`, and no piece ends inside a character or between the
 * two halves of a line end.
 */
class WholeCharacters {
  #held = '';

  feed(piece: string): string {
    const text = this.#held + piece;
    const end = /[\uD800-\uDBFF\r]$/.test(text) ? text.length - 1 : text.length;
    this.#held = text.slice(end);
    return normaliseText(text.slice(0, end));
  }

  /** What was held back: half a character is let go, since its other half will never come. */
  end(): string {
    const rest = this.#held === '\r' ? '\n' : '';
    this.#held = '';
    return rest;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks);
}

function silenceError(limit: number): AspenError {
  return new AspenError('TIMEOUT', `nothing was heard for ${Math.round(limit / 1_000)} seconds`);
}

function asAspenError(thrown: unknown): AspenError {
  if (thrown instanceof AspenError) return thrown;
  return new AspenError('MALFORMED_RESPONSE', 'the answer could not be read', { cause: thrown });
}
