import type { Kysely } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import {
  type Agent,
  type AgentConfiguration,
  type AgentPermissions,
  isLoomAware,
  untilConfirmed,
} from '../../../core/tree/agent.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { parseColumn } from './json-column.ts';
import { faultOfConfiguration, faultOfPermissions } from './json-values.ts';
import { appendLog } from './log.ts';
import { type AgentTable, bit, type Schema } from './schema.ts';
import { insertRow, updateRow } from './write-row.ts';

type AgentRow = Omit<AgentTable, 'key'>;

type ReadRow = Omit<Agent, 'configuration' | 'permissions'> &
  Pick<AgentTable, 'configuration' | 'permissions'>;

const selectAgents = (db: Kysely<Schema>) =>
  db
    .selectFrom('agent')
    .select(['id', 'name', 'type', 'model_ref as modelRef', 'configuration', 'permissions', 'color'])
    .select(['created_at as createdAt', 'updated_at as updatedAt', 'archived_at as archivedAt'])
    .$castTo<ReadRow>();

const allAgents = defineQuery('agent.all', (db) => selectAgents(db).orderBy('id'));

const oneAgent = defineQuery('agent.find', (db, p: { id: string }) =>
  selectAgents(db).where('id', '=', p.id),
);

const insertAgent = insertRow('agent.insert', 'agent', 'key');

const updateAgentRow = updateRow(
  'agent.update',
  'agent',
  'name',
  'model_ref',
  'configuration',
  'permissions',
  'loom_aware',
  'color',
  'updated_at',
  'archived_at',
);

/** All agents, including archived ones, by id and therefore in order of creation. */
export function listAgents(reader: Reader): readonly Agent[] {
  return reader.all(allAgents, NONE).map(toAgent);
}

export function findAgent(reader: Reader, id: AgentId): Agent | undefined {
  const row = reader.first(oneAgent, { id });
  return row === undefined ? undefined : toAgent(row);
}

/** @throws {AspenError} NOT_FOUND */
export function getAgent(reader: Reader, id: AgentId): Agent {
  const agent = findAgent(reader, id);
  if (agent === undefined) throw new AspenError('NOT_FOUND', `no agent ${id}`);
  return agent;
}

/**
 * Adds an agent and a log row in the name of `by`: the agent itself when it is the writer at the first write.
 * @throws {AspenError} INVALID_ARGUMENT when an agent with this id exists, or a human agent has a model
 *   reference
 */
export function addAgent(tx: FileTransaction, agent: Agent, by: AgentId = agent.id): void {
  checkAgent(agent);
  if (findAgent(tx, agent.id) !== undefined) {
    throw new AspenError('INVALID_ARGUMENT', `agent ${agent.id} exists already`);
  }
  tx.run(insertAgent, toRow(agent));
  appendLog(tx, by, 'agent', { agent: loggedAgent(agent) });
}

/**
 * Updates an agent, except its id, type and time of creation, and adds a log row.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT when the type differs
 */
export function updateAgent(tx: FileTransaction, agent: Agent, by: AgentId): void {
  checkAgent(agent);
  const before = getAgent(tx, agent.id);
  if (before.type !== agent.type)
    throw new AspenError('INVALID_ARGUMENT', `agent ${agent.id} is a ${before.type}`);
  tx.run(updateAgentRow, toRow(agent));
  appendLog(tx, by, 'agent', { agent: loggedAgent({ ...agent, createdAt: before.createdAt }) });
}

/** Makes the agents of a copy for others ask before they act (`agents.md`). No row of the log has their permissions. */
export function makeAgentsAsk(tx: FileTransaction): void {
  for (const agent of listAgents(tx)) tx.run(updateAgentRow, toRow(untilConfirmed(agent)));
}

/** Adds agents of another file that this one does not have. */
export function copyAgents(tx: FileTransaction, from: Reader, ids: Iterable<AgentId>, by: AgentId): void {
  for (const id of ids) if (findAgent(tx, id) === undefined) addAgent(tx, getAgent(from, id), by);
}

function checkAgent(agent: Agent): void {
  if (agent.type === 'human' && agent.modelRef !== null) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `agent ${agent.id} is human and names the model ${agent.modelRef}`,
    );
  }
}

/** The log's record of an agent. */
export function loggedAgent({
  id,
  name,
  type,
  modelRef,
  archivedAt,
}: Agent): Readonly<Record<string, JsonValue>> {
  return { id, name, type, modelRef, archivedAt };
}

function toAgent({ configuration, permissions, ...agent }: ReadRow): Agent {
  return {
    ...agent,
    configuration: parseColumn<AgentConfiguration>(configuration, 'configuration', faultOfConfiguration),
    permissions: parseColumn<AgentPermissions>(permissions, 'permissions', faultOfPermissions),
  };
}

function toRow(agent: Agent): AgentRow {
  return {
    id: agent.id,
    name: agent.name,
    type: agent.type,
    model_ref: agent.modelRef,
    configuration: JSON.stringify(agent.configuration),
    permissions: JSON.stringify(agent.permissions),
    loom_aware: bit(isLoomAware(agent)),
    color: agent.color,
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
    archived_at: agent.archivedAt,
  };
}
