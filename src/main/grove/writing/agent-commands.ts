import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import { AGENT_COLOURS, type Agent, type AgentConfiguration } from '../../../core/tree/agent.ts';
import type { AgentProperties } from '../../../ipc/wire/provider.ts';
import type { FileTransaction } from '../../store/connection/store.ts';
import { addAgent, getAgent, listAgents, updateAgent } from '../../store/tables/agents.ts';

/** Where agents are kept, and in whose name. */
export interface AgentCommandOptions {
  readonly tx: FileTransaction;
  readonly by: AgentId;
  newId(): string;
  now(): number;
}

/** A model agent that is to be made. */
export interface AgentWish {
  readonly name: string;
  /** `provider:model`. */
  readonly modelRef: string;
  readonly configuration: AgentConfiguration;
  /** Null for the first that no agent of the grove has. */
  readonly color: string | null;
}

/** @throws {AspenError} INVALID_ARGUMENT for an empty name */
export function createAgent(keep: AgentCommandOptions, wanted: AgentWish): Agent {
  const time = keep.now();
  const agent: Agent = {
    id: keep.newId() as AgentId,
    name: nameOf(wanted.name),
    type: 'model',
    modelRef: wanted.modelRef,
    configuration: wanted.configuration,
    permissions: [],
    loomAware: false,
    color: wanted.color ?? freeColour(keep.tx),
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
  addAgent(keep.tx, agent, keep.by);
  return agent;
}

/**
 * Changes a model agent. What it wrote keeps its name as it is now: nodes name the agent, and its records the model.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a human, or an empty name
 */
export function changeAgent(
  keep: AgentCommandOptions,
  id: AgentId,
  { name, archived, ...properties }: AgentProperties,
): Agent {
  const before = getModelAgent(keep.tx, id);
  const now = keep.now();
  const agent: Agent = {
    ...before,
    ...properties,
    name: name === undefined ? before.name : nameOf(name),
    archivedAt: archived === undefined ? before.archivedAt : archived ? (before.archivedAt ?? now) : null,
    updatedAt: now,
  };
  updateAgent(keep.tx, agent, keep.by);
  return agent;
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a human */
export function duplicateAgent(keep: AgentCommandOptions, id: AgentId): Agent {
  const { name, modelRef, configuration } = getModelAgent(keep.tx, id);
  if (modelRef === null) throw new AspenError('INVALID_ARGUMENT', `${name} names no model`);
  const names = new Set(listAgents(keep.tx).map((agent) => agent.name));
  let copy = 2;
  while (names.has(`${name} ${copy}`)) copy += 1;
  return createAgent(keep, { name: `${name} ${copy}`, modelRef, configuration, color: null });
}

function getModelAgent(tx: FileTransaction, id: AgentId): Agent {
  const agent = getAgent(tx, id);
  if (agent.type !== 'model') throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not a model`);
  return agent;
}

function nameOf(given: string): string {
  const name = given.trim();
  if (name === '') throw new AspenError('INVALID_ARGUMENT', 'an agent has a name');
  return name;
}

/** The first colour that no agent at work has; where all are taken, the one that the fewest have. */
function freeColour(tx: FileTransaction): string {
  const counts = new Map<string | null, number>();
  for (const { type, color, archivedAt } of listAgents(tx)) {
    if (type === 'model' && archivedAt === null) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return AGENT_COLOURS.reduce((best, colour) =>
    (counts.get(colour) ?? 0) < (counts.get(best) ?? 0) ? colour : best,
  );
}
