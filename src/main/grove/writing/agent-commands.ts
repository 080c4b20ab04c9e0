import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import { cutText, MAX_NAME_LENGTH } from '../../../core/text/limits.ts';
import {
  AGENT_COLOURS,
  type Agent,
  type AgentConfiguration,
  type AgentPermissions,
} from '../../../core/tree/agent.ts';
import type { AgentProperties } from '../../../ipc/wire/provider.ts';
import { AGENT_NEEDS_NAME, agentHasNoModel } from '../../../ui-text/refusals.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { addAgent, getAgent, listAgents, updateAgent } from '../../store/tables/agents.ts';

/** The transaction of an agent command, and the agent it is logged for. */
export interface AgentCommandOptions {
  readonly tx: FileTransaction;
  readonly by: AgentId;
  newId(): string;
  now(): number;
}

/** The properties of a new model agent. */
export interface NewAgent {
  readonly name: string;
  /** `provider:model`. */
  readonly modelRef: string;
  readonly configuration: AgentConfiguration;
  /** Without them it is a subject. */
  readonly permissions?: AgentPermissions;
  /** Null for the first colour that no active agent of the grove has. */
  readonly color: string | null;
}

/** Creates a model agent. @throws {AspenError} INVALID_ARGUMENT for an empty name */
export function createAgent(options: AgentCommandOptions, newAgent: NewAgent): Agent {
  const time = options.now();
  const agent: Agent = {
    id: options.newId() as AgentId,
    name: nameOf(newAgent.name),
    type: 'model',
    modelRef: newAgent.modelRef,
    configuration: newAgent.configuration,
    permissions: newAgent.permissions ?? {},
    color: newAgent.color ?? freeColour(options.tx),
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
  addAgent(options.tx, agent, options.by);
  return agent;
}

/**
 * Changes a model agent. Its existing nodes show the new name, since they refer to the agent; their records
 * keep the model that wrote them.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a human, or an empty name
 */
export function changeAgent(
  options: AgentCommandOptions,
  id: AgentId,
  { name, archived, ...properties }: AgentProperties,
): Agent {
  const before = getModelAgent(options.tx, id);
  const now = options.now();
  const agent: Agent = {
    ...before,
    ...properties,
    permissions: { ...before.permissions, ...properties.permissions },
    name: name === undefined ? before.name : nameOf(name),
    archivedAt: archived === undefined ? before.archivedAt : archived ? (before.archivedAt ?? now) : null,
    updatedAt: now,
  };
  updateAgent(options.tx, agent, options.by);
  return agent;
}

/** Creates a numbered copy of a model agent. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a human */
export function duplicateAgent(options: AgentCommandOptions, id: AgentId): Agent {
  const { name, modelRef, configuration, permissions } = getModelAgent(options.tx, id);
  if (modelRef === null) throw new AspenError('INVALID_ARGUMENT', agentHasNoModel(name));
  const names = new Set(listAgents(options.tx).map((agent) => agent.name));
  let copy = 2;
  const copyName = () => `${cutText(name, MAX_NAME_LENGTH - ` ${copy}`.length)} ${copy}`;
  while (names.has(copyName())) copy += 1;
  return createAgent(options, { name: copyName(), modelRef, configuration, permissions, color: null });
}

function getModelAgent(tx: FileTransaction, id: AgentId): Agent {
  const agent = getAgent(tx, id);
  if (agent.type !== 'model') throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not a model`);
  return agent;
}

function nameOf(given: string): string {
  const name = given.trim();
  if (name === '') throw new AspenError('INVALID_ARGUMENT', AGENT_NEEDS_NAME);
  return name;
}

/** The first colour that no active agent has; if all are taken, the one that the fewest have. */
export function freeColour(tx: FileTransaction): string {
  const counts = new Map<string | null, number>();
  for (const { type, color, archivedAt } of listAgents(tx)) {
    if (type === 'model' && archivedAt === null) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return AGENT_COLOURS.reduce((best, colour) =>
    (counts.get(colour) ?? 0) < (counts.get(best) ?? 0) ? colour : best,
  );
}
