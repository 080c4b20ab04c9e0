import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ProviderFinish } from '../../../core/answers/finish-reason.ts';
import { AspenError } from '../../../core/errors.ts';
import { OFFLINE_PROVIDER_ID } from '../../../core/tree/agent.ts';
import { Beginnings } from '../text-model/beginnings.ts';
import { continueDocument, type WrittenPiece } from '../text-model/continue-document.ts';
import { joinSuffix, type Sides } from '../text-model/join-suffix.ts';
import { LanguageModel } from '../text-model/language-model.ts';
import { seededRandom } from '../text-model/random.ts';
import { findBrokenWord, WordEndings } from '../text-model/seam-word.ts';
import { readStyle } from '../text-model/style.ts';
import { indexSample, TextIndex } from '../text-model/text-index.ts';
import { Vocabulary } from '../text-model/vocabulary.ts';
import type { Provider, ProviderEvent, ProviderRequest } from './provider.ts';

/** Its one model. */
export const OFFLINE_MODEL = 'variable-order';

const DEFAULT_TEMPERATURE = 0.8;
/** Slow enough to read along, fast enough not to keep the writer waiting. */
const TOKEN_DELAY_MS = 20;

/** The model reads at most twice this many UTF-16 code units, some twenty thousand words: more would change little. */
const CONTEXT_STEP = 50_000;

export interface OfflineOptions {
  /** Returns the text that the model is trained on; called once, at the first request. */
  readonly readSample: () => string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Makes request ids. */
  readonly newId: () => string;
  /** Milliseconds between tokens. */
  readonly tokenDelay?: number;
}

export interface OfflineProvider extends Provider {
  /** Trains on the sample now (some 50 ms, once), so that the first request need not. */
  prepare(): void;
}

/** The result of training on the sample, the same for every document. */
interface Learned {
  readonly sample: TextIndex;
  readonly endings: WordEndings;
}

/**
 * The model that needs no key and no network (`generation.md`, *The offline agent*): a statistical model of
 * the document and of a sample. It continues a document, and ends where the suffix can follow. It answers in the wire format of the OpenAI completions API, so that its
 * records look like any other's. The same prompt, seed, parameters and beginnings of siblings give the same text.
 */
export function createOfflineProvider(options: OfflineOptions): OfflineProvider {
  const tokenDelay = options.tokenDelay ?? TOKEN_DELAY_MS;
  let learned: Learned | undefined;
  /** The last document: requests for siblings, and for what comes next, begin with the same text. */
  let document: TextIndex | undefined;
  const readers = new Map<TextIndex, number>();

  function learn(): Learned {
    if (learned === undefined) {
      const sample = indexSample(options.readSample());
      learned = { sample, endings: new WordEndings(sample.vocabulary) };
    }
    return learned;
  }

  /** The index of a prompt; one that another stream is reading is not modified. */
  function readDocument(prompt: string, sample: TextIndex): TextIndex {
    if (document?.text === prompt) return document;
    if (document === undefined || (readers.get(document) ?? 0) > 0) {
      document = new TextIndex(new Vocabulary(sample.vocabulary));
    }
    document.read(prompt);
    return document;
  }

  async function* complete(
    request: ProviderRequest,
    signal: AbortSignal,
    beginnings?: Beginnings,
  ): AsyncGenerator<ProviderEvent> {
    signal.throwIfAborted();
    if (request.model !== OFFLINE_MODEL) {
      throw new AspenError('MODEL_NOT_FOUND', `The offline agent has no model “${request.model}”.`);
    }
    const { input } = request;
    // A conversation reaches it as a transcript.
    if (input.kind !== 'document')
      throw new AspenError('INVALID_REQUEST', 'The offline agent only continues texts.');
    const { prompt, suffix } = input;
    const learned = learn();
    const index = readDocument(contextOf(prompt), learned.sample);
    readers.set(index, (readers.get(index) ?? 0) + 1);
    try {
      const style = readStyle(prompt);
      const choices = Array.from({ length: request.choices }, (_, choice) =>
        generateChoice(request, choice, { index, prompt, suffix, style }, learned, beginnings),
      );
      yield* stream(choices, index.length, signal);
    } finally {
      const others = (readers.get(index) ?? 1) - 1;
      if (others === 0) readers.delete(index);
      else readers.set(index, others);
    }
  }

  /** Draws a token for each choice in rotation, as a server would, until all have ended. */
  async function* stream(
    choices: readonly ChoiceTokens[],
    promptTokens: number,
    signal: AbortSignal,
  ): AsyncGenerator<ProviderEvent> {
    const id = `cmpl-${options.newId()}`;
    const created = Math.floor(options.now() / 1000);
    const frame = { id, object: 'text_completion', created, model: OFFLINE_MODEL };
    yield {
      type: 'response',
      requestId: id,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      decoded: false,
    };
    yield { type: 'model', model: OFFLINE_MODEL };
    let completionTokens = 0;
    const active = new Set(choices.keys());
    while (active.size > 0) {
      for (const choice of active) {
        const next = choices[choice]?.next();
        if (next === undefined) continue;
        if (next.done === true) {
          active.delete(choice);
          yield bytesOf({
            ...frame,
            choices: [{ index: choice, text: '', logprobs: null, finish_reason: next.value }],
          });
          yield { type: 'finish', choice, reason: next.value };
          continue;
        }
        completionTokens += 1;
        const { text, logprobs } = next.value;
        yield bytesOf({ ...frame, choices: [{ index: choice, text, logprobs, finish_reason: null }] });
        yield { type: 'text', choice, text };
      }
      // Between tokens other work of the process can run, and an abort is noticed.
      if (tokenDelay > 0) await setTimeout(tokenDelay, undefined, { signal });
      else await setImmediate(undefined, { signal });
    }
    const usage = { promptTokens, completionTokens };
    yield bytesOf({
      ...frame,
      choices: [],
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    });
    yield { type: 'usage', usage };
    yield { type: 'bytes', bytes: new TextEncoder().encode('data: [DONE]\n\n') };
  }

  return {
    id: OFFLINE_PROVIDER_ID,
    mostChoices: () => 1,
    contextLength: () => null,
    continuesMessages: () => false,
    findSecrets: () => [],
    complete,
    prepare: () => void learn(),
  };
}

