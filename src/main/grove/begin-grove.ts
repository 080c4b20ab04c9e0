import type { AgentId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import { offlineAgent } from '../generation/offline-agent.ts';
import type { FileTransaction, Store } from '../store/connection/store.ts';
import { copyCursors, findLastHuman } from '../store/copies/copy-cursors.ts';
import { addAgent, findAgent, listAgents } from '../store/tables/agents.ts';
import { getGrove, setGroveOwner } from '../store/tables/grove.ts';
import { beginSession, type GroveSession } from '../store/tables/sessions.ts';
import { listTrees } from '../store/tables/trees.ts';
import { makeTree } from './writing/tree-commands.ts';

/** What an opening notes of itself in the file. */
export type SessionNote = Omit<GroveSession, 'openedAt' | 'closedAt'>;

export interface GroveBeginning {
  readonly session: SessionNote;
  readonly writer: { readonly id: AgentId; readonly name: string };
  readonly idsAndClock: IdsAndClock;
}

/** Notes the session, adds the writer if the grove does not know them, and plants a first tree in a new grove. */
export function beginGrove(
  tx: FileTransaction,
  { session, writer: person, idsAndClock }: GroveBeginning,
): void {
  beginSession(tx, session);
  if (findAgent(tx, person.id) === undefined) {
    addAgent(tx, humanOf(person, idsAndClock.now()));
    // A writer's own grove on another of their computers shows what they left, not a page without words.
    const other = findLastHuman(tx, person.id);
    if (other !== undefined) copyCursors(tx, other, person.id);
  }
  if (getGrove(tx).ownerId === null) setGroveOwner(tx, person.id);
  if (listTrees(tx).length > 0) return;
  addAgent(tx, offlineAgent(idsAndClock.newId() as AgentId, idsAndClock.now()), person.id);
  makeTree({ tx, by: person.id, idsAndClock }, null);
}

/** Through whose eyes a grove is read that cannot be written: its owner's, or a person's who writes in it. */
export function readerOf(store: Store): AgentId | undefined {
  if (!store.readonly) return undefined;
  return getGrove(store).ownerId ?? listAgents(store).find(({ type }) => type === 'human')?.id;
}

/** Whoever writes on this computer, as an agent. @param time milliseconds since 1970 UTC */
export function humanOf({ id, name }: GroveBeginning['writer'], time: number): Agent {
  return {
    id,
    name,
    type: 'human',
    modelRef: null,
    configuration: {},
    permissions: [],
    loomAware: false,
    color: null,
    createdAt: time,
    updatedAt: time,
    archivedAt: null,
  };
}
