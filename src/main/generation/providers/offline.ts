import { setImmediate, setTimeout } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import { LanguageModel } from '../text-model/language-model.ts';
import { seededRandom } from '../text-model/random.ts';
import { findBrokenWord, WordEndings } from '../text-model/seam-word.ts';
import { readStyle, type Style } from '../text-model/style.ts';
import { indexSample, TextIndex } from '../text-model/text-index.ts';
import { Vocabulary } from '../text-model/vocabulary.ts';
import { type WrittenPiece, writeOn } from '../text-model/write-on.ts';
import type { Provider, ProviderEvent, ProviderFinish, ProviderRequest } from './provider.ts';

/** The provider's id in an agent's model reference. */
export const OFFLINE_PROVIDER_ID = 'offline';
/** Its one model. */
export const OFFLINE_MODEL = 'variable-order';

const DEFAULT_TEMPERATURE = 0.8;
/** Slow enough to be read as it comes, fast enough not to be waited for. */
const TOKEN_DELAY_MS = 20;

/** The model reads at most twice as many UTF-16 code units, some twenty thousand words: more would change little. */
const CONTEXT_STEP = 50_000;

export interface OfflineOptions {
  /** The text that the model learned to write from; asked for once, at the first request. */
  readonly readSample: () => string;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** An id for a request. */
  readonly newId: () => string;
  /** Milliseconds between tokens. */
  readonly tokenDelay?: number;
}

export interface OfflineProvider extends Provider {
  /** Learns the sample now (some 50 ms, once), so that the first request need not wait for it. */
  prepare(): void;
}

/** What was learned from the sample: the same for every document. */
interface Learned {
  readonly sample: TextIndex;
  readonly endings: WordEndings;
}

/**
 * The model that needs no key and no network (`generation.md`, *The offline agent*): a statistical model of the
 * document and of a sample. It answers in the wire format of the OpenAI completions interface, so that its records are
 * like any other's. The same prompt, seed and parameters give the same text.
 */
