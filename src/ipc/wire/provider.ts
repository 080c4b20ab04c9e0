/** Services that continue text, and agents that ask them. */

import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import type { AgentConfiguration } from '../../core/tree/agent.ts';

/** A service that continues text, as a writer has set it up. Its key never leaves main. */
export interface ProviderSummary {
  /** The part of a model reference before the first colon. */
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** `session`: this system has no keychain, so the key is forgotten when the program ends. */
  readonly key: 'none' | 'kept' | 'session';
  /** Null for one that was never tested. */
  readonly ability: ProviderAbility | null;
}

/** What a service was seen to do; what is left out could not be told. */
export interface ProviderAbility {
  readonly completions?: boolean;
  readonly chat?: boolean;
  readonly streaming?: boolean;
  /** Several choices in one response. */
  readonly manyChoices?: boolean;
  readonly logprobs?: boolean;
  readonly seed?: boolean;
  /** Token counts at the end of a stream. */
  readonly usage?: boolean;
  readonly testedAt: number;
}

export type ProviderAbilityName = Exclude<keyof ProviderAbility, 'testedAt'>;

/** One thing that a test tried. */
export interface ProviderFinding {
  readonly what: 'reached' | 'models' | ProviderAbilityName;
  /** Null where it was not tried. */
  readonly can: boolean | null;
  /** In words, for the writer. */
  readonly sentence: string;
}

/** What a test of a service found out. */
export interface ProviderReport {
  readonly findings: readonly ProviderFinding[];
  readonly abilities: Readonly<Partial<Record<ProviderAbilityName, boolean>>>;
  readonly models: readonly ModelSummary[];
  /** The model that was asked; null where the service lists none and none was named. */
  readonly model: string | null;
}

/** A model as a service lists it. */
export interface ModelSummary {
  readonly id: string;
  /** What it can read and write at once, in tokens, where the list says. */
  readonly contextLength: number | null;
  /** Dollars a million tokens, where the list says. */
  readonly promptPrice: number | null;
  readonly completionPrice: number | null;
}

/** What may be set of a service. */
export interface ProviderWish {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
}

/** What of a model agent may be changed; what is left out stays. */
export interface AgentProperties {
  readonly name?: string;
  /** `provider:model`. */
  readonly modelRef?: string;
  readonly configuration?: AgentConfiguration;
  readonly color?: string;
  readonly archived?: boolean;
}
