import { sql } from 'kysely';
import { type Authored, speakersOf } from '../../../core/context/speaker.ts';
import type { AgentId, NodeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';

const authorsOf = defineQuery('speaker.authors', (db, p: { ids: string }) =>
  db
    .selectFrom('node')
    .innerJoin('agent', 'agent.key', 'node.author_agent_key')
    .leftJoin('node as edited_from', 'edited_from.key', 'node.edited_from_key')
    .select(['node.id', 'agent.id as author_id', 'edited_from.id as edited_from_id'])
    .where('node.id', 'in', sql<string>`(select value from json_each(${p.ids}))`),
);

/** As `speakersOf`: the speakers of messages of one conversation that are not their authors. */
export function readSpeakers(reader: Reader, messages: readonly Authored[]): ReadonlyMap<NodeId, AgentId> {
  return speakersOf(messages, (ids) =>
    reader.all(authorsOf, { ids: JSON.stringify(ids) }).map((row) => ({
      id: row.id as NodeId,
      authorId: row.author_id as AgentId,
      editedFrom: row.edited_from_id as NodeId | null,
    })),
  );
}
