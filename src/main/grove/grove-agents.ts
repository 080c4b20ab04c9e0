import { sha256 } from '#sha256';
import type { AgentId, GroveId, Sha256 } from '../../core/ids.ts';
import { canonicalJson, type JsonValue } from '../../core/provenance/canonical-json.ts';
import { type Agent, needsConfirming, untilConfirmed } from '../../core/tree/agent.ts';
import type { AgentProperties } from '../../ipc/wire/provider.ts';
import { getAgent, listAgents } from '../store/tables/agents.ts';
import type { GroveScope } from './grove-scope.ts';
import {
  type AgentCommandOptions,
  changeAgent,
  createAgent,
  duplicateAgent,
  type NewAgent,
} from './writing/agent-commands.ts';

/** The agents that were made, changed or confirmed on this computer, by their groves (`security.md`). It outlives any file. */
export interface KnownAgents {
  /** The digest under which an agent of a grove is known; undefined for one that is not. */
  find(grove: GroveId, agent: AgentId): Sha256 | undefined;
  keep(grove: GroveId, agents: ReadonlyMap<AgentId, Sha256>): void;
  /** Makes the agents known in one grove known in another, to which this program copied it. */
  copy(from: GroveId, to: GroveId): void;
  /** True if the grove was on this computer before it kept agents; a path counts once. @param paths of its file */
  adopts(paths: readonly string[]): boolean;
}

/** Creates, changes and duplicates the agents of an open grove, and decides what those of other groves may do here. */
export class GroveAgents {
  readonly #scope: GroveScope;
  readonly #known: KnownAgents;

  constructor(scope: GroveScope, known: KnownAgents) {
    this.#scope = scope;
    this.#known = known;
  }

  /** Creates a model agent. @throws {AspenError} INVALID_ARGUMENT for an empty name */
  create(newAgent: NewAgent): Agent {
    return this.#keep(this.#run((options) => createAgent(options, newAgent)));
  }

  /**
   * Changes the editable properties of a model agent. One of elsewhere is known from then on, unless only its name, its colour
   * or its place in the list was changed.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT
   */
  update(agentId: AgentId, properties: AgentProperties): Agent {
    const { permissions, modelRef, configuration } = properties;
    const isSeen = [permissions, modelRef, configuration].some((one) => one !== undefined);
    const agent = this.#run((options) => changeAgent(options, agentId, properties));
    return isSeen ? this.#keep(agent) : agent;
  }

  /** Creates another agent with the same configuration and permissions. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  duplicate(agentId: AgentId): Agent {
    const isKnown = this.#isKnown(getAgent(this.#scope.store, agentId));
    const agent = this.#run((options) => duplicateAgent(options, agentId));
    return isKnown ? this.#keep(agent) : agent;
  }

  /** A person has seen an outside agent's permissions and prompt, and permits it. @throws {AspenError} NOT_FOUND */
  confirm(agentId: AgentId): void {
    this.#keep(getAgent(this.#scope.store, agentId));
    this.#scope.notifyChanged();
  }

  /** This program has copied the grove, or a part of it: its agents are known in the other one, too. */
  copyTo(other: GroveId): void {
    this.#known.copy(this.#scope.groveId, other);
  }

  /** All agents of the grove are this computer's own. */
  adopt(): void {
    const { store, groveId } = this.#scope;
    this.#known.keep(groveId, new Map(listAgents(store).map((agent) => [agent.id, this.#digestOf(agent)])));
  }

  /** The agent with its permissions on this computer: until it is confirmed, it asks. */
  permitted(agent: Agent): Agent {
    return this.#isKnown(agent) ? agent : untilConfirmed(agent);
  }

  /** The agents that a person must confirm before they act without asking. */
  unconfirmed(agents: readonly Agent[]): readonly AgentId[] {
    return agents.flatMap((agent) => (this.#isKnown(agent) ? [] : [agent.id]));
  }

  #isKnown(agent: Agent): boolean {
    if (!needsConfirming(agent)) return true;
    return this.#known.find(this.#scope.groveId, agent.id) === this.#digestOf(agent);
  }

  #keep(agent: Agent): Agent {
    this.#known.keep(this.#scope.groveId, new Map([[agent.id, this.#digestOf(agent)]]));
    return agent;
  }

  /** A digest of an agent's permissions, its model, and all that instructs it or lets it do more. */
  #digestOf({ permissions, modelRef, configuration }: Agent): Sha256 {
    const { systemPrompt = '', extra = {}, caps = {} } = configuration;
    const parts = ['aspen-agent-1', { ...permissions }, modelRef, systemPrompt, { ...extra }, { ...caps }];
    return sha256(canonicalJson(parts as JsonValue));
  }

  #run(change: (options: AgentCommandOptions) => Agent): Agent {
    const { store, writerId, idsAndClock, notifyChanged } = this.#scope;
    const { newId, now } = idsAndClock;
    const agent = store.transact((tx) => change({ tx, by: writerId, newId, now }));
    notifyChanged();
    return agent;
  }
}
