import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { CompletionStyle } from '../../../core/tree/agent.ts';
import type { FinishReason } from '../../../core/tree/tree-node.ts';

/** How the model is to write. What is left out is the provider's own default. */
export interface SamplingParameters {
  /** 0 takes the likeliest token each time; 1 samples as the model learned. */
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  /** By token id: what is added to its logit. */
  readonly logitBias?: Readonly<Record<string, number>>;
  /** How many alternatives of each token to tell of. */
  readonly logprobs?: number;
  /** Tokens as the provider counts them. */
  readonly maxTokens: number;
  readonly seed?: number;
  /** The answer ends before the first of these. */
  readonly stop?: readonly string[];
}

/** One request for text that continues `prompt`. */
export interface ProviderRequest {
  readonly style: CompletionStyle;
  /** What is said to the model before the document; empty for nothing. */
  readonly system: string;
  /** The document, trimmed for the seam (`generation.md`, *The seam*). */
  readonly prompt: string;
  /** The part of an agent's model reference after the provider's id. */
  readonly model: string;
  readonly parameters: SamplingParameters;
  /** Further fields of the request as they are sent; null leaves out a field that would be sent. */
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** How many answers to stream at once, 1 or more; each has its index in the events. */
  readonly choices: number;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Why a provider says that an answer ended. */
export type ProviderFinish = Extract<FinishReason, 'stop' | 'length' | 'content_filter'>;

/**
 * What a provider tells while it answers. Bytes come before the events that were read from them, so that a record
 * never lacks the bytes of a text that was shown.
 */
export type ProviderEvent =
  | {
      readonly type: 'response';
      readonly requestId: string | null;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
    }
  /** The next bytes of the response's body exactly as received, before anything parsed them. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** The model that answered, in the provider's words. */
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'text'; readonly choice: number; readonly text: string }
  | { readonly type: 'finish'; readonly choice: number; readonly reason: ProviderFinish }
  | { readonly type: 'usage'; readonly usage: TokenUsage };

/** Somebody who continues text: a service over the network, or the offline agent. */
export interface Provider {
  /** The part of an agent's model reference before the first colon; it survives renaming. */
  readonly id: string;
  /** Whether one request may ask for several choices; if not, or if it turns out not to, each has a request of its own. */
  readonly manyChoices: boolean;
  /**
   * Streams the answer. An answer that is complete has a `finish` for every choice; a stream that ends without one
   * was cut off.
   * @throws {AspenError} with a code of `generation.md`, *Generating*
   * @throws the reason of `signal`, within 250 ms of its abort
   */
  complete(request: ProviderRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}
