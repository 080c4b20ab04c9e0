import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, GroveId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import type { FileTransaction } from '../connection/store.ts';
import { getAgentKey } from './keys.ts';
import type { Key } from './schema.ts';
import { forgetSessions } from './sessions.ts';

/** The file as a whole. */
export interface Grove {
  readonly id: GroveId;
  readonly name: string;
  /** Null until its writer's first write. */
  readonly ownerId: AgentId | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const theGrove = defineQuery('grove.get', (db) =>
  db
    .selectFrom('grove')
    .leftJoin('agent', 'agent.key', 'grove.owner_agent_key')
    .select(['grove.id', 'grove.name', 'agent.id as owner_id', 'grove.created_at', 'grove.updated_at']),
);

const rename = defineQuery('grove.rename', (db, p: { name: string; now: number }) =>
  db.updateTable('grove').set({ name: p.name, updated_at: p.now }),
);

const become = defineQuery('grove.become', (db, p: { id: string; name: string; now: number }) =>
  db.updateTable('grove').set({ id: p.id, name: p.name, updated_at: p.now }),
);

const giveTo = defineQuery('grove.owner', (db, p: { agent: Key; now: number }) =>
  db.updateTable('grove').set({ owner_agent_key: p.agent, updated_at: p.now }),
);

// Each max is one step down a unique index.
const greatest = defineQuery(
  'grove.greatestId',
  () => sql<{ id: string | null }>`
    select max(id) as id from (
      select max(id) as id from grove
      union all select max(id) from agent
      union all select max(id) from loom_tree
      union all select max(id) from node
      union all select max(id) from edge
      union all select max(id) from raw_api_response
      union all select max(id) from session
    )`,
);

/** @throws {AspenError} CORRUPT where the file has no row for it */
export function getGrove(reader: Reader): Grove {
  const row = reader.first(theGrove, NONE);
  if (row === undefined) throw new AspenError('CORRUPT', 'the file has no grove row');
  return {
    id: row.id as GroveId,
    name: row.name,
    ownerId: row.owner_id as AgentId | null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function renameGrove(tx: FileTransaction, name: string): void {
  tx.run(rename, { name, now: tx.now() });
}

/**
 * Makes a copy a grove of its own: backups and the recovery journal tell groves by their ids. Trees and nodes keep theirs,
 * and the log goes on, so that a copy can be merged again. Nobody has opened it yet.
 */
export function becomeAnother(tx: FileTransaction, id: GroveId, name: string): void {
  tx.run(become, { id, name, now: tx.now() });
  forgetSessions(tx);
}

/** @throws {AspenError} NOT_FOUND */
export function setGroveOwner(tx: FileTransaction, agentId: AgentId): void {
  tx.run(giveTo, { agent: getAgentKey(tx, agentId), now: tx.now() });
}

/**
 * The greatest id in the file: the factory of ids is seeded with it on opening, so that the next one sorts after
 * everything there even when the clock stepped back (`domain.md`, *Entities*).
 */
export function getGreatestId(reader: Reader): string {
  return reader.first(greatest, NONE)?.id ?? '';
}
