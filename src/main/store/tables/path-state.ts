import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { PathChange } from '../../../core/tree/tree-change.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { getAgentKey, getPositionKey, getTreeKey } from './keys.ts';
import type { Key } from './schema.ts';

/** Offsets in the path's text, working buffer included, in UTF-16 code units; `scroll` is the one at the top. */
export interface Caret {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

/** An agent's position in a tree. */
export interface Cursor {
  readonly head: PositionId;
  readonly caret: Caret;
  readonly updatedAt: number;
}

/** An agent's choice at a position. */
export interface PositionChoice {
  readonly version: NodeId | null;
  readonly lastChild: PositionId | null;
  /** When this agent's path last came to show a version selected here; null if it never did. */
  readonly seenAt: number | null;
  /** Grows: which position of a family this agent's path left last (`PathView`); null if it left none. */
  readonly leftAt: number | null;
  /** This agent's path was ended just before it, in the middle of the text (`PathView`). */
  readonly isRest: boolean;
}

const cursorOf = defineQuery('cursor.find', (db, p: { tree: Key; agent: Key }) =>
  db
    .selectFrom('cursor')
    .innerJoin('node', 'node.key', 'cursor.head_position_key')
    .select(['node.id', 'caret_anchor', 'caret_head', 'scroll', 'updated_at'])
    .where('cursor.loom_tree_key', '=', p.tree)
    .where('cursor.agent_key', '=', p.agent),
);

const rootOf = defineQuery('tree.root', (db, p: { tree: Key }) =>
  db
    .selectFrom('loom_tree')
    .innerJoin('node', 'node.key', 'loom_tree.root_node_key')
    .select(['node.id', 'node.key'])
    .where('loom_tree.key', '=', p.tree),
);

/** A document is written beside a story, too, which leaves the order in which trees were visited (`findLastTree`). */
const unlessDocument = (now: number) =>
  sql<number>`case (select kind from loom_tree where key = cursor.loom_tree_key) when 'document' then cursor.updated_at else ${now} end`;

const moveHead = defineQuery('cursor.head', (db, p: { tree: Key; agent: Key; head: Key; now: number }) =>
  db
    .insertInto('cursor')
    .values({
      loom_tree_key: p.tree,
      agent_key: p.agent,
      head_position_key: p.head,
      caret_anchor: 0,
      caret_head: 0,
      scroll: 0,
      updated_at: p.now,
    })
    .onConflict((conflict) =>
      conflict.doUpdateSet({ head_position_key: p.head, updated_at: unlessDocument(p.now) }),
    ),
);

const moveCaret = defineQuery('cursor.caret', (db, p: Caret & { tree: Key; agent: Key; now: number }) =>
  db
    .updateTable('cursor')
    .set({ caret_anchor: p.anchor, caret_head: p.head, scroll: p.scroll, updated_at: unlessDocument(p.now) })
    .where('loom_tree_key', '=', p.tree)
    .where('agent_key', '=', p.agent),
);

const visit = defineQuery('cursor.visit', (db, p: { tree: Key; agent: Key; now: number }) =>
  db
    .updateTable('cursor')
    .set({ updated_at: p.now })
    .where('loom_tree_key', '=', p.tree)
    .where('agent_key', '=', p.agent),
);

// Both take all pairs as one JSON array: a path of 10,000 positions is one statement. "where true" keeps
// SQLite from reading the upsert's ON as that of a join.
const selectVersions = defineQuery(
  'position_choice.select',
  (_, p: { tree: Key; agent: Key; pairs: string; now: number }) => sql<never>`
    insert into position_choice (loom_tree_key, agent_key, position_key, version_node_key, seen_at)
    select ${p.tree}, ${p.agent}, version.position_key, version.key, ${p.now}
    from json_each(${p.pairs}) as pair
    cross join node as version on version.id = pair.value ->> 1
    cross join node as position on position.key = version.position_key and position.id = pair.value ->> 0
    where version.loom_tree_key = ${p.tree}
    on conflict (loom_tree_key, agent_key, position_key)
    do update set version_node_key = excluded.version_node_key, seen_at = excluded.seen_at`,
);

const saveLastChildren = defineQuery(
  'position_choice.visit',
  (_, p: { tree: Key; agent: Key; pairs: string }) => sql<never>`
    insert into position_choice (loom_tree_key, agent_key, position_key, last_child_position_key)
    select ${p.tree}, ${p.agent}, position.key, child.key
    from json_each(${p.pairs}) as pair
    cross join node as position on position.id = pair.value ->> 0
    cross join node as child on child.id = pair.value ->> 1
    where position.loom_tree_key = ${p.tree} and child.loom_tree_key = ${p.tree}
      and position.key = position.position_key and child.key = child.position_key
    on conflict (loom_tree_key, agent_key, position_key)
    do update set last_child_position_key = excluded.last_child_position_key`,
);

const saveLeft = defineQuery(
  'position_choice.leave',
  (_, p: { tree: Key; agent: Key; pairs: string }) => sql<never>`
    insert into position_choice (loom_tree_key, agent_key, position_key, left_at)
    select ${p.tree}, ${p.agent}, position.key, pair.value ->> 1
    from json_each(${p.pairs}) as pair
    cross join node as position on position.id = pair.value ->> 0
    where position.loom_tree_key = ${p.tree} and position.key = position.position_key
    on conflict (loom_tree_key, agent_key, position_key) do update set left_at = excluded.left_at`,
);

const saveRests = defineQuery(
  'position_choice.rest',
  (_, p: { tree: Key; agent: Key; positions: string }) => sql<never>`
    insert into position_choice (loom_tree_key, agent_key, position_key, rest)
    select ${p.tree}, ${p.agent}, position.key, 1
    from json_each(${p.positions}) as wanted
    cross join node as position on position.id = wanted.value
    where position.loom_tree_key = ${p.tree} and position.key = position.position_key
    on conflict (loom_tree_key, agent_key, position_key) do update set rest = excluded.rest`,
);

const agentsIn = defineQuery('cursor.agents', (db, p: { tree: Key }) =>
  db
    .selectFrom('cursor')
    .innerJoin('agent', 'agent.key', 'cursor.agent_key')
    .select('agent.id')
    .where('cursor.loom_tree_key', '=', p.tree)
    .orderBy('agent.id'),
);

/** Every agent that has a path in a tree, by id. @throws {AspenError} NOT_FOUND */
export function listAgentsIn(reader: Reader, treeId: TreeId): readonly AgentId[] {
  return reader.all(agentsIn, { tree: getTreeKey(reader, treeId) }).map(({ id }) => id as AgentId);
}

const lastTree = defineQuery('cursor.lastTree', (db, p: { agent: Key }) =>
  db
    .selectFrom('cursor')
    .innerJoin('loom_tree', 'loom_tree.key', 'cursor.loom_tree_key')
    .select('loom_tree.id')
    .where('cursor.agent_key', '=', p.agent)
    .where('loom_tree.archived_at', 'is', null)
    .where('loom_tree.topic_tree_key', 'is', null)
    .orderBy('cursor.updated_at', 'desc')
    // A document that was made beside a tree at that moment.
    .orderBy('loom_tree.kind', 'desc')
    .orderBy('loom_tree.key')
    .limit(1),
);

/**
 * The tree that the agent was in last, ignoring archived trees and conversations about a tree, with which a grove never
 * opens (`agents.md`, *Where it talks*); undefined when there is none.
 */
export function findLastTree(reader: Reader, agentId: AgentId): TreeId | undefined {
  return reader.first(lastTree, { agent: getAgentKey(reader, agentId) })?.id as TreeId | undefined;
}

const visited = defineQuery('cursor.visited', (db, p: { agent: string }) =>
  db
    .selectFrom('agent')
    .innerJoin('cursor', 'cursor.agent_key', 'agent.key')
    .innerJoin('loom_tree', 'loom_tree.key', 'cursor.loom_tree_key')
    .select('cursor.agent_key')
    .where('agent.id', '=', p.agent)
    .where('loom_tree.archived_at', 'is', null)
    .where('loom_tree.topic_tree_key', 'is', null)
    .limit(1),
);

/**
 * Returns true if the grove has the agent, and its path in a tree that the grove can open with (`findLastTree`): only
 * then can the agent open the grove without writing to it.
 */
export function hasVisited(reader: Reader, agentId: AgentId): boolean {
  return reader.first(visited, { agent: agentId }) !== undefined;
}

/** The agent's cursor; undefined when it has none in this tree. @throws {AspenError} NOT_FOUND */
export function findCursor(reader: Reader, treeId: TreeId, agentId: AgentId): Cursor | undefined {
  const row = reader.first(cursorOf, {
    tree: getTreeKey(reader, treeId),
    agent: getAgentKey(reader, agentId),
  });
  if (row === undefined) return undefined;
  return {
    head: row.id as PositionId,
    caret: { anchor: row.caret_anchor, head: row.caret_head, scroll: row.scroll },
    updatedAt: row.updated_at,
  };
}

/**
 * Saves the caret and scroll position; the head does not change.
 * @throws {AspenError} NOT_FOUND when the agent has no path in this tree yet; INVALID_ARGUMENT for an invalid
 *   offset
 */
export function saveCaret(tx: FileTransaction, treeId: TreeId, agentId: AgentId, caret: Caret): void {
  for (const offset of [caret.anchor, caret.head, caret.scroll]) {
    if (!Number.isSafeInteger(offset) || offset < 0)
      throw new AspenError('INVALID_ARGUMENT', `${offset} is not an offset`);
  }
  const { anchor, head, scroll } = caret;
  const tree = getTreeKey(tx, treeId);
  const agent = getAgentKey(tx, agentId);
  const changed = tx.run(moveCaret, { anchor, head, scroll, tree, agent, now: tx.now() });
  if (changed !== 1) throw new AspenError('NOT_FOUND', `agent ${agentId} has no path in tree ${treeId}`);
}

/** Records a tree as the one that the agent was in last, if it has been there. @throws {AspenError} NOT_FOUND */
export function markVisited(tx: FileTransaction, treeId: TreeId, agentId: AgentId): void {
  tx.run(visit, { tree: getTreeKey(tx, treeId), agent: getAgentKey(tx, agentId), now: tx.now() });
}

/**
 * Updates an agent's path; anything that the change does not name is unchanged. No log row: a path is not
 * part of the tree.
 * @throws {AspenError} NOT_FOUND when it names a position or version that is not in the tree
 */
export function writePath(tx: FileTransaction, treeId: TreeId, agentId: AgentId, change: PathChange): void {
  const tree = getTreeKey(tx, treeId);
  const agent = getAgentKey(tx, agentId);
  const now = tx.now();
  if (change.selected.length > 0) {
    const pairs = change.selected.map(({ position, version }) => [position, version]);
    const parameters = { tree, agent, now, pairs: JSON.stringify(pairs) };
    requireAll(tx.run(selectVersions, parameters), pairs.length, 'version to select');
  }
  if (change.lastChild.length > 0) {
    const pairs = change.lastChild.map(({ position, child }) => [position, child]);
    const parameters = { tree, agent, pairs: JSON.stringify(pairs) };
    requireAll(tx.run(saveLastChildren, parameters), pairs.length, 'child to remember');
  }
  if (change.left !== undefined && change.left.length > 0) {
    const pairs = change.left.map(({ position, at }) => [position, at]);
    requireAll(
      tx.run(saveLeft, { tree, agent, pairs: JSON.stringify(pairs) }),
      pairs.length,
      'position to leave',
    );
  }
  const { rests = [] } = change;
  if (rests.length > 0) {
    const written = tx.run(saveRests, { tree, agent, positions: JSON.stringify(rests) });
    requireAll(written, rests.length, 'position before which the path ends');
  }
  if (change.head !== undefined) {
    tx.run(moveHead, { tree, agent, head: getPositionKey(tx, tree, change.head), now });
  }
}

function requireAll(written: number, expected: number, what: string): void {
  if (written !== expected)
    throw new AspenError('NOT_FOUND', `${expected - written} of ${expected}: no such ${what}`);
}

/** The agent's head; the root when it has no cursor in this tree. @throws {AspenError} NOT_FOUND */
export function getHead(reader: Reader, treeId: TreeId, agentId: AgentId): PositionId {
  const tree = getTreeKey(reader, treeId);
  const agent = getAgentKey(reader, agentId);
  const row = reader.first(cursorOf, { tree, agent }) ?? reader.first(rootOf, { tree });
  if (row === undefined) throw new AspenError('CORRUPT', `tree ${treeId} has no root`);
  return row.id as PositionId;
}

/** An agent's choice as queries read it. */
export type ChoiceRow = Omit<ChoiceAtPosition, 'isRest'> & { readonly rest: 1 | null };

/** An agent's choices at positions; no row for a position that it never reached. */
export const choicesAt = defineQuery(
  'line.choices',
  (_, p: { tree: Key; agent: Key; keys: string }) => sql<ChoiceRow>`
    select position.id as position, version.id as version, child.id as lastChild, choice.seen_at as seenAt,
      choice.left_at as leftAt, choice.rest
    from json_each(${p.keys}) as wanted
    cross join position_choice as choice
      on choice.loom_tree_key = ${p.tree} and choice.agent_key = ${p.agent} and choice.position_key = wanted.value
    cross join node as position on position.key = choice.position_key
    left join node as version on version.key = choice.version_node_key
    left join node as child on child.key = choice.last_child_position_key`,
);

/** A row of a query on choices as a choice. */
export function toChoice({ rest, ...choice }: ChoiceRow): ChoiceAtPosition {
  return { ...choice, isRest: rest === 1 };
}

/** An agent's choice at one position of a tree. */
export interface ChoiceAtPosition extends PositionChoice {
  readonly position: PositionId;
}

const choicesIn = defineQuery('position_choice.list', (db, p: { tree: Key; agent: Key }) =>
  db
    .selectFrom('position_choice as choice')
    .innerJoin('node as position', 'position.key', 'choice.position_key')
    .leftJoin('node as version', 'version.key', 'choice.version_node_key')
    .leftJoin('node as child', 'child.key', 'choice.last_child_position_key')
    .select(['position.id as position', 'version.id as version', 'child.id as lastChild'])
    .select(['choice.seen_at as seenAt', 'choice.left_at as leftAt', 'choice.rest'])
    .where('choice.loom_tree_key', '=', p.tree)
    .where('choice.agent_key', '=', p.agent)
    .orderBy('position.id')
    .$castTo<ChoiceRow>(),
);

const insertChoices = defineQuery(
  'position_choice.put',
  (_, p: { tree: Key; agent: Key; choices: string }) => sql<never>`
    insert into position_choice
      (loom_tree_key, agent_key, position_key, version_node_key, last_child_position_key, seen_at, left_at,
        rest)
    select ${p.tree}, ${p.agent}, position.key, version.key, child.key, choice.value ->> 3, choice.value ->> 4,
      choice.value ->> 5
    from json_each(${p.choices}) as choice
    cross join node as position on position.id = choice.value ->> 0
    left join node as version on version.id = choice.value ->> 1
    left join node as child on child.id = choice.value ->> 2
    where position.loom_tree_key = ${p.tree}`,
);

/** As `insertChoices` takes it. */
function rowOf({ position, version, lastChild, seenAt, leftAt, isRest }: ChoiceAtPosition) {
  return [position, version, lastChild, seenAt, leftAt, isRest ? 1 : null] as const;
}

/** Everything that an agent chose in a tree, by position. @throws {AspenError} NOT_FOUND */
export function listChoices(reader: Reader, treeId: TreeId, agentId: AgentId): readonly ChoiceAtPosition[] {
  const whose = { tree: getTreeKey(reader, treeId), agent: getAgentKey(reader, agentId) };
  return reader.all(choicesIn, whose).map(toChoice);
}

/**
 * The agent's choices at these positions, which exist; null for those it did not make.
 * @throws {AspenError} NOT_FOUND
 */
export function readChoices(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positions: readonly PositionId[],
): readonly ChoiceAtPosition[] {
  const tree = getTreeKey(reader, treeId);
  const agent = getAgentKey(reader, agentId);
  const keys = positions.map((position) => getPositionKey(reader, tree, position));
  const rows = reader.all(choicesAt, { tree, agent, keys: JSON.stringify(keys) });
  const chosen = new Map(rows.map((row) => [row.position, toChoice(row)]));
  return positions.map((position) => chosen.get(position) ?? { position, ...NO_CHOICE });
}

const NO_CHOICE: PositionChoice = {
  version: null,
  lastChild: null,
  seenAt: null,
  leftAt: null,
  isRest: false,
};

const deleteCursor = defineQuery('cursor.delete', (db, p: { tree: Key; agent: Key }) =>
  db.deleteFrom('cursor').where('loom_tree_key', '=', p.tree).where('agent_key', '=', p.agent),
);

const deleteChoices = defineQuery(
  'position_choice.delete',
  (_, p: { tree: Key; agent: Key; positions: string | null }) => sql<never>`
    delete from position_choice where loom_tree_key = ${p.tree} and agent_key = ${p.agent}
      and (${p.positions} is null
        or position_key in (select key from node where id in (select value from json_each(${p.positions}))))`,
);

/**
 * Restores an agent's earlier path. No log row: a path is not part of the tree.
 * @param head null if the agent had no path; then all its choices are deleted
 * @param choices at the positions to restore; null for none
 * @throws {AspenError} NOT_FOUND when they name something that is not in the tree
 */
export function takePathBack(
  tx: FileTransaction,
  treeId: TreeId,
  agentId: AgentId,
  head: PositionId | null,
  choices: readonly ChoiceAtPosition[],
): void {
  const tree = getTreeKey(tx, treeId);
  const agent = getAgentKey(tx, agentId);
  if (head === null) {
    tx.run(deleteChoices, { tree, agent, positions: null });
    tx.run(deleteCursor, { tree, agent });
    return;
  }
  const positions = JSON.stringify(choices.map(({ position }) => position));
  tx.run(deleteChoices, { tree, agent, positions });
  const rows = choices.map(rowOf).filter(([, ...chosen]) => chosen.some((value) => value !== null));
  requireAll(tx.run(insertChoices, { tree, agent, choices: JSON.stringify(rows) }), rows.length, 'choice');
  tx.run(moveHead, { tree, agent, head: getPositionKey(tx, tree, head), now: tx.now() });
}

/**
 * Writes an agent's cursor and choices in a copied tree. No log row: a path is not part of the tree.
 * @throws {AspenError} NOT_FOUND when it names something that is not in the tree
 */
export function writeCursor(
  tx: FileTransaction,
  treeId: TreeId,
  agentId: AgentId,
  cursor: Pick<Cursor, 'head' | 'caret'>,
  choices: readonly ChoiceAtPosition[],
): void {
  const tree = getTreeKey(tx, treeId);
  const agent = getAgentKey(tx, agentId);
  const rows = choices.map(rowOf);
  const written = tx.run(insertChoices, { tree, agent, choices: JSON.stringify(rows) });
  requireAll(written, rows.length, 'position of a choice');
  tx.run(moveHead, { tree, agent, head: getPositionKey(tx, tree, cursor.head), now: tx.now() });
  saveCaret(tx, treeId, agentId, cursor.caret);
}
