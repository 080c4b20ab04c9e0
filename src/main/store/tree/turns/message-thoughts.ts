import { sql } from 'kysely';
import type { NodeId, TreeId } from '../../../../core/ids.ts';
import { defineQuery, type Reader } from '../../connection/query.ts';
import { getTreeKey } from '../../tables/keys.ts';
import type { Key } from '../../tables/schema.ts';

const thoughtsIn = defineQuery('agent_action.thoughts', (db, p: { tree: Key }) =>
  db
    .selectFrom('agent_action as action')
    .innerJoin('agent_turn as turn', 'turn.key', 'action.turn_key')
    .select(['action.turn_key', 'action.call_ordinal'])
    .select(sql<string>`action.command ->> '$.thought'`.as('thought'))
    .where('turn.loom_tree_key', '=', p.tree)
    .where(sql<boolean>`iif(json_valid(action.command), action.command ->> '$.verb', null) = 'think'`)
    .where(sql<boolean>`coalesce(action.command ->> '$.thought', '') <> ''`)
    .orderBy('action.turn_key')
    .orderBy('action.ordinal'),
);

const spokenCall = defineQuery('agent_call.spoken', (db, p: { turn: Key; ordinal: number }) =>
  db
    .selectFrom('agent_call as call')
    .innerJoin('node', 'node.key', 'call.node_key')
    .select('node.id')
    .where('call.turn_key', '=', p.turn)
    .where('call.ordinal', '>=', p.ordinal)
    .orderBy('call.ordinal')
    .limit(1),
);

/**
 * Agents' thoughts in a tree, in order, each with the next message of the same turn; without those that no message
 * followed.
 */
export function listThoughts(
  reader: Reader,
  treeId: TreeId,
): readonly { readonly nodeId: NodeId; readonly thought: string }[] {
  return reader.all(thoughtsIn, { tree: getTreeKey(reader, treeId) }).flatMap((row) => {
    const said = reader.first(spokenCall, { turn: row.turn_key, ordinal: row.call_ordinal });
    return said === undefined ? [] : [{ nodeId: said.id as NodeId, thought: row.thought }];
  });
}
