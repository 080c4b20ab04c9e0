import type { AgentId } from '../../../core/ids.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { FileTransaction } from '../connection/store.ts';
import { getAgentKey } from '../tables/keys.ts';
import type { CursorTable, Key, PositionChoiceTable } from '../tables/schema.ts';

const cursorsOf = defineQuery('cursor.ofAgent', (db, p: { agent: Key }) =>
  db.selectFrom('cursor').selectAll().where('agent_key', '=', p.agent),
);
const choicesOf = defineQuery('position_choice.ofAgent', (db, p: { agent: Key }) =>
  db.selectFrom('position_choice').selectAll().where('agent_key', '=', p.agent),
);
const forgetCursors = defineQuery('cursor.forget', (db, p: { agent: Key }) =>
  db.deleteFrom('cursor').where('agent_key', '=', p.agent),
);
const forgetChoices = defineQuery('position_choice.forget', (db, p: { agent: Key }) =>
  db.deleteFrom('position_choice').where('agent_key', '=', p.agent),
);
const putCursor = defineQuery('cursor.put', (db, p: CursorTable) =>
  db.insertInto('cursor').values({
    loom_tree_key: p.loom_tree_key,
    agent_key: p.agent_key,
    head_position_key: p.head_position_key,
    caret_anchor: p.caret_anchor,
    caret_head: p.caret_head,
    scroll: p.scroll,
    updated_at: p.updated_at,
  }),
);
const putChoice = defineQuery('position_choice.putOne', (db, p: PositionChoiceTable) =>
  db.insertInto('position_choice').values({
    loom_tree_key: p.loom_tree_key,
    agent_key: p.agent_key,
    position_key: p.position_key,
    version_node_key: p.version_node_key,
    last_child_position_key: p.last_child_position_key,
    seen_at: p.seen_at,
  }),
);

/**
 * Puts an agent where they are by now in the file that a copy was made of, in every tree: path, choices and caret. The
 * two have the same head of the log, and so the same keys. No log row: a path is not the tree.
 * @throws {AspenError} NOT_FOUND where the copy does not know the agent
 */
export function restoreCursors(copy: FileTransaction, from: Reader, agentId: AgentId): void {
  const agent = { agent: getAgentKey(copy, agentId) };
  copy.run(forgetCursors, agent);
  copy.run(forgetChoices, agent);
  for (const row of from.all(cursorsOf, agent)) copy.run(putCursor, row);
  for (const row of from.all(choicesOf, agent)) copy.run(putChoice, row);
}
