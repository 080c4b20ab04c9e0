/** Reads what a service answers, as far as its meaning is certain (`generation.md`, *Forms*). */
import type { TokenUsage } from '../provenance/token-usage.ts';
import { cutText, MAX_MODEL_LENGTH } from '../text/limits.ts';
import type { BodyEvent } from './body-reader.ts';
import { finishOf, type ProviderFinish } from './finish-reason.ts';
import { isRecord, listOf } from './read-json.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** An event of a service's answer, in order of arrival. */
export type WireEvent =
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'text'; readonly choice: number; readonly text: string }
  /** Empty if it is encrypted. */
  | { readonly type: 'reasoning'; readonly choice: number; readonly text: string }
  | { readonly type: 'finish'; readonly choice: number; readonly reason: ProviderFinish }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  /** The service failed, though it began to answer. @param body the error, for `explanationOf` */
  | { readonly type: 'failure'; readonly body: unknown };

/** The fields in which a choice's text arrived. */
interface ChoiceState {
  /** The text so far, in its pieces. */
  readonly pieces: string[];
  /** Pieces came in `text` or `delta`; a later `message` then repeats them. */
  isStreamed: boolean;
  /** Pieces came in `delta`, which only streams have. */
  isDelta: boolean;
  /** Reasoning came in `delta`; a later `message` then repeats it. */
  thinksInDelta: boolean;
  isRefused: boolean;
  calls: boolean;
  hasEnded: boolean;
}

/** Reads one answer. Repeated parts are read once. */
export class WireReader {
  readonly #choices = new Map<number, ChoiceState>();
  #hasModel = false;

  /** Yields the wire events in the body's next event. @throws nothing */
  *read(event: BodyEvent): Generator<WireEvent> {
    if (event.kind === 'whole') {
      yield* this.#endWhole(event.by);
      return;
    }
    const { value } = event;
    if (!isRecord(value)) return;
    if (isFailure(value)) {
      yield { type: 'failure', body: value };
      return;
    }
    if (!this.#hasModel && typeof value.model === 'string') {
      this.#hasModel = true;
      yield { type: 'model', model: cutText(value.model, MAX_MODEL_LENGTH).toWellFormed() };
    }
    const choices = Array.isArray(value.choices) ? listOf(value.choices) : isChoice(value) ? [value] : [];
    for (const [place, choice] of choices.entries())
      if (isRecord(choice)) yield* this.#readChoice(choice, place);
    const usage = usageOf(value.usage);
    if (usage !== null) yield { type: 'usage', usage };
  }

  /** True if a choice has only tool calls, which are no answer; it has no end then. */
  get calledTools(): boolean {
    return [...this.#choices.values()].some(({ calls, pieces }) => calls && pieces.length === 0);
  }

  *#readChoice(choice: JsonObject, place: number): Generator<WireEvent> {
    const index = choiceIndex(choice, place);
    if (index === null) return;
    const state = this.#stateOf(index);
    state.isDelta ||= isRecord(choice.delta);
    const thinks = hasReasoning({ delta: choice.delta });
    if (thinks || (hasReasoning(choice) && !state.thinksInDelta)) {
      state.thinksInDelta ||= thinks;
      yield { type: 'reasoning', choice: index, text: reasoningOf(choice) };
    }
    const text = this.#newText(choice, state);
    if (text !== '') {
      state.pieces.push(text);
      yield { type: 'text', choice: index, text };
    }
    for (const message of [choice.delta, choice.message]) {
      if (!isRecord(message)) continue;
      state.calls ||= listOf(message.tool_calls).length > 0 || isRecord(message.function_call);
      state.isRefused ||= typeof message.refusal === 'string' && message.refusal !== '';
    }
    const reason = finishOf(choice.finish_reason) ?? finishOf(choice.done_reason);
    if (reason === null || state.hasEnded || (state.calls && state.pieces.length === 0)) return;
    state.hasEnded = true;
    yield { type: 'finish', choice: index, reason: state.isRefused ? 'content_filter' : reason };
  }

