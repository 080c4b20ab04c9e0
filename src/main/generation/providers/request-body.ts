/** Builds a request in the OpenAI wire format. */
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { ProviderInput, ProviderRequest, SamplingParameters } from './provider.ts';

/** Tells an instruct model to continue the text instead of answering. */
export const CONTINUE_INSTRUCTION =
  'The user gives you the text of a work in progress. Continue it from exactly where it ends, in the same voice, ' +
  'tense and language. Write only what comes next: no greeting, no title, no remarks, no quotation marks around it, ' +
  'and nothing of what is there already. It may end in the middle of a sentence or a word; go on from there.';

export interface BodyOptions {
  /** Requests token counts at the end of the stream; servers that do not know the field may refuse it. */
  readonly askForUsage: boolean;
}

/** The body of a streaming request, without unset fields. */
export function requestBody(
  request: ProviderRequest,
  { askForUsage }: BodyOptions,
): Record<string, JsonValue> {
  const { model, choices, extra, input } = request;
  const isChat = request.style !== 'completion';
  const fields: Record<string, JsonValue | undefined> = {
    model,
    ...inputFields(input, isChat),
    ...parametersOf(request.parameters, isChat),
    n: choices > 1 ? choices : undefined,
    stream: true,
    stream_options: askForUsage ? { include_usage: true } : undefined,
    ...extra,
  };
  const body: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) body[name] = value;
  }
  return body;
}

function inputFields(input: ProviderInput, isChat: boolean): Record<string, JsonValue> {
  if (input.kind === 'messages')
    return { messages: input.messages.map(({ role, content }) => ({ role, content })) };
  return isChat ? { messages: messagesOf(input) } : completionOf(input);
}

type DocumentInput = Extract<ProviderInput, { readonly kind: 'document' }>;

function completionOf(input: DocumentInput): Record<string, JsonValue> {
  const { suffix } = input;
  return { prompt: promptOf(input), ...(suffix === '' ? {} : { suffix }) };
}

/** A completion model has no system message, so the system text goes before the document. */
export function promptOf({ system, prompt }: Pick<DocumentInput, 'system' | 'prompt'>): string {
  return system === '' ? prompt : `${system}\n\n${prompt}`;
}

function messagesOf({ system, prompt }: DocumentInput): JsonValue {
  const instruction = system === '' ? CONTINUE_INSTRUCTION : `${system}\n\n${CONTINUE_INSTRUCTION}`;
  return [
    { role: 'system', content: instruction },
    { role: 'user', content: prompt },
  ];
}

function parametersOf(
  parameters: SamplingParameters,
  isChat: boolean,
): Record<string, JsonValue | undefined> {
  const { logprobs = 0 } = parameters;
  const hasLogprobs = logprobs > 0;
  return {
    max_tokens: parameters.maxTokens,
    temperature: parameters.temperature,
    top_p: parameters.topP,
    top_k: parameters.topK,
    min_p: parameters.minP,
    frequency_penalty: parameters.frequencyPenalty,
    presence_penalty: parameters.presencePenalty,
    repetition_penalty: parameters.repetitionPenalty,
    // The same by llama.cpp's name, and that of servers built on it.
    repeat_penalty: parameters.repetitionPenalty,
    logit_bias: parameters.logitBias,
    seed: parameters.seed,
    stop: parameters.stop,
    ...(isChat
      ? { logprobs: hasLogprobs || undefined, top_logprobs: hasLogprobs ? logprobs : undefined }
      : { logprobs: hasLogprobs ? logprobs : undefined }),
  };
}
