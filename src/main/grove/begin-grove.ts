import type { AgentId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/new-node.ts';
import type { AgentTemplate } from '../../ipc/preferences.ts';
import { offlineAgent } from '../generation/offline-agent.ts';
import type { FileTransaction } from '../store/connection/file-transaction.ts';
import type { Store } from '../store/connection/store.ts';
import { copyCursors, findLastHuman } from '../store/copies/copy-cursors.ts';
import { addAgent, findAgent, listAgents } from '../store/tables/agents.ts';
import { getGrove, setGroveOwner } from '../store/tables/grove.ts';
import { beginSession, type GroveSession } from '../store/tables/sessions.ts';
import { listTrees } from '../store/tables/trees.ts';
import { createAgent, freeColour } from './writing/agent-commands.ts';
import { makeTree } from './writing/tree-commands.ts';

/** An opening's record of itself in the file. */
export type SessionNote = Omit<GroveSession, 'openedAt' | 'closedAt'>;

export interface GroveBeginning {
  readonly session: SessionNote;
  readonly writer: { readonly id: AgentId; readonly name: string };
  readonly idsAndClock: IdsAndClock;
}

/**
 * Records the session, adds the writer if the grove does not have them yet, and creates a first tree in a new grove.
 * @param templates for the agents of a new grove, besides the offline one
 */
export function beginGrove(
  tx: FileTransaction,
  { session, writer, idsAndClock }: GroveBeginning,
  templates: readonly AgentTemplate[],
): void {
  beginSession(tx, session);
  if (findAgent(tx, writer.id) === undefined) {
    addAgent(tx, humanOf(writer, idsAndClock.now()));
    // The same writer's grove opened on another computer shows their last paths, not an empty page.
    const other = findLastHuman(tx, writer.id);
    if (other !== undefined) copyCursors(tx, other, writer.id);
  }
  if (getGrove(tx).ownerId === null) setGroveOwner(tx, writer.id);
  if (listTrees(tx).length > 0) return;
  addFirstAgents(tx, { writer, idsAndClock }, templates);
  makeTree({ tx, by: writer.id, idsAndClock }, { title: null });
}

/** Adds the writer's agents for all groves, then the offline one: Generate asks the first. */
function addFirstAgents(
  tx: FileTransaction,
  { writer, idsAndClock: { newId, now } }: Pick<GroveBeginning, 'writer' | 'idsAndClock'>,
  templates: readonly AgentTemplate[],
): void {
  const taken = new Set<string | null>();
  for (const { name, modelRef, configuration, permissions, color } of templates) {
    const free = taken.has(color) ? null : color;
    const agent = { name, modelRef, configuration, permissions, color: free };
    taken.add(createAgent({ tx, by: writer.id, newId, now }, agent).color);
  }
  const offline = offlineAgent(newId() as AgentId, now());
  addAgent(tx, taken.has(offline.color) ? { ...offline, color: freeColour(tx) } : offline, writer.id);
}

/**
 * The agent whose paths a read-only grove shows: the writer if they are in it, else its owner, or else a human agent
 * in it.
 */
export function readerOf(store: Store, writerId: AgentId): AgentId | undefined {
  if (!store.readonly || findAgent(store, writerId) !== undefined) return undefined;
  return getGrove(store).ownerId ?? listAgents(store).find(({ type }) => type === 'human')?.id;
}

/** The person who writes on this computer, as an agent. @param time milliseconds since 1970 UTC */
export function humanOf({ id, name }: GroveBeginning['writer'], time: number): Agent {
  return {
    id,
    name,
    type: 'human',
    modelRef: null,
    configuration: {},
    permissions: {},
    color: null,
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
}
