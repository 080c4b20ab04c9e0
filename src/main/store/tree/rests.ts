/** Places where a path was ended in the middle of the text, at the end of a node (`domain.md`, *Forks*). */
import { sql } from 'kysely';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey, getTreeKey } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';

const restsOf = defineQuery(
  'rests.list',
  (_, p: { tree: Key; agent: Key }) => sql<{ id: string; parent_id: string }>`
    select rest.id, parent.id as parent_id
    from position_choice as choice indexed by position_choice_rest
    cross join node as rest on rest.key = choice.position_key and rest.pruned = 0
    cross join edge on edge.target_node_key = rest.key and edge.edge_type = 'continuation'
    cross join edge_source as source on source.edge_key = edge.key and source.role = 'primary'
    cross join node as parent on parent.key = source.position_key
    where choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent} and choice.rest is not null
    order by rest.id desc`,
);

/**
 * The text that stays in sight after each position where an agent's path was ended in the middle of the text
 * (`restAfter`), except after hidden splits. @throws {AspenError} NOT_FOUND if there is no such tree or agent
 */
export function readRests(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
): ReadonlyMap<PositionId, PositionId> {
  const whose = { tree: getTreeKey(reader, treeId), agent: getAgentKey(reader, agentId) };
  // The oldest comes last, and is the one that counts.
  return new Map(
    reader.all(restsOf, whose).map((row) => [row.parent_id as PositionId, row.id as PositionId]),
  );
}
