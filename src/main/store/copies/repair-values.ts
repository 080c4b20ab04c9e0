import type { Database } from 'better-sqlite3';
import { AspenError } from '../../../core/errors.ts';
import { isUsableId } from '../../../core/ids.ts';
import { MAX_REMARK_LENGTH, MAX_TITLE_LENGTH } from '../../../core/text/limits.ts';
import { parseColumn } from '../tables/json-column.ts';
import { columnsOf, tablesWhere } from '../tables/table-list.ts';

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
