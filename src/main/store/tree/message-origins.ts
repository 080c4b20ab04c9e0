import { sql } from 'kysely';
import { type MessageHeader, type Origins, originsOf } from '../../../core/context/message-origin.ts';
import type { AgentId, NodeId } from '../../../core/ids.ts';
import type { Seam } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { parseColumn } from '../tables/json-column.ts';
import { faultOfSeam } from '../tables/json-values.ts';

const headersOf = defineQuery('message.headers', (db, p: { ids: string }) =>
  db
    .selectFrom('node')
    .innerJoin('agent', 'agent.key', 'node.author_agent_key')
    .leftJoin('node as edited_from', 'edited_from.key', 'node.edited_from_key')
    .select([
      'node.id',
      'node.author_type',
      'node.seam',
      'agent.id as author_id',
      'edited_from.id as edited_from_id',
    ])
    .where('node.id', 'in', sql<string>`(select value from json_each(${p.ids}))`),
);

/** As `originsOf`, for messages of one conversation. @throws {AspenError} CORRUPT */
export function readOrigins(reader: Reader, messages: readonly MessageHeader[]): Origins {
  return originsOf(messages, (ids) =>
    reader.all(headersOf, { ids: JSON.stringify(ids) }).map((row) => ({
      id: row.id as NodeId,
      authorId: row.author_id as AgentId,
      authorType: row.author_type,
      editedFrom: row.edited_from_id as NodeId | null,
      seam: row.seam === null ? null : parseColumn<Seam>(row.seam, 'seam', faultOfSeam),
    })),
  );
}
