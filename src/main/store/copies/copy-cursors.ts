import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import { isWithinBounds } from '../../../core/text/limits.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, type Query, type Reader } from '../connection/query.ts';
import { findDraft, saveDraft } from '../tables/drafts.ts';
import { getAgentKey } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';
import type { TablesWith } from '../tables/table-list.ts';
import { listTrees } from '../tables/trees.ts';
import { insertRow } from '../tables/write-row.ts';

const lastHuman = defineQuery('cursor.lastHuman', (db, p: { except: Key | null }) =>
  db
    .selectFrom('cursor')
    .innerJoin('agent', 'agent.key', 'cursor.agent_key')
    .select('agent.id')
    .where('agent.type', '=', 'human')
    .where('agent.key', 'is not', p.except)
    .orderBy('cursor.updated_at', 'desc')
    .limit(1),
);

interface Copy {
  readonly from: Key;
  readonly to: Key;
}

const COPY_ROWS: Readonly<Record<TablesWith<'ofAgent', 'path'>, Query<Copy, unknown>>> = {
  cursor: defineQuery(
    'cursor.copy',
    (_, p: Copy) => sql<never>`
      insert into cursor
        (loom_tree_key, agent_key, head_position_key, caret_anchor, caret_head, scroll, updated_at)
      select loom_tree_key, ${p.to}, head_position_key, caret_anchor, caret_head, scroll, updated_at
      from cursor where agent_key = ${p.from}`,
  ),
  position_choice: defineQuery(
    'position_choice.copy',
    (_, p: Copy) => sql<never>`
      insert into position_choice
        (loom_tree_key, agent_key, position_key, version_node_key, last_child_position_key, seen_at, left_at,
        rest)
      select loom_tree_key, ${p.to}, position_key, version_node_key, last_child_position_key, seen_at, left_at,
        rest
      from position_choice where agent_key = ${p.from}`,
  ),
};

/** The person who was last in any tree of the grove, other than `except`; undefined when there is none. */
export function findLastHuman(reader: Reader, except: AgentId | null): AgentId | undefined {
  const key = except === null ? null : getAgentKey(reader, except);
  return reader.first(lastHuman, { except: key })?.id as AgentId | undefined;
}

/**
 * Copies another agent's cursors, choices and drafts in every tree to an agent that has none in this grove;
 * the text in the drafts keeps its authors. No log row: none of this is part of the tree. A draft that is
 * invalid or too long is not copied.
 */
export function copyCursors(tx: FileTransaction, from: AgentId, to: AgentId): void {
  const keys = { from: getAgentKey(tx, from), to: getAgentKey(tx, to) };
  for (const copyRows of Object.values(COPY_ROWS)) tx.run(copyRows, keys);
  for (const { id } of listTrees(tx)) {
    try {
      const draft = findDraft(tx, id, from);
      if (draft !== undefined && isWithinBounds([draft.buffer, ...draft.edits])) saveDraft(tx, id, to, draft);
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
    }
  }
}

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
const insertCursor = insertRow('cursor.put', 'cursor');
const insertChoice = insertRow('position_choice.putOne', 'position_choice');

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