  /** The text of a choice that was not read before. */
  #newText(choice: JsonObject, state: ChoiceState): string {
    const streamed = [choice.text, contentIn(choice.delta), choice.response]
      .map(textOf)
      .find((one) => one !== '');
    if (streamed !== undefined) {
      state.isStreamed = true;
      return streamed;
    }
    const whole = textOf(contentIn(choice.message));
    if (whole === '' || state.pieces.length === 0) return whole;
    const isLast = finishOf(choice.finish_reason) !== null;
    // Pieces that all come in `message` are pieces; the last may repeat them all.
    if (!state.isStreamed && !isLast) return whole;
    const before = state.pieces.join('');
    if (whole.startsWith(before) && (state.isStreamed || state.pieces.length > 1))
      return whole.slice(before.length);
    return state.isStreamed ? '' : whole;
  }

  /** Ends the choices that had text but no named end, since the answer is whole. */
  *#endWhole(by: 'mark' | 'value'): Generator<WireEvent> {
    for (const [choice, state] of this.#choices) {
      if (state.hasEnded || state.pieces.length === 0 || (by === 'value' && state.isDelta)) continue;
      state.hasEnded = true;
      yield { type: 'finish', choice, reason: state.isRefused ? 'content_filter' : 'stop' };
    }
  }

  #stateOf(index: number): ChoiceState {
    const known = this.#choices.get(index) ?? {
      pieces: [],
      isStreamed: false,
      isDelta: false,
      thinksInDelta: false,
      isRefused: false,
      calls: false,
      hasEnded: false,
    };
    this.#choices.set(index, known);
    return known;
  }
}

/** A failing service may still answer with status 200, and then has its reason in place of the choices. */
function isFailure(value: JsonObject): boolean {
  if (value.error !== undefined && value.error !== null && value.error !== false) return true;
  if (Array.isArray(value.choices) || isChoice(value)) return false;
  const isNamed = [value.code, value.status, value.status_code].some(
    (code) => typeof code === 'string' || typeof code === 'number',
  );
  const says = [value.message, value.detail, value.msg].some(
    (one) => (typeof one === 'string' && one !== '') || listOf(one).length > 0,
  );
  return (isNamed && says) || listOf(value.errors).length > 0 || listOf(value.detail).length > 0;
}

/** Returns true if an event is itself a choice, which other services put in a list. */
function isChoice(value: JsonObject): boolean {
  return isRecord(value.message) || isRecord(value.delta) || typeof value.response === 'string';
}

function contentIn(message: unknown): unknown {
  return isRecord(message) ? message.content : undefined;
}

/** Text, or a list of parts of which some are text; empty for none. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content).map(partText).join('');
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part) || typeof part.text !== 'string') return '';
  return part.type === undefined || part.type === 'text' || part.type === 'output_text' ? part.text : '';
}

function usageOf(usage: unknown): TokenUsage | null {
  if (!isRecord(usage)) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  if (!isCount(promptTokens) || !isCount(completionTokens)) return null;
  const details = usage.completion_tokens_details;
  const reasoning = [usage.reasoning_tokens, isRecord(details) ? details.reasoning_tokens : null].find(
    isCount,
  );
  return {
    promptTokens,
    completionTokens,
    ...(reasoning === undefined || reasoning === 0 ? {} : { reasoningTokens: reasoning }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

// A model's reasoning, where a service sends it apart from the text (`dialogue.md`, *Replies*).

/** The reasoning in a piece of a choice; empty for none. Services that send it under two names send the same twice. */
function reasoningOf(choice: Readonly<Record<string, unknown>>): string {
  for (const message of [choice.delta, choice.message, choice]) {
    const reasoning = reasoningIn(message);
    if (reasoning !== '') return reasoning;
  }
  return '';
}

/** Returns true if a piece of a choice has reasoning, even encrypted. */
function hasReasoning(choice: Readonly<Record<string, unknown>>): boolean {
  return (
    reasoningOf(choice) !== '' ||
    [choice.delta, choice.message, choice].some(
      (message) => isRecord(message) && listOf(message.reasoning_details).length > 0,
    )
  );
}

function reasoningIn(message: unknown): string {
  if (!isRecord(message)) return '';
  const { reasoning_content: content, reasoning, thinking, reasoning_details: details } = message;
  for (const text of [content, reasoning, thinking]) if (typeof text === 'string' && text !== '') return text;
  return listOf(details).map(detailOf).join('') || listOf(message.content).map(thinkingOf).join('');
}

/** Parts of it that are encrypted have no text. */
function detailOf(detail: unknown): string {
  if (!isRecord(detail)) return '';
  const { text, summary } = detail;
  return [text, summary].find((part) => typeof part === 'string') ?? '';
}

/** A part of a message's content that is reasoning: its text, or a list of such parts. */
function thinkingOf(part: unknown): string {
  if (!isRecord(part) || (part.type !== 'thinking' && part.type !== 'reasoning')) return '';
  const said = part.thinking ?? part.reasoning ?? part.text;
  if (typeof said === 'string') return said;
  return listOf(said)
    .map((one) => (isRecord(one) && typeof one.text === 'string' ? one.text : ''))
    .join('');
}

/**
 * The requested choice that a choice of an answer belongs to; null if its index is invalid.
 * @param place in the list it came in: services that make one request for each choice may leave the index out
 */
export function choiceIndex({ index }: { readonly index?: unknown }, place: number): number | null {
  if (index === undefined || index === null) return place;
  const number = typeof index === 'string' && /^\d{1,3}$/.test(index) ? Number(index) : index;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : null;
}
