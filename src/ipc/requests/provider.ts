/** Requests about providers, and about the agents that use them. */
import * as v from 'valibot';
import type { TurnCaps } from '../../core/commands/caps.ts';
import type { AgentId } from '../../core/ids.ts';
import { MAX_MARKER_LENGTH, MAX_MODEL_LENGTH } from '../../core/text/limits.ts';
import type { Agent, AgentConfiguration, AgentPermissions, Infill } from '../../core/tree/agent.ts';
import { extraFields, samplingFields } from '../preferences-schema.ts';
import type {
  AgentProperties,
  ModelSummary,
  ProviderProperties,
  ProviderReport,
  ProviderSummary,
} from '../wire/provider.ts';
import { listOf, recordOf } from './bounded.ts';
import { agentId, name, nothing, remark, type SchemasOf } from './fields.ts';

export interface ProviderRequests {
  /** Providers set up on this computer, in the order they were added. */
  'provider.list'(input: Record<string, never>): readonly ProviderSummary[];
  /** Adds a provider (`id` null) or changes one; changing its address removes its key. */
  'provider.save'(input: { readonly id: string | null } & ProviderProperties): ProviderSummary;
  /** Restores a removed provider under its id, so that its agents find it; its key is lost. */
  'provider.restore'(input: { readonly id: string } & ProviderProperties): ProviderSummary;
  'provider.remove'(input: { readonly id: string }): readonly ProviderSummary[];
  /** Stores the key of a provider; null removes it. */
  'provider.setKey'(input: { readonly id: string; readonly key: string | null }): ProviderSummary;
  /**
   * Tests what a provider can do with a few tokens of a model (null: the first it lists), and stores the
   * result.
   */
  'provider.test'(input: { readonly id: string; readonly model: string | null }): ProviderReport;
  'provider.models'(input: { readonly id: string }): readonly ModelSummary[];
  /** The first of these addresses at which a service answers; null if none does. */
  'provider.findAddress'(input: { readonly baseUrls: readonly string[] }): {
    readonly baseUrl: string | null;
  };

  /**
   * Creates a model agent; without a colour, it gets the next one that no agent of the grove has. Without permissions
   * it is a subject.
   */
  'agent.create'(input: {
    readonly name: string;
    readonly modelRef: string;
    readonly configuration: AgentConfiguration;
    readonly permissions?: AgentPermissions;
    readonly color: string | null;
  }): Agent;
  'agent.update'(input: { readonly agentId: AgentId } & AgentProperties): Agent;
  /** Copies an agent's configuration and permissions to a new agent with its own name and colour. */
  'agent.duplicate'(input: { readonly agentId: AgentId }): Agent;
}

const providerId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const baseUrl = v.pipe(v.string(), v.maxLength(2_000));
/** More header fields than any service asks for. */
const MAX_HEADERS = 100;

const providerProperties = {
  name,
  baseUrl,
  headers: recordOf(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/)),
    // What HTTP allows in a header: no line breaks, nor anything beyond Latin-1.
    v.pipe(v.string(), v.maxLength(4_000), v.regex(/^[\t\x20-\x7e\x80-\xff]*$/)),
    MAX_HEADERS,
  ),
  extra: extraFields,
};

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000));
/** What is over the greatest cap counts as that (`capsOf`). */
const cap = v.exactOptional(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1_000_000_000)));
const caps: v.GenericSchema<unknown, TurnCaps> = v.strictObject({
  calls: cap,
  commands: cap,
  continuations: cap,
  nodes: cap,
  tokens: cap,
  minutes: cap,
  dollars: cap,
});
const marker = v.pipe(v.string(), v.maxLength(MAX_MARKER_LENGTH));
const leadingMarker = v.pipe(marker, v.minLength(1));
const infill: v.GenericSchema<unknown, Infill> = v.variant('kind', [
  v.strictObject({ kind: v.literal('suffix') }),
  v.strictObject({
    kind: v.literal('template'),
    prefix: leadingMarker,
    suffix: leadingMarker,
    middle: marker,
    order: v.exactOptional(v.picklist(['psm', 'spm'])),
  }),
  v.strictObject({ kind: v.literal('chat') }),
]);
const agentConfiguration: v.GenericSchema<unknown, AgentConfiguration> = v.strictObject({
  completionStyle: v.exactOptional(v.picklist(['completion', 'chat-continue', 'chat'])),
  infill: v.exactOptional(infill),
  systemPrompt: v.exactOptional(remark),
  maxTokens: v.exactOptional(tokens),
  contextLength: v.exactOptional(tokens),
  caps: v.exactOptional(caps),
  ...samplingFields,
});
const permission = v.exactOptional(v.picklist(['allow', 'ask', 'never']));
const permissions: v.GenericSchema<unknown, AgentPermissions> = v.strictObject({
  loom_aware: permission,
  loom_write: permission,
  edit_apply: permission,
  loom_generate: permission,
});
/** `provider:model`. */
const modelRef = v.pipe(v.string(), v.maxLength(MAX_MODEL_LENGTH), v.regex(/^[^:]+:.+$/));
const color = v.pipe(v.string(), v.maxLength(40));

export const providerSchemas: SchemasOf<ProviderRequests> = {
  'provider.list': nothing,
  'provider.save': v.strictObject({ id: v.nullable(providerId), ...providerProperties }),
  'provider.restore': v.strictObject({ id: providerId, ...providerProperties }),
  'provider.remove': v.strictObject({ id: providerId }),
  'provider.setKey': v.strictObject({
    id: providerId,
    key: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(4_000), v.regex(/^[\x21-\x7e]+$/))),
  }),
  'provider.test': v.strictObject({
    id: providerId,
    model: v.nullable(v.pipe(v.string(), v.maxLength(MAX_MODEL_LENGTH))),
  }),
  'provider.models': v.strictObject({ id: providerId }),
  'provider.findAddress': v.strictObject({ baseUrls: listOf(baseUrl, 3) }),
  'agent.create': v.strictObject({
    name,
    modelRef,
    configuration: agentConfiguration,
    permissions: v.exactOptional(permissions),
    color: v.nullable(color),
  }),
  'agent.update': v.strictObject({
    agentId,
    name: v.exactOptional(name),
    modelRef: v.exactOptional(modelRef),
    configuration: v.exactOptional(agentConfiguration),
    permissions: v.exactOptional(permissions),
    color: v.exactOptional(color),
    archived: v.exactOptional(v.boolean()),
  }),
  'agent.duplicate': v.strictObject({ agentId }),
};
