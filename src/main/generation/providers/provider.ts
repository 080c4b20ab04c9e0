import type { ProviderFinish } from '../../../core/answers/finish-reason.ts';
import type { RefusedFields } from '../../../core/answers/refused-fields.ts';
import type { SentMessage } from '../../../core/context/messages.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { TokenUsage } from '../../../core/provenance/token-usage.ts';
import type { CompletionStyle, SamplingSettings } from '../../../core/tree/agent.ts';
import type { Beginnings } from '../text-model/beginnings.ts';
import type { RedactedRange } from './secret-redactor.ts';

/** Sampling settings as they are sent; `extra` is a field of the request itself. */
export interface SamplingParameters extends Omit<SamplingSettings, 'extra'> {
  /** In the provider's tokens. */
  readonly maxTokens: number;
}

/** The input of a request: a document to continue, or messages to reply to. */
export type ProviderInput =
  | {
      readonly kind: 'document';
      /** Text before the document; empty for none. */
      readonly system: string;
      /** As `sentPrompt` has it. */
      readonly prompt: string;
      /** The exact text after the answer; empty for none. Only `completion` sends it. */
      readonly suffix: string;
    }
  | { readonly kind: 'messages'; readonly messages: readonly SentMessage[] };

/** One request for text. */
export interface ProviderRequest {
  /** Messages are always `chat`; a document is sent to any but `completion` with the instruction to continue it. */
  readonly style: CompletionStyle;
  readonly input: ProviderInput;
  /** The part of an agent's model reference after the provider's id. */
  readonly model: string;
  readonly parameters: SamplingParameters;
  /** Further fields of the request, sent unchanged; null omits a field that would be sent. */
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** Keeps text between thinking tags as text; nothing of it is sent. */
  readonly keepsThinking?: boolean;
  /** Number of answers to stream at once, 1 or more; events carry the index of theirs. */
  readonly choices: number;
}

/**
 * An event of a provider's answer. Bytes come before the events parsed from them, so that a record never
 * lacks the bytes of text that was shown.
 */
export type ProviderEvent =
  | {
      readonly type: 'response';
      readonly requestId: string | null;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** The body was compressed in transit; its bytes are decompressed. */
      readonly decoded: boolean;
    }
  /** The next bytes of the response's body as received, without secrets, before anything parses them. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** Ranges of removed secrets, in bytes of the body. */
  | { readonly type: 'redacted'; readonly ranges: readonly RedactedRange[] }
  /** The fields not sent as planned, because the service refuses them, by their names in the request. */
  | { readonly type: 'sentOtherwise'; readonly fields: RefusedFields }
  /** The model that answered, as the provider names it. */
  | { readonly type: 'model'; readonly model: string }
  /** The model reasons before the first word of a choice; once for each, and only from services that show it. */
  | { readonly type: 'thinking'; readonly choice: number }
  | { readonly type: 'text'; readonly choice: number; readonly text: string }
  | { readonly type: 'finish'; readonly choice: number; readonly reason: ProviderFinish }
  | { readonly type: 'usage'; readonly usage: TokenUsage };

/** A source of continuations: a network service, or the offline agent. */
export interface Provider {
  /** The part of an agent's model reference before the first colon; renaming the provider does not change it. */
  readonly id: string;
  /**
   * Number of choices that one request may ask a model for, from 1; more are divided among requests, and those missing
   * from an answer get requests of their own.
   */
  mostChoices(model: string): number;
  /** Context length in tokens for a request to a model and its answer, as the service stated it; null if it did not. */
  contextLength(model: string): number | null;
  /** Returns true if a model was seen to continue a message of its own at the end of its context. */
  continuesMessages(model: string): boolean;
  /** The secrets that must not come back in an answer, even in pieces. */
  findSecrets(): readonly string[];
  /**
   * Streams the answer. A complete answer has a `finish` for every choice; a stream that ends without one was cut off.
   * @param beginnings of the siblings, which only the offline agent knows to avoid; it adds its own
   * @throws {AspenError} with a code of `generation.md`, *Generating*
   * @throws the reason of `signal`, within 250 ms of its abort
   */
  complete(
    request: ProviderRequest,
    signal: AbortSignal,
    beginnings?: Beginnings,
  ): AsyncIterable<ProviderEvent>;
}
