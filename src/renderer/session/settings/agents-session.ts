import type { AgentId } from '../../../core/ids.ts';
import {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
  type CompletionStyle,
  type SamplingSettings,
} from '../../../core/tree/agent.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { AgentProperties } from '../../../ipc/wire/provider.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export { AGENT_COLOURS, type Agent, type AgentConfiguration, type CompletionStyle, type SamplingSettings };

/** A slider that is dragged is told once it rests. Milliseconds. */
const SEND_AFTER = 300;

export interface AgentWish {
  readonly name: string;
  /** `provider:model`. */
  readonly modelRef: string;
  readonly configuration: AgentConfiguration;
}

export interface AgentsSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
}

/** The model agents of the grove that is open: changed here at once, in its file a moment later. */
export class AgentsSession {
  readonly #options: AgentsSessionOptions;
  readonly #agents = createStore<readonly Agent[]>([]);
  /** As main last told them. */
  #told: readonly Agent[] = [];
  readonly #unsent = new Map<AgentId, AgentProperties>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  constructor(options: AgentsSessionOptions) {
    this.#options = options;
  }

  /** In the order they were made, archived ones too, with what is not yet in the file. */
  get agents(): Store<readonly Agent[]> {
    return this.#agents;
  }

  /** The window shows a grove, another one, or none. */
  take(grove: GroveSnapshot | null): void {
    this.#told = (grove?.agents ?? []).filter(({ type }) => type === 'model');
    this.#publish();
  }

  /** A new agent; null where it could not be made, which is told. */
  create(wish: AgentWish): Promise<Agent | null> {
    return this.#make(() => this.#options.client.call('agent.create', { ...wish, color: null }));
  }

  /** Another agent that asks in the same way. */
  async duplicate(agentId: AgentId): Promise<Agent | null> {
    await this.flush();
    return this.#make(() => this.#options.client.call('agent.duplicate', { agentId }));
  }

  change(agentId: AgentId, patch: AgentProperties): void {
    this.#unsent.set(agentId, { ...this.#unsent.get(agentId), ...patch });
    this.#publish();
    this.#timer ??= setTimeout(() => void this.flush(), SEND_AFTER);
  }

  /** Resolves when main has every change; one that it refused is told, kept, and sent again with the next. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#sending;
    if (this.#unsent.size === 0) return;
    this.#sending = this.#sendAll();
    await this.#sending;
    this.#sending = null;
  }

  async #sendAll(): Promise<void> {
    for (const [agentId, patch] of [...this.#unsent]) {
      try {
        this.#replace(await this.#options.client.call('agent.update', { agentId, ...patch }));
        if (this.#unsent.get(agentId) === patch) this.#unsent.delete(agentId);
      } catch (error) {
        this.#options.notices.report(error);
      }
    }
    this.#publish();
  }

  async #make(request: () => Promise<Agent>): Promise<Agent | null> {
    try {
      const agent = await request();
      this.#replace(agent);
      this.#publish();
      return agent;
    } catch (error) {
      this.#options.notices.report(error);
      return null;
    }
  }

  #replace(agent: Agent): void {
    const isKnown = this.#told.some(({ id }) => id === agent.id);
    this.#told = isKnown
      ? this.#told.map((known) => (known.id === agent.id ? agent : known))
      : [...this.#told, agent];
  }

  #publish(): void {
    this.#agents.set(this.#told.map((agent) => withChanges(agent, this.#unsent.get(agent.id))));
  }
}

function withChanges(agent: Agent, patch: AgentProperties | undefined): Agent {
  if (patch === undefined) return agent;
  const { archived, ...properties } = patch;
  if (archived === undefined) return { ...agent, ...properties };
  return { ...agent, ...properties, archivedAt: archived ? (agent.archivedAt ?? agent.updatedAt) : null };
}
