import type { AgentId } from '../ids.ts';
import type { JsonValue } from '../provenance/canonical-json.ts';

export type AgentType = 'human' | 'model';

/** How a model agent requests text (`generation.md`, *Agents and providers*). */
export type CompletionStyle = 'completion' | 'chat-continue' | 'chat';

/** Sampling settings; an omitted field uses the provider's default. */
export interface SamplingSettings {
  /** 0 always picks the likeliest token; 1 samples from the unmodified distribution. */
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  /** How many alternatives to request for each token; 0 requests none. */
  readonly logprobs?: number;
  /** The bias added to each token's logit, keyed by the provider's token ids. */
  readonly logitBias?: Readonly<Record<string, number>>;
  /** The response ends before the first occurrence of any of these. */
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** Additional request fields, sent unchanged; they override all others. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
}

/** What a model agent sends with each request. */
export interface AgentConfiguration extends SamplingSettings {
  readonly completionStyle?: CompletionStyle;
  readonly systemPrompt?: string;
  readonly maxTokens?: number;
  /** The context window in tokens, for providers that do not report it. */
  readonly contextLength?: number;
}

/** The palette of agent colours, in the order they are assigned; the theme defines each. */
export const AGENT_COLOURS = ['blue', 'rust', 'green', 'violet', 'ochre', 'teal', 'rose', 'slate'] as const;

/** An author, human or model; every node has exactly one. */
export interface Agent {
  readonly id: AgentId;
  readonly name: string;
  readonly type: AgentType;
  /** `provider:model`, split at the first colon; null for a human. */
  readonly modelRef: string | null;
  readonly configuration: AgentConfiguration;
  readonly permissions: readonly string[];
  readonly loomAware: boolean;
  /** A name from the palette (`blue`, `rust`, …), resolved by the theme. */
  readonly color: string | null;
  /** Milliseconds since 1970 UTC, as for all times here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}
