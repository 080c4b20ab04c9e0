import type { AgentId } from '../../../core/ids.ts';
import { cutText, MAX_NAME_LENGTH } from '../../../core/text/limits.ts';
import {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
  type AgentPermissions,
  type CompletionStyle,
  type SamplingSettings,
} from '../../../core/tree/agent.ts';
import type { MissingSummaries, UsageSummary } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { AgentProperties } from '../../../ipc/wire/provider.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createStore, readableOf } from '../store.ts';

export {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
  type CompletionStyle,
  type MissingSummaries,
  type SamplingSettings,
};

/** Changes within this time are sent together, such as those of a dragged slider. Milliseconds. */
const SEND_AFTER = 300;

export interface NewAgent {
  readonly name: string;
  /** `provider:model`. */
  readonly modelRef: string;
  readonly configuration: AgentConfiguration;
  /** Without them it is a subject. */
  readonly permissions?: AgentPermissions;
  /** Null, or left out, for the first colour that no active agent has. */
  readonly color?: string | null;
}

export interface AgentsSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
}

/** The open grove's model agents. Changes show here at once, and are in the file a moment later. */
export function createAgentsSession({ notices, client }: AgentsSessionOptions) {
  const agents = createStore<readonly Agent[]>([]);
  const unconfirmed = createStore<ReadonlySet<AgentId>>(new Set());
  /** As main last sent them. */
  let saved: readonly Agent[] = [];
  const unsent = new Map<AgentId, AgentProperties>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  /** The writer does not wait for the check of the file: sent once it has ended. */
  let isPutOff = false;

  /** Resolves when every change was sent. A refused one is reported, kept, and sent again with the next. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await sending;
    if (unsent.size === 0) return;
    sending = sendAll();
    await sending;
    sending = null;
  }

  async function sendAll(): Promise<void> {
    for (const [agentId, patch] of [...unsent]) {
      try {
        replace(await client.call('agent.update', { agentId, ...patch }));
        if (unsent.get(agentId) === patch) unsent.delete(agentId);
      } catch (error) {
        isPutOff = describeError(error).code === 'CANCELLED';
        notices.report(error);
      }
    }
    publish();
  }

  async function add(request: () => Promise<Agent>): Promise<Agent | null> {
    try {
      const agent = await request();
      replace(agent);
      publish();
      return agent;
    } catch (error) {
      notices.report(error);
      return null;
    }
  }

  function replace(agent: Agent): void {
    const exists = saved.some(({ id }) => id === agent.id);
    saved = exists ? saved.map((known) => (known.id === agent.id ? agent : known)) : [...saved, agent];
  }

  function publish(): void {
    agents.set(saved.map((agent) => withChanges(agent, unsent.get(agent.id))));
  }

  return {
    flush,
    /** In creation order, archived ones included, with unsent changes applied. */
    agents: readableOf(agents),
    /** Agents from other groves, which ask until the writer confirms them on this computer. */
    unconfirmed: readableOf(unconfirmed),

    /** Reads the cost of the missing summaries; null after a failure, which is reported. */
    async readMissingSummaries(modelRef: string): Promise<MissingSummaries | null> {
      return (await notices.attempt(client.call('generation.missingSummaries', { modelRef }))) ?? null;
    },

    /** The grove's token usage, newest day first. Empty after a failure, which is reported. */
    async readUsage(): Promise<readonly UsageSummary[]> {
      return (await notices.attempt(client.call('generation.usage', {}))) ?? [];
    },

    /** The window shows a grove, or none. */
    onGrove(grove: GroveSnapshot | null): void {
      saved = (grove?.agents ?? []).filter(({ type }) => type === 'model');
      unconfirmed.set(new Set(grove?.unconfirmedAgents ?? []));
      publish();
      if (!isPutOff || grove?.isChecking === true) return;
      isPutOff = false;
      void flush();
    },

    /** Creates an agent; null after a failure, which is reported. */
    create(request: NewAgent): Promise<Agent | null> {
      return add(() => client.call('agent.create', { ...request, color: request.color ?? null }));
    },

    /** Creates an agent with the same settings. */
    async duplicate(agentId: AgentId): Promise<Agent | null> {
      await flush();
      return add(() => client.call('agent.duplicate', { agentId }));
    },

    /** Lets an agent from another grove act with its settings. A failure is reported. */
    async confirm(agentId: AgentId): Promise<void> {
      await flush();
      await notices.attempt(client.call('agent.confirm', { agentId }));
    },

    change(agentId: AgentId, patch: AgentProperties): void {
      unsent.set(agentId, { ...unsent.get(agentId), ...patch });
      publish();
      timer ??= setTimeout(() => void flush(), SEND_AFTER);
    },
  };
}

export type AgentsSession = ReturnType<typeof createAgentsSession>;

function withChanges(agent: Agent, patch: AgentProperties | undefined): Agent {
  if (patch === undefined) return agent;
  const { archived, ...properties } = patch;
  if (archived === undefined) return { ...agent, ...properties };
  return { ...agent, ...properties, archivedAt: archived ? (agent.archivedAt ?? agent.updatedAt) : null };
}

/** The two parts of `provider:model`. */
export interface ModelRef {
  readonly providerId: string;
  readonly model: string;
}

/** Splits at the first colon, since a model's name may contain more. */
export function splitModelRef(reference: string | null): ModelRef {
  const text = reference ?? '';
  const colon = text.indexOf(':');
  return { providerId: text.slice(0, Math.max(0, colon)), model: text.slice(colon + 1) };
}

export function joinModelRef({ providerId, model }: ModelRef): string {
  return `${providerId}:${model}`;
}

/** The model that runs on this computer: it needs no service. */
export const OFFLINE: ModelRef = { providerId: 'offline', model: 'variable-order' };

/** A name for an agent with a model: the last part of the model's, `model` of `maker/model`. */
export function agentNameOf({ providerId, model }: ModelRef): string {
  if (providerId === OFFLINE.providerId) return 'Offline';
  return cutText(model.split('/').at(-1) ?? model, MAX_NAME_LENGTH);
}
