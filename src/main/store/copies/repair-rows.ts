import type { Database } from 'better-sqlite3';
import { AspenError } from '../../../core/errors.ts';
import { isUsableId } from '../../../core/ids.ts';
import { MAX_REMARK_LENGTH, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import { decodeKeys } from '../tables/history/key-list.ts';
import { parseColumn } from '../tables/json-column.ts';
import type { Key } from '../tables/schema.ts';
import { columnsOf, TABLE_NAMES, tablesWhere, usesOf } from '../tables/table-list.ts';

interface RepairReport {
  /** Missing nodes that other rows refer to. */
  readonly lostNodes: number;
  /** Nodes whose edge was lost: they now continue the root of their tree. */
  readonly moved: number;
}

/**
 * Makes the salvaged rows consistent: no row refers to a missing one, and every node can be reached from the
 * root of its tree. Run it in one transaction with foreign keys off.
 */
export function repairReferences(database: Database, newId: () => string, now: number): RepairReport {
  const selectAll = <T>(sql: string) => database.prepare<[], T>(sql).all();
  const run = (sql: string, ...values: readonly unknown[]) => database.prepare(sql).run(...values).changes;
  const lostNodes = selectAll<{ count: number }>(`
    SELECT count(*) AS count FROM (
      SELECT target_node_key AS key FROM edge UNION SELECT position_key FROM edge_source
      UNION SELECT origin_node_key FROM edge_source UNION SELECT position_key FROM node
      UNION SELECT root_node_key FROM loom_tree)
    WHERE key NOT IN (SELECT key FROM node)`)[0]?.count;

  // Nodes whose author was lost get an unknown author.
  for (const { key, type } of selectAll<{ key: number; type: string }>(`
    SELECT author_agent_key AS key, min(author_type) AS type FROM node
    WHERE author_agent_key NOT IN (SELECT key FROM agent) GROUP BY 1`)) {
    run(
      `INSERT INTO agent (key, id, name, type, configuration, permissions, loom_aware, created_at, updated_at)
       VALUES (?, ?, 'Unknown author', ?, '{}', '{}', 0, ?, ?)`,
      key,
      newId(),
      type,
      now,
      now,
    );
  }
  run(
    'UPDATE raw_api_response SET loom_tree_key = NULL WHERE loom_tree_key NOT IN (SELECT key FROM loom_tree)',
  );
  run('UPDATE raw_api_response SET agent_key = NULL WHERE agent_key NOT IN (SELECT key FROM agent)');
  // A file of an older version does not record who asked.
  run(`UPDATE raw_api_response
       SET loom_tree_key = coalesce(raw_api_response.loom_tree_key, asked.loom_tree_key),
         agent_key = coalesce(raw_api_response.agent_key, asked.author_agent_key)
       FROM (
         SELECT raw_api_response_key, min(key), loom_tree_key, author_agent_key
         FROM node WHERE raw_api_response_key IS NOT NULL GROUP BY raw_api_response_key
       ) AS asked
       WHERE asked.raw_api_response_key = raw_api_response.key`);
  // The oldest node at a lost position now stands for the position.
  run(`UPDATE node SET position_key = (
         SELECT min(other.key) FROM node AS other WHERE other.position_key = node.position_key)
       WHERE position_key NOT IN (SELECT key FROM node)`);

  for (const { key } of selectAll<{ key: number }>(`
    SELECT DISTINCT loom_tree_key AS key FROM node WHERE loom_tree_key NOT IN (SELECT key FROM loom_tree)`)) {
    run(
      `INSERT INTO loom_tree (key, id, title, root_node_key, mode, settings, created_at, updated_at)
       VALUES (?, ?, 'Recovered', -1, 'buffer', '{}', ?, ?)`,
      key,
      newId(),
      now,
      now,
    );
  }
  for (const { tree } of selectAll<{ tree: number }>(`
    SELECT loom_tree.key AS tree FROM loom_tree LEFT JOIN node ON node.key = root_node_key
    WHERE node.key IS NULL OR node.loom_tree_key <> loom_tree.key`)) {
    addRoot(database, tree, newId(), now);
  }

  // A root is alone at its position, and nothing is edited from it.
  const roots = '(SELECT root_node_key FROM loom_tree)';
  run(`UPDATE node SET position_key = key, edited_from_key = NULL, pruned = 0 WHERE key IN ${roots}`);
  run(`UPDATE node SET position_key = key WHERE position_key IN ${roots}`);
  run(`UPDATE node SET edited_from_key = NULL WHERE edited_from_key IN ${roots}`);

  run('DELETE FROM edge WHERE target_node_key NOT IN (SELECT key FROM node)');
  run('DELETE FROM edge WHERE target_node_key IN (SELECT root_node_key FROM loom_tree)');
  run('DELETE FROM edge_source WHERE edge_key NOT IN (SELECT key FROM edge)');
  run(`DELETE FROM edge_source WHERE position_key NOT IN (SELECT key FROM node)
       OR origin_node_key NOT IN (SELECT key FROM node)`);
  run(`DELETE FROM edge WHERE NOT EXISTS (
         SELECT 1 FROM edge_source WHERE edge_key = edge.key AND role = 'primary')`);
  run('DELETE FROM edge_source WHERE edge_key NOT IN (SELECT key FROM edge)');
  run(`UPDATE edge SET loom_tree_key = node.loom_tree_key FROM node
       WHERE node.key = target_node_key AND node.loom_tree_key <> edge.loom_tree_key`);
  let moved = 0;
  for (
    let unreachable = findUnreachable(database);
    unreachable.length > 0;
    unreachable = findUnreachable(database)
  ) {
    // Nodes without an edge; if the rest are all in cycles, the oldest node.
    const detached = unreachable.filter(({ hasEdge }) => hasEdge === 0);
    for (const { key, tree, root } of detached.length > 0 ? detached : unreachable.slice(0, 1)) {
      moved += 1;
      run('DELETE FROM edge_source WHERE edge_key IN (SELECT key FROM edge WHERE target_node_key = ?)', key);
      run('DELETE FROM edge WHERE target_node_key = ?', key);
      const edge = run(
        `INSERT INTO edge (id, loom_tree_key, target_node_key, edge_type, created_at)
         VALUES (?, ?, ?, 'continuation', ?)`,
        newId(),
        tree,
        key,
        now,
      );
      if (edge === 0) continue;
      run(
        `INSERT INTO edge_source (edge_key, ordinal, role, position_key, origin_node_key)
         VALUES ((SELECT key FROM edge WHERE target_node_key = ?), 0, 'primary', ?, ?)`,
        key,
        root,
        root,
      );
    }
  }

  for (const table of TABLE_NAMES) for (const statement of usesOf(table).repair) run(statement);
  dropBrokenHistories(database);
  dropReferences(database);
  return { lostNodes: lostNodes ?? 0, moved };
}

/**
 * Removes the references to missing rows that are left: one that may be null becomes null, and a row that is nothing without
 * what it refers to is deleted.
 */
function dropReferences(database: Database): void {
  for (const table of TABLE_NAMES) {
    const required = database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE "notnull" OR pk > 0')
      .pluck()
      .all(table);
    const references = database
      .prepare<[string], { column: string; to: string }>(
        'SELECT "from" AS column, "table" AS "to" FROM pragma_foreign_key_list(?)',
      )
      .all(table);
    for (const { column, to } of references) {
      const change = required.includes(column)
        ? `DELETE FROM ${table}`
        : `UPDATE ${table} SET ${column} = NULL`;
      database.exec(`${change} WHERE ${column} NOT IN (SELECT key FROM ${to})`);
    }
  }
}

/** Nodes that cannot be reached from the root of their tree, oldest first. */
function findUnreachable(database: Database) {
  return database
    .prepare<[], { key: number; tree: number; root: number; hasEdge: number }>(`
      WITH RECURSIVE found (key) AS (
        SELECT root_node_key FROM loom_tree
        UNION
        SELECT version.key FROM found
        JOIN node AS parent ON parent.key = found.key
        JOIN edge_source ON edge_source.position_key = parent.position_key AND edge_source.role = 'primary'
        JOIN edge ON edge.key = edge_source.edge_key
        JOIN node AS version ON version.key = edge.target_node_key)
      SELECT node.key, loom_tree.key AS tree, root_node_key AS root,
        EXISTS (SELECT 1 FROM edge WHERE target_node_key = node.key) AS hasEdge
      FROM node JOIN loom_tree ON loom_tree.key = loom_tree_key
      WHERE node.key NOT IN (SELECT key FROM found) AND node.key <> root_node_key
      ORDER BY node.key`)
    .all();
}

/** Adds an empty root to a tree that lost its own; its hash never verifies. */
function addRoot(database: Database, tree: number, id: string, now: number): void {
  const author = database.prepare(`SELECT min(key) AS key FROM agent WHERE type = 'human'`).get() as {
    readonly key: number | null;
  };
  const { lastInsertRowid: key } = database
    .prepare(
      `INSERT INTO node (id, local_id, loom_tree_key, position_key, author_agent_key, author_type, content_type,
         content_hash, created_at, text)
       VALUES (?, ?, ?, 0, ?, 'human', 'text', 'lost', ?, '')`,
    )
    .run(
      id,
      id.slice(-8).toLowerCase(),
      tree,
      author.key ?? addUnknownAuthor(database, `${id.slice(0, -1)}0`, now),
      now,
    );
  database.prepare('UPDATE node SET position_key = key WHERE key = ?').run(key);
  database.prepare('UPDATE loom_tree SET root_node_key = ? WHERE key = ?').run(key, tree);
}

function addUnknownAuthor(database: Database, id: string, now: number): number | bigint {
  return database
    .prepare(
      `INSERT INTO agent (id, name, type, configuration, permissions, loom_aware, created_at, updated_at)
       VALUES (?, 'Unknown author', 'human', '{}', '{}', 0, ?, ?)`,
    )
    .run(id, now, now).lastInsertRowid;
}

interface Chain {
  readonly tree: Key;
  readonly agent: Key;
  readonly dimension: string;
  readonly chain: number;
}

interface LayerRow {
  readonly key: Key;
  readonly head: Key | null;
  readonly ops: string | null;
  readonly versions_in: string;
  readonly versions_out: string;
  readonly snapshot: string | null;
  /** A roll-off may have removed the layers before it. */
  readonly begins: 0 | 1;
}

const IN_CHAIN = 'loom_tree_key = ? AND agent_key = ? AND dimension = ? AND chain = ?';

/**
 * Drops the time lines that cannot be walked any more, because layers or nodes of theirs were lost: a layer is only the
 * difference to the one before, and a wrong text is worse than none. Run it with foreign keys off, once every node that
 * stays is there.
 */
function dropBrokenHistories(database: Database): void {
  const drop = database.prepare(`DELETE FROM layer WHERE ${IN_CHAIN}`);
  const chains = database
    .prepare<[], Chain>(
      'SELECT DISTINCT loom_tree_key AS tree, agent_key AS agent, dimension, chain FROM layer ORDER BY 1, 2, 3, 4',
    )
    .all();
  for (const chain of chains)
    if (!canBeWalked(database, chain)) drop.run(chain.tree, chain.agent, chain.dimension, chain.chain);
}

/** Returns true if each layer fits the one before, each snapshot its state, and all name nodes of their tree. */
function canBeWalked(database: Database, { tree, agent, dimension, chain }: Chain): boolean {
  const isNode = database
    .prepare<[Key, Key], 1>('SELECT 1 FROM node WHERE key = ? AND loom_tree_key = ?')
    .pluck();
  const rows = database
    .prepare<[Key, Key, string, number], LayerRow>(
      `SELECT layer.key, layer.head_position_key AS head, layer.ops, layer.versions_in, layer.versions_out,
         layer_snapshot.versions AS snapshot, layer.why = 'begin' OR layer.label IS NOT NULL AS begins
       FROM layer LEFT JOIN layer_snapshot ON layer_snapshot.layer_key = layer.key
       WHERE ${IN_CHAIN} ORDER BY seq`,
    )
    .iterate(tree, agent, dimension, chain);
  let versions: Set<Key> | undefined;
  try {
    for (const { head, ops, versions_in, versions_out, snapshot, begins } of rows) {
      if (ops !== null) continue;
      if (head === null || isNode.get(head, tree) === undefined) return false;
      const [arrived, left] = [decodeKeys(versions_in), decodeKeys(versions_out)];
      if (!arrived.every((key) => isNode.get(key, tree) !== undefined)) return false;
      const whole = snapshot === null ? undefined : decodeKeys(snapshot);
      if (whole !== undefined && (versions === undefined || begins === 1)) versions = new Set(whole);
      else {
        if (versions === undefined) return false;
        for (const key of left) if (!versions.delete(key)) return false;
        for (const key of arrived) versions.add(key);
        if (whole !== undefined && !sameKeys(versions, whole)) return false;
      }
    }
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    return false;
  }
  return true;
}

function sameKeys(one: ReadonlySet<Key>, other: readonly Key[]): boolean {
  return one.size === other.length && other.every((key) => one.has(key));
}

/** No string of JavaScript is longer: nothing of a larger value can be kept. Bytes. */
const READABLE = 500_000_000;

/** Bytes. */
const LONGEST_LOCAL_ID = 40;

type FindFault = (value: unknown) => string | null;

const RECOVERED = tablesWhere(({ salvage }) => salvage !== 'none');
const COLUMNS = RECOVERED.flatMap((table) => columnsOf(table).map((column) => ({ table, ...column })));
const TABLES_OF_ENTITIES = tablesWhere(({ id }) => id?.of === 'entity');

/**
 * Replaces values of salvaged rows with which the grove would not be opened: ids, JSON, values that are too
 * large, authorship that does not add up. Run it after `repairReferences`.
 * @returns how many values were cut because they were too large
 */
export function repairValues(database: Database, newId: () => string): number {
  const cut = cutLongValues(database);
  repairIds(database, newId);
  for (const { table, column, replaceBy = null, findFault } of COLUMNS) {
    if (findFault === undefined) continue;
    const replace = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`);
    for (const { key, value } of eachValue(database, table, column))
      if (parse(value, findFault) === undefined) replace.run(replaceBy, key);
  }
  // Content that was lost.
  database.exec(`UPDATE node SET content_type = 'text', text = coalesce(text, '')
    WHERE content IS NULL AND content_type <> 'text'`);
  const agents = new Set(database.prepare('SELECT key FROM agent').pluck().all());
  repairAuthorship(database, agents);
  repairDrafts(database, agents);
  // Repaired drafts no longer match a digest; the next write makes a new one.
  database.exec('UPDATE draft SET digest = NULL');
  database.exec(`UPDATE loom_tree SET archived_at = NULL
    WHERE NOT EXISTS (SELECT 1 FROM loom_tree WHERE archived_at IS NULL)`);
  return cut;
}

function cutLongValues(database: Database): number {
  let count = 0;
  for (const { table, column, most: accepted, replaceBy, isWriting = false, isUnique = false } of COLUMNS) {
    // See `repairIds`.
    if (isUnique) continue;
    const kept = accepted > MAX_REMARK_LENGTH ? MAX_REMARK_LENGTH : MAX_TITLE_LENGTH;
    const value = replaceBy === undefined ? `substr(${column}, 1, ${kept})` : '@by';
    count += database
      .prepare(`UPDATE ${table} SET ${column} = ${value} WHERE octet_length(${column}) > @most`)
      .run({ most: isWriting ? READABLE : accepted, by: replaceBy ?? null }).changes;
  }
  return count;
}

function repairIds(database: Database, newId: () => string): void {
  for (const table of TABLES_OF_ENTITIES) {
    const replace = database.prepare(`UPDATE ${table} SET id = ? WHERE rowid = ?`);
    for (const { key, value } of eachValue(database, table, 'id'))
      if (!isUsableId(value)) replace.run(newId(), key);
  }
  const long = database.prepare<[number], number>('SELECT key FROM node WHERE octet_length(local_id) > ?');
  const replaceLocal = database.prepare('UPDATE node SET local_id = ? WHERE key = ?');
  for (const key of long.pluck().all(LONGEST_LOCAL_ID)) replaceLocal.run(newId().toLowerCase(), key);
}

/** Clears authorship spans that do not add up: the text then counts as its author's. */
function repairAuthorship(database: Database, agents: ReadonlySet<unknown>): void {
  const clear = database.prepare('UPDATE node SET authorship = NULL WHERE key = ?');
  const textOf = database.prepare<[number], string | null>('SELECT text FROM node WHERE key = ?').pluck();
  for (const { key, value } of eachValue(database, 'node', 'authorship')) {
    const length = textOf.get(key)?.length ?? 0;
    if (!addsUp(parse(value), length, agents)) clear.run(key);
  }
}

interface DraftText {
  readonly text: string;
  readonly authorship?: unknown;
}

/** The same for drafts. */
function repairDrafts(database: Database, agents: ReadonlySet<unknown>): void {
  const repair = <T extends DraftText>(part: T): T => ({
    ...part,
    authorship: addsUp(part.authorship, part.text.length, agents) ? part.authorship : null,
  });
  for (const [column, repairAll] of [
    ['buffer', (value: unknown) => repair(value as DraftText)],
    ['edits', (value: unknown) => (value as readonly DraftText[]).map(repair)],
  ] as const) {
    const replace = database.prepare(`UPDATE draft SET ${column} = ? WHERE rowid = ?`);
    for (const { key, value } of eachValue(database, 'draft', column))
      replace.run(JSON.stringify(repairAll(parse(value))), key);
  }
}

function addsUp(spans: unknown, length: number, agents: ReadonlySet<unknown>): boolean {
  if (!Array.isArray(spans)) return false;
  const isSpan = (span: unknown) =>
    Array.isArray(span) && agents.has(span[0]) && Number.isInteger(span[1]) && span[1] > 0;
  return spans.every(isSpan) && spans.reduce((sum: number, [, own]) => sum + own, 0) === length;
}

/** Undefined for invalid JSON. */
function parse(json: string, findFault?: FindFault): unknown {
  try {
    return parseColumn(json, 'the value', findFault);
  } catch (error) {
    if (error instanceof AspenError) return undefined;
    throw error;
  }
}

/** The values of a text column that are not null. Rows may be changed meanwhile. */
function* eachValue(database: Database, table: string, column: string) {
  const page = database.prepare<[number], { key: number; value: string }>(
    `SELECT rowid AS key, ${column} AS value FROM ${table}
     WHERE ${column} IS NOT NULL AND rowid > ? ORDER BY rowid LIMIT 500`,
  );
  for (let rows = page.all(-1); rows.length > 0; rows = page.all(rows.at(-1)?.key ?? 0)) yield* rows;
}
