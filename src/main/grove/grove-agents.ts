import type { AgentId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { AgentProperties } from '../../ipc/wire/provider.ts';
import type { Store } from '../store/connection/store.ts';
import {
  type AgentCommandOptions,
  changeAgent,
  createAgent,
  duplicateAgent,
  type NewAgent,
} from './writing/agent-commands.ts';

export interface GroveAgentsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  /** Sends the window a new snapshot of the grove. */
  notifyChanged(): void;
}

/** Creates, changes and duplicates the agents of an open grove. */
export class GroveAgents {
  readonly #options: GroveAgentsOptions;

  constructor(options: GroveAgentsOptions) {
    this.#options = options;
  }

  /** Creates a model agent. @throws {AspenError} INVALID_ARGUMENT for an empty name */
  create(newAgent: NewAgent): Agent {
    return this.#run((options) => createAgent(options, newAgent));
  }

  /** Changes the editable properties of a model agent. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  update(agentId: AgentId, properties: AgentProperties): Agent {
    return this.#run((options) => changeAgent(options, agentId, properties));
  }

  /** Creates another agent with the same configuration and permissions. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  duplicate(agentId: AgentId): Agent {
    return this.#run((options) => duplicateAgent(options, agentId));
  }

  #run(change: (options: AgentCommandOptions) => Agent): Agent {
    const { store, writerId, idsAndClock, notifyChanged } = this.#options;
    const { newId, now } = idsAndClock;
    const agent = store.transact((tx) => change({ tx, by: writerId, newId, now }));
    notifyChanged();
    return agent;
  }
}
