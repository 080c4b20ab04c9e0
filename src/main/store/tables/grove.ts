import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, type GroveId, ID_LENGTH, isUsableId } from '../../../core/ids.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { getAgentKey } from './keys.ts';
import type { Key } from './schema.ts';
import { tablesWhere } from './table-list.ts';

/** The properties of the whole file. */
export interface Grove {
  readonly id: GroveId;
  readonly name: string;
  /** Null until its writer's first write. */
  readonly ownerId: AgentId | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const groveRow = defineQuery('grove.get', (db) =>
  db
    .selectFrom('grove')
    .leftJoin('agent', 'agent.key', 'grove.owner_agent_key')
    .select(['grove.id', 'grove.name', 'agent.id as ownerId'])
    .select(['grove.created_at as createdAt', 'grove.updated_at as updatedAt'])
    .limit(2)
    .$castTo<Grove>(),
);

const rename = defineQuery('grove.rename', (db, p: { name: string; now: number }) =>
  db.updateTable('grove').set({ name: p.name, updated_at: p.now }),
);

const changeIdentity = defineQuery('grove.become', (db, p: { id: string; name: string; now: number }) =>
  db.updateTable('grove').set({ id: p.id, name: p.name, updated_at: p.now }),
);

const setOwner = defineQuery('grove.owner', (db, p: { agent: Key; now: number }) =>
  db.updateTable('grove').set({ owner_agent_key: p.agent, updated_at: p.now }),
);

// Rows that belong to the file from which the copy was made.
const forgetFile = tablesWhere(({ copy }) => copy === 'none').map((table) =>
  defineQuery(`${table}.forgetAll`, (db) => db.deleteFrom(table)),
);

// Each max takes one lookup in a unique index.
const greatest = defineQuery('grove.greatestId', () => {
  const each = tablesWhere(({ id }) => id !== null).map(
    (table) => sql`select max(id) as id from ${sql.table(table)}`,
  );
  return sql<{ id: string | null }>`select max(id) as id from (${sql.join(each, sql` union all `)})`;
});

// Checking the characters of every node's id would take seconds in a large grove. An id of another length
// would shift all later ones of a path; the least and the greatest show characters that sort before or after.
const idsToCheck = defineQuery('grove.idsToCheck', () => {
  const all = tablesWhere(({ id }) => id?.onOpening === 'all').map(
    (table) => sql`select id from ${sql.table(table)}`,
  );
  const some = tablesWhere(({ id }) => id?.onOpening === 'extremes').flatMap((table) => [
    sql`select min(id) from ${sql.table(table)}`,
    sql`select max(id) from ${sql.table(table)}`,
    sql`select * from (select id from ${sql.table(table)} where length(id) <> ${sql.lit(ID_LENGTH)} limit 1)`,
  ]);
  return sql<{ id: string | null }>`${sql.join([...all, ...some], sql` union all `)}`;
});

/**
 * An id that the program cannot have written: it may lead to another path, or no id can follow it. Undefined
 * when none is found. Reads the ids of all nodes, but not their rows.
 */
export function findUnusableId(reader: Reader): string | undefined {
  for (const { id } of reader.all(idsToCheck, NONE)) if (id !== null && !isUsableId(id)) return id;
  return undefined;
}

/** @throws {AspenError} CORRUPT when the file has no grove row, or several */
export function getGrove(reader: Reader): Grove {
  const [row, other] = reader.all(groveRow, NONE);
  if (row === undefined) throw new AspenError('CORRUPT', 'the file has no grove row');
  if (other !== undefined) throw new AspenError('CORRUPT', 'the file has more than one grove row');
  return row;
}

export function renameGrove(tx: FileTransaction, name: string): void {
  tx.run(rename, { name, now: tx.now() });
}

/**
 * Gives a copy its own identity: backups and the recovery journal identify groves by id. Trees and nodes keep
 * their ids and the log continues, so that the copy can be merged later. The copy starts without sessions.
 */
export function changeGroveIdentity(tx: FileTransaction, id: GroveId, name: string): void {
  tx.run(changeIdentity, { id, name, now: tx.now() });
  for (const query of forgetFile) tx.run(query, NONE);
}

/** @throws {AspenError} NOT_FOUND */
export function setGroveOwner(tx: FileTransaction, agentId: AgentId): void {
  tx.run(setOwner, { agent: getAgentKey(tx, agentId), now: tx.now() });
}

/**
 * The greatest id in the file. The id factory is seeded with it on opening, so that new ids sort after every
 * existing one even if the clock went back (`domain.md`, *Entities*).
 */
export function getGreatestId(reader: Reader): string {
  return reader.first(greatest, NONE)?.id ?? '';
}
