import type { AgentId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { Mint } from '../../core/tree/ids-and-clock.ts';
import { offlineAgent } from '../generation/offline-agent.ts';
import type { Store, Writer } from '../store/connection/store.ts';
import { copyPlaces, findLastHuman } from '../store/copies/copy-cursors.ts';
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
  readonly mint: Mint;
}

/** Notes the session, adds the writer if the grove does not know them, and plants a first tree in a new grove. */
export function beginGrove(writer: Writer, { session, writer: person, mint }: GroveBeginning): void {
  beginSession(writer, session);
  if (findAgent(writer, person.id) === undefined) {
    addAgent(writer, humanOf(person, mint.now()));
    // A writer's own grove on another of their computers shows what they left, not a page without words.
    const other = findLastHuman(writer, person.id);
    if (other !== undefined) copyPlaces(writer, other, person.id);
  }
  if (getGrove(writer).ownerId === null) setGroveOwner(writer, person.id);
  if (listTrees(writer).length > 0) return;
  addAgent(writer, offlineAgent(mint.newId() as AgentId, mint.now()), person.id);
  makeTree({ writer, by: person.id, mint }, null);
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
