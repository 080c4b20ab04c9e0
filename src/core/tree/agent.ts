import type { AgentId } from '../ids.ts';
import type { JsonValue } from '../provenance/canonical-json.ts';

export type AgentType = 'human' | 'model';

/** How a model agent asks (`generation.md`, *Agents and providers*). */
export type CompletionStyle = 'completion' | 'chat-continue' | 'chat';

/** What a model agent sends with each request; what is left out is the provider's own default. */
export interface AgentConfiguration {
  readonly completionStyle?: CompletionStyle;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly repetitionPenalty?: number;
  /** By token id, as the provider counts them: what is added to its logit. */
  readonly logitBias?: Readonly<Record<string, number>>;
  /** How many alternatives of each token are asked for; 0 asks for none. */
  readonly logprobs?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** What the model can read and write at once, in tokens, where the provider does not say. */
  readonly contextLength?: number;
  /** Further fields of the request, as they are sent; they count before all others. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
}

/** The part that says how the model writes, whoever is asked and whatever is sent. */
export type SamplingSettings = Omit<
  AgentConfiguration,
  'completionStyle' | 'systemPrompt' | 'maxTokens' | 'contextLength'
>;

/** The palette that an agent's colour names, in the order it is given out; the theme says what each looks like. */
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
  /** A token of the palette (`blue`, `rust`, …), resolved by the theme. */
  readonly color: string | null;
  /** Milliseconds since 1970 UTC, like every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}
