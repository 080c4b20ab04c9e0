import { sql } from 'kysely';
import { type MessageHeader, type Origins, originsOf } from '../../../core/context/message-origin.ts';
import type { Seam } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { parseColumn } from '../tables/json-column.ts';
import { faultOfSeam } from '../tables/json-values.ts';

const headersOf = defineQuery('message.headers', (db, p: { ids: string }) =>
  db
    .selectFrom('node')
    .innerJoin('agent', 'agent.key', 'node.author_agent_key')
    .leftJoin('node as edited_from', 'edited_from.key', 'node.edited_from_key')
    .select(['node.id', 'node.author_type as authorType', 'node.seam'])
    .select(['agent.id as authorId', 'edited_from.id as editedFrom'])
    .where('node.id', 'in', sql<string>`(select value from json_each(${p.ids}))`)
    .$castTo<Omit<MessageHeader, 'seam'> & { readonly seam: string | null }>(),
);

/** As `originsOf`, for messages of one conversation. @throws {AspenError} CORRUPT */
export function readOrigins(reader: Reader, messages: readonly MessageHeader[]): Origins {
  return originsOf(messages, (ids) =>
    reader.all(headersOf, { ids: JSON.stringify(ids) }).map(({ seam, ...header }) => ({
      ...header,
      seam: seam === null ? null : parseColumn<Seam>(seam, 'seam', faultOfSeam),
    })),
  );
}