/** The end of a prompt that the model reads. Its start stays the same while the prompt grows a little. */
function contextOf(prompt: string): string {
  const from = Math.floor(prompt.length / CONTEXT_STEP - 1) * CONTEXT_STEP;
  if (from <= 0) return prompt;
  const lineEnd = prompt.indexOf('\n', from);
  // A text without line ends is cut anywhere, even inside a word: one odd word among thousands.
  return prompt.slice(lineEnd < 0 || lineEnd > from + CONTEXT_STEP / 2 ? from : lineEnd + 1);
}

/** A token in the wire format. */
interface WireToken {
  readonly text: string;
  readonly logprobs: {
    readonly tokens: readonly string[];
    readonly token_logprobs: readonly number[];
    readonly top_logprobs: readonly Readonly<Record<string, number>>[];
  };
}

type ChoiceTokens = Generator<WireToken, ProviderFinish>;

/** The continued text, as it was read; the suffix is only joined. */
interface ReadDocument extends Sides {
  readonly index: TextIndex;
}

/** One choice: yields its tokens until the model or a stop sequence ends it. */
function* generateChoice(
  request: ProviderRequest,
  choice: number,
  { index, ...sides }: ReadDocument,
  { sample, endings }: Learned,
  beginnings = new Beginnings(),
): ChoiceTokens {
  const { parameters } = request;
  const continuation = continueDocument(new LanguageModel(sample, index), {
    temperature: parameters.temperature ?? DEFAULT_TEMPERATURE,
    topP: parameters.topP ?? 1,
    maxTokens: parameters.maxTokens,
    random: seededRandom((parameters.seed ?? 0) + choice),
    style: sides.style,
    brokenWord: findBrokenWord(index, endings),
    beginnings,
  });
  const writing = joinSuffix(continuation, sides);
  let written = '';
  for (let piece = writing.next(); ; piece = writing.next()) {
    if (piece.done === true) return piece.value;
    const before = written.length;
    written += piece.value.text;
    const stop = firstStop(written, before, parameters.stop ?? []);
    if (stop === undefined) {
      yield toWireToken(piece.value, piece.value.text);
      continue;
    }
    // Earlier tokens of the sequence were already sent.
    const rest = written.slice(before, Math.max(before, stop));
    if (rest !== '') yield toWireToken(piece.value, rest);
    return 'stop';
  }
}

/** The offset of the first stop sequence that was not complete before `from`; undefined if there is none. */
function firstStop(text: string, from: number, sequences: readonly string[]): number | undefined {
  const found = sequences
    .filter((sequence) => sequence !== '')
    .map((sequence) => text.indexOf(sequence, Math.max(0, from - sequence.length + 1)))
    .filter((at) => at >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
}

function toWireToken(piece: WrittenPiece, text: string): WireToken {
  return {
    text,
    logprobs: {
      tokens: [text],
      token_logprobs: [round(piece.logprob)],
      top_logprobs: [
        Object.fromEntries(piece.alternatives.map((other) => [other.text, round(other.logprob)])),
      ],
    },
  };
}

/** Four decimals: more would only enlarge the record. */
function round(logprob: number): number {
  return Math.round(logprob * 10_000) / 10_000;
}

function bytesOf(data: unknown): ProviderEvent {
  return { type: 'bytes', bytes: new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`) };
}
