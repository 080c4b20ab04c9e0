/** Providers, and the agents that use them. */

import type { RefusedFields } from '../../core/answers/refused-fields.ts';
import type { JsonValue } from '../../core/provenance/canonical-json.ts';
import type { AgentConfiguration, AgentPermissions } from '../../core/tree/agent.ts';

/** A provider, as the writer set it up. Its key never leaves main. */
export interface ProviderSummary {
  /** The part before the first colon of a model reference. */
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** `session`: this system has no keychain, so the key is discarded when the program quits. */
  readonly key: 'none' | 'kept' | 'session';
  /** Null if it was never tested. */
  readonly ability: ProviderAbility | null;
  /** By model, the fields that the service refused, and their substitutes. */
  readonly refusedFields: Readonly<Record<string, RefusedFields>>;
}

/** The tested abilities of a provider; an ability is omitted if the test was inconclusive. */
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
  /** Continues a message of its own that ends what it is sent; of the tested model. */
  readonly continuesMessages?: boolean;
  readonly testedAt: number;
}

export type ProviderAbilityName = Exclude<keyof ProviderAbility, 'testedAt'>;

/** One finding of a test. */
export interface ProviderFinding {
  readonly what: 'reached' | 'models' | ProviderAbilityName;
  /** Null if it was not tested. */
  readonly supported: boolean | null;
  /** A description for the writer. */
  readonly sentence: string;
}

/** The result of testing a provider. */
export interface ProviderReport {
  readonly findings: readonly ProviderFinding[];
  readonly abilities: Readonly<Partial<Record<ProviderAbilityName, boolean>>>;
  readonly models: readonly ModelSummary[];
  /** The tested model; null if the provider lists none and none was given. */
  readonly model: string | null;
  /** Fields that it refused for the tested model, and their substitutes. */
  readonly refusedFields: RefusedFields;
}

/** A model, as listed by a provider. */
export interface ModelSummary {
  readonly id: string;
  /** The context window in tokens, if listed. */
  readonly contextLength: number | null;
  /** Dollars per million tokens, if listed. */
  readonly promptPrice: number | null;
  readonly completionPrice: number | null;
}

/** The settings of a provider. */
export interface ProviderProperties {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
}

/** The properties of a model agent to change; omitted ones stay. */
export interface AgentProperties {
  readonly name?: string;
  /** `provider:model`. */
  readonly modelRef?: string;
  readonly configuration?: AgentConfiguration;
  /** Permissions that are not named stay as they are. */
  readonly permissions?: AgentPermissions;
  readonly color?: string;
  readonly archived?: boolean;
}
