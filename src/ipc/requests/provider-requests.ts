/** Requests about providers, and about the agents that use them. */
import * as v from 'valibot';
import type { AgentId } from '../../core/ids.ts';
import { MAX_MODEL_LENGTH } from '../../core/text/limits.ts';
import type { Agent, AgentConfiguration, AgentPermissions } from '../../core/tree/agent.ts';
import type {
  AgentProperties,
  ModelSummary,
  ProviderProperties,
  ProviderReport,
  ProviderSummary,
} from '../wire/provider.ts';
import { agentConfiguration, color, modelRef, permissions } from './agent-fields.ts';
import { jsonObject, listOf, recordOf, stringUpTo } from './bounded.ts';
import { agentId, name, nothing, type SchemasOf } from './fields.ts';

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
  /** Tests what a provider can do with a few tokens of a model (null: the first it lists), and stores the result. */
  'provider.test'(input: { readonly id: string; readonly model: string | null }): ProviderReport;
  /**
   * The models that a provider lists. If it lists them to anyone, `keyPath` is a path below its address that answers only
   * with a valid key, which is asked first.
   */
  'provider.models'(input: { readonly id: string; readonly keyPath?: string }): readonly ModelSummary[];
  /** Forgets what a provider refused: all fields are sent again. */
  'provider.forgetRefused'(input: { readonly id: string }): ProviderSummary;
  /** The services that a provider passes requests for a model on to; empty if unknown. */
  'provider.hosts'(input: { readonly id: string; readonly model: string }): readonly string[];
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
  /**
   * The writer has seen the permissions and the prompt of an agent from another grove, and lets it act on this computer
   * with its settings (`security.md`). Nothing is written to the grove.
   */
  'agent.confirm'(input: { readonly agentId: AgentId }): Record<string, never>;
  /** Copies an agent's configuration and permissions to a new agent with its own name and colour. */
  'agent.duplicate'(input: { readonly agentId: AgentId }): Agent;
}

const providerId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
const baseUrl = stringUpTo(2_000);
/** More header fields than any service asks for. */
const MAX_HEADERS = 100;

const providerProperties = {
  name,
  baseUrl,
  headers: recordOf(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/)),
    // Characters that HTTP allows in a header: no line breaks, nor anything beyond Latin-1.
    v.pipe(v.string(), v.maxLength(4_000), v.regex(/^[\t\x20-\x7e\x80-\xff]*$/)),
    MAX_HEADERS,
  ),
  extra: jsonObject,
};

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
    model: v.nullable(stringUpTo(MAX_MODEL_LENGTH)),
  }),
  'provider.models': v.strictObject({
    id: providerId,
    keyPath: v.exactOptional(v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]{1,100}$/))),
  }),
  'provider.forgetRefused': v.strictObject({ id: providerId }),
  'provider.hosts': v.strictObject({
    id: providerId,
    model: stringUpTo(MAX_MODEL_LENGTH),
  }),
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
  'agent.confirm': v.strictObject({ agentId }),
  'agent.duplicate': v.strictObject({ agentId }),
};
