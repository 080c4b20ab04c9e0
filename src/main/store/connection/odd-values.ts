import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import { parseColumn } from '../tables/json-column.ts';
import { columnsOf, TABLE_NAMES, type TableName, usesOf } from '../tables/table-list.ts';
import type { ColumnValue } from '../tables/table-uses.ts';
import { listTrees } from '../tables/trees.ts';
import { defineQuery, NONE, type Reader } from './query.ts';

/** The latest time that a date can show, in milliseconds since 1970 UTC. */
const LATEST = 8.64e15;

/** A condition, as SQL, that no valid value of a column meets; null if SQL cannot express it. */
function oddValue(column: string, value: ColumnValue) {
  const ref = sql.ref(column);
  if (typeof value === 'object') return sql<boolean>`length(${ref}) > ${sql.lit(value.longest)}`;
  if (value === 'count') return sql<boolean>`${ref} not between 0 and ${sql.lit(Number.MAX_SAFE_INTEGER)}`;
  if (value === 'time') return sql<boolean>`${ref} not between ${sql.lit(-LATEST)} and ${sql.lit(LATEST)}`;
  return null;
}

const SCANS = TABLE_NAMES.flatMap((table) => {
  const columns = Object.entries(usesOf(table).values).flatMap(([column, value]) => {
    const isOdd = oddValue(column, value);
    return isOdd === null
      ? []
      : [{ column, count: sql`count(*) filter (where ${isOdd}) as ${sql.ref(column)}` }];
  });
  if (columns.length === 0) return [];
  const counts = columns.map(({ count }) => count);
  const query = defineQuery(
    `odd.${table}`,
    () => sql<Readonly<Record<string, number>>>`select ${sql.join(counts)} from ${sql.table(table)}`,
  );
  return { table, query };
});

const JSON_VALUES = TABLE_NAMES.flatMap((table) =>
  columnsOf(table).flatMap(({ column, what, findFault }) => {
    if (findFault === undefined || usesOf(table).values[column] !== 'json') return [];
    const query = defineQuery(
      `odd.${table}.${column}`,
      () => sql<{ value: unknown }>`
        select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`,
    );
    return { table, column, what, findFault, query };
  }),
);

/**
 * Describes the values of a grove that the program never writes and no hash covers: numbers out of range, texts that are too long,
 * JSON of another form, and conversations whose topic is none (`security.md`). The program can read a file that has them, so they do not keep it
 * from being opened.
 * @throws {AspenError} CORRUPT when a tree cannot be read
 */
export function findOddValues(reader: Reader): readonly string[] {
  return [...oddColumns(reader), ...oddJson(reader), ...oddTopics(reader)];
}

function* oddColumns(reader: Reader): Generator<string> {
  for (const { table, query } of SCANS)
    for (const [column, count] of Object.entries(reader.first(query, NONE) ?? {}))
      if (count > 0)
        yield `${nameOf(table, column)}: ${count === 1 ? 'one value' : `${count} values`} out of range`;
}

function* oddJson(reader: Reader): Generator<string> {
  for (const { table, column, what, findFault, query } of JSON_VALUES)
    for (const { value } of reader.all(query, NONE))
      try {
        parseColumn(value, what, findFault);
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
        yield `${nameOf(table, column)}: ${error.detail}`;
      }
}

/** Only a conversation has a topic, and only a manuscript, which has none itself, is one. */
function* oddTopics(reader: Reader): Generator<string> {
  const trees = listTrees(reader);
  const byId = new Map(trees.map((tree) => [tree.id, tree]));
  for (const { title, mode, topicTreeId } of trees) {
    if (topicTreeId === null) continue;
    const topic = byId.get(topicTreeId);
    if (mode !== 'dialogue' || topic?.mode !== 'buffer' || topic.topicTreeId !== null)
      yield `the tree “${title}”: its topic is no manuscript, or it is no conversation`;
  }
}

function nameOf(table: TableName, column: string): string {
  return `${table}.${column}`;
}