export function createOfflineProvider(options: OfflineOptions): OfflineProvider {
  const tokenDelay = options.tokenDelay ?? TOKEN_DELAY_MS;
  let learned: Learned | undefined;
  /** The document read last: requests for siblings, and for what comes next, begin with the same text. */
  let document: TextIndex | undefined;
  const readers = new Map<TextIndex, number>();

  function learn(): Learned {
    if (learned === undefined) {
      const sample = indexSample(options.readSample());
      learned = { sample, endings: new WordEndings(sample.vocabulary) };
    }
    return learned;
  }

  /** The index of a prompt; one that another stream is reading is left as it is. */
  function readDocument(prompt: string, sample: TextIndex): TextIndex {
    if (document?.text === prompt) return document;
    if (document === undefined || (readers.get(document) ?? 0) > 0) {
      document = new TextIndex(new Vocabulary(sample.vocabulary));
    }
    document.read(prompt);
    return document;
  }

  async function* complete(request: ProviderRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    signal.throwIfAborted();
    if (request.model !== OFFLINE_MODEL) {
      throw new AspenError('MODEL_NOT_FOUND', `The offline agent has no model “${request.model}”.`);
    }
    const { sample, endings } = learn();
    const index = readDocument(contextOf(request.prompt), sample);
    readers.set(index, (readers.get(index) ?? 0) + 1);
    try {
      const style = readStyle(request.prompt);
      const voices = Array.from({ length: request.choices }, (_, choice) =>
        speak(request, choice, index, sample, endings, style),
      );
      yield* stream(voices, index.length, signal);
    } finally {
      const others = (readers.get(index) ?? 1) - 1;
      if (others === 0) readers.delete(index);
      else readers.set(index, others);
    }
  }

  /** Draws a token for each choice in turn, as a server would, until all have ended. */
  async function* stream(
    voices: readonly Voice[],
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
    };
    yield { type: 'model', model: OFFLINE_MODEL };
    let completionTokens = 0;
    const speaking = new Set(voices.keys());
    while (speaking.size > 0) {
      for (const choice of speaking) {
        const said = voices[choice]?.next();
        if (said === undefined) continue;
        if (said.done === true) {
          speaking.delete(choice);
          yield bytesOf({
            ...frame,
            choices: [{ index: choice, text: '', logprobs: null, finish_reason: said.value }],
          });
          yield { type: 'finish', choice, reason: said.value };
          continue;
        }
        completionTokens += 1;
        const { text, logprobs } = said.value;
        yield bytesOf({ ...frame, choices: [{ index: choice, text, logprobs, finish_reason: null }] });
        yield { type: 'text', choice, text };
      }
      // Other work of the process goes on between tokens, and a stop is heard.
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

  return { id: OFFLINE_PROVIDER_ID, manyChoices: false, complete, prepare: () => void learn() };
}

/** What the model reads of a prompt: its end, from a place that stays the same while the prompt grows by a little. */
function contextOf(prompt: string): string {
  const from = Math.floor(prompt.length / CONTEXT_STEP - 1) * CONTEXT_STEP;
  if (from <= 0) return prompt;
  const lineEnd = prompt.indexOf('\n', from);
  // A text without line ends is cut where a word may break: one odd word among thousands.
  return prompt.slice(lineEnd < 0 || lineEnd > from + CONTEXT_STEP / 2 ? from : lineEnd + 1);
}

/** A token as the wire format has it. */
interface SaidToken {
  readonly text: string;
  readonly logprobs: {
    readonly tokens: readonly string[];
    readonly token_logprobs: readonly number[];
    readonly top_logprobs: readonly Readonly<Record<string, number>>[];
  };
}

type Voice = Generator<SaidToken, ProviderFinish>;

/** One choice: its pieces until the model or a stop sequence ends it. */
function* speak(
  request: ProviderRequest,
  choice: number,
  document: TextIndex,
  sample: TextIndex,
  endings: WordEndings,
  style: Style,
): Voice {
  const { parameters } = request;
  const writing = writeOn(new LanguageModel(sample, document), {
    temperature: parameters.temperature ?? DEFAULT_TEMPERATURE,
    topP: parameters.topP ?? 1,
    maxTokens: parameters.maxTokens,
    random: seededRandom((parameters.seed ?? 0) + choice),
    style,
    brokenWord: findBrokenWord(document, endings),
  });
  let written = '';
  for (let piece = writing.next(); ; piece = writing.next()) {
    if (piece.done === true) return piece.value;
    const before = written.length;
    written += piece.value.text;
    const stop = firstStop(written, before, parameters.stop ?? []);
    if (stop === undefined) {
      yield said(piece.value, piece.value.text);
      continue;
    }
    // What an earlier token said of the sequence cannot be taken back.
    const rest = written.slice(before, Math.max(before, stop));
    if (rest !== '') yield said(piece.value, rest);
    return 'stop';
  }
}

/** Where the first stop sequence begins that was not complete before `from`; undefined if there is none. */
function firstStop(text: string, from: number, sequences: readonly string[]): number | undefined {
  const found = sequences
    .filter((sequence) => sequence !== '')
    .map((sequence) => text.indexOf(sequence, Math.max(0, from - sequence.length + 1)))
    .filter((at) => at >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
}

function said(piece: WrittenPiece, text: string): SaidToken {
  return {
    text,
    logprobs: {
      tokens: [text],
      token_logprobs: [rounded(piece.logprob)],
      top_logprobs: [
        Object.fromEntries(piece.alternatives.map((other) => [other.text, rounded(other.logprob)])),
      ],
    },
  };
}

/** Four decimals: more would say nothing and fill the record. */
function rounded(logprob: number): number {
  return Math.round(logprob * 10_000) / 10_000;
}

function bytesOf(data: unknown): ProviderEvent {
  return { type: 'bytes', bytes: new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`) };
}
