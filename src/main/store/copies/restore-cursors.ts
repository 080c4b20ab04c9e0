import type { AgentId } from '../../../core/ids.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey } from '../tables/keys.ts';
import type { CursorTable, Key, PositionChoiceTable } from '../tables/schema.ts';
import type { TablesWith } from '../tables/table-list.ts';

const cursorsOf = defineQuery('cursor.ofAgent', (db, p: { agent: Key }) =>
  db.selectFrom('cursor').selectAll().where('agent_key', '=', p.agent),
);
const choicesOf = defineQuery('position_choice.ofAgent', (db, p: { agent: Key }) =>
  db.selectFrom('position_choice').selectAll().where('agent_key', '=', p.agent),
);
const deleteCursors = defineQuery('cursor.forget', (db, p: { agent: Key }) =>
  db.deleteFrom('cursor').where('agent_key', '=', p.agent),
);
const deleteChoices = defineQuery('position_choice.forget', (db, p: { agent: Key }) =>
  db.deleteFrom('position_choice').where('agent_key', '=', p.agent),
);
const insertCursor = defineQuery('cursor.put', (db, p: CursorTable) =>
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
const insertChoice = defineQuery('position_choice.putOne', (db, p: PositionChoiceTable) =>
  db.insertInto('position_choice').values({
    loom_tree_key: p.loom_tree_key,
    agent_key: p.agent_key,
    position_key: p.position_key,
    version_node_key: p.version_node_key,
    last_child_position_key: p.last_child_position_key,
    seen_at: p.seen_at,
    left_at: p.left_at,
    rest: p.rest,
  }),
);

type RestoreRows = (copy: FileTransaction, from: Reader, agent: { readonly agent: Key }) => void;

const RESTORE: Readonly<Record<TablesWith<'ofAgent', 'path'>, RestoreRows>> = {
  cursor: (copy, from, agent) => {
    copy.run(deleteCursors, agent);
    for (const row of from.all(cursorsOf, agent)) copy.run(insertCursor, row);
  },
  position_choice: (copy, from, agent) => {
    copy.run(deleteChoices, agent);
    for (const row of from.all(choicesOf, agent)) copy.run(insertChoice, row);
  },
};

/**
 * Updates an agent's paths, choices and carets in a copy to those in the file it was made from. Both have the
 * same head of the log, and so the same keys. No log row: a path is not part of the tree.
 * @throws {AspenError} NOT_FOUND when the copy does not have the agent
 */
export function restoreCursors(copy: FileTransaction, from: Reader, agentId: AgentId): void {
  const agent = { agent: getAgentKey(copy, agentId) };
  for (const restore of Object.values(RESTORE)) restore(copy, from, agent);
}
