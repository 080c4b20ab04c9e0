import type { AgentId } from '../ids.ts';

export type AgentType = 'human' | 'model';

/** How a model agent asks (`generation.md`, *Agents and providers*). */
export type CompletionStyle = 'completion' | 'chat-continue' | 'chat';

/** What a model agent sends with each request; `extra` holds any further request fields. */
export interface AgentConfiguration {
  readonly completionStyle?: CompletionStyle;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

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
