import type { AgentId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { AgentProperties } from '../../ipc/wire/provider.ts';
import type { Store } from '../store/connection/store.ts';
import {
  type AgentCommandOptions,
  type AgentWish,
  changeAgent,
  createAgent,
  duplicateAgent,
} from './writing/agent-commands.ts';

export interface GroveAgentsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  /** Tells the window of the grove again. */
  tell(): void;
}

/** The agents of an open grove: making, changing and copying them. */
export class GroveAgents {
  readonly #options: GroveAgentsOptions;

  constructor(options: GroveAgentsOptions) {
    this.#options = options;
  }

  /** A new model agent. @throws {AspenError} INVALID_ARGUMENT for an empty name */
  create(wanted: AgentWish): Agent {
    return this.#keep((keep) => createAgent(keep, wanted));
  }

  /** Changes what may be changed of a model agent. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  update(agentId: AgentId, properties: AgentProperties): Agent {
    return this.#keep((keep) => changeAgent(keep, agentId, properties));
  }

  /** Another agent that asks in the same way. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  duplicate(agentId: AgentId): Agent {
    return this.#keep((keep) => duplicateAgent(keep, agentId));
  }

  #keep(change: (keep: AgentCommandOptions) => Agent): Agent {
    const { store, writerId, idsAndClock, tell } = this.#options;
    const { newId, now } = idsAndClock;
    const agent = store.transact((tx) => change({ tx, by: writerId, newId, now }));
    tell();
    return agent;
  }
}
