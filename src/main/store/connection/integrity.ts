import { sql } from 'kysely';
import { assert } from '../../../core/assert.ts';
import { columnsOf, type TableName, tablesWhere, usesOf } from '../tables/table-list.ts';
import type { FileTransaction } from './file-transaction.ts';
import { defineQuery, NONE, type Reader } from './query.ts';

/** The number of faults after which a check stops. */
const MAX_FAULTS = 100;

const integrityCheck = defineQuery(
  'integrity.check',
  () => sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(MAX_FAULTS)})`,
);

const SIZES = ['few', 'many', 'large'];
const sizeOf = (table: TableName) => SIZES.indexOf(usesOf(table).size);

/** Tables whose contents cannot be rebuilt, smaller ones first. */
export const TABLES_TO_CHECK: readonly TableName[] = tablesWhere(({ isDerived }) => !isDerived).toSorted(
  (one, other) => sizeOf(one) - sizeOf(other),
);

/** A file of up to this size is checked in full before it is opened, in about a second. Bytes. */
export const FULL_CHECK_BYTES = 16 * 1024 * 1024;

const tableChecks = new Map(
  TABLES_TO_CHECK.map((table) => [
    table,
    defineQuery(
      `integrity.check.${table}`,
      () => sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(table)})`,
    ),
  ]),
);

const foreignKeyCheck = defineQuery(
  'integrity.foreignKeys',
  () => sql<{ table: string; rowid: number | null; parent: string }>`pragma foreign_key_check`,
);

const rebuildSearch = defineQuery(
  'integrity.rebuildSearch',
  () => sql<never>`insert into node_text (node_text) values ('rebuild')`,
);

/**
 * The faults that SQLite finds in the file's pages, values and references, in its own words; empty when there
 * are none. A read-only connection does not check the constraints of the tables.
 */
export function findFileFaults(reader: Reader): readonly string[] {
  const faults = reader
    .all(integrityCheck, NONE)
    .map((row) => row.integrity_check)
    .filter((fault) => fault !== 'ok');
  const dangling = reader
    .all(foreignKeyCheck, NONE)
    .slice(0, MAX_FAULTS)
    .map((row) => `row ${row.rowid ?? '?'} of ${row.table} refers to a missing row of ${row.parent}`);
  return [...faults, ...dangling];
}

/** The faults that SQLite finds in one table and its indexes, in its own words; empty when there are none. */
export function findTableFaults(reader: Reader, table: TableName): readonly string[] {
  const check = tableChecks.get(table);
  assert(check !== undefined, `a check of ${table}`);
  return reader
    .all(check, NONE)
    .map((row) => row.integrity_check)
    .filter((fault) => fault !== 'ok');
}

/** Rebuilds the search index from the texts. */
export function rebuildSearchIndex(tx: FileTransaction): void {
  tx.run(rebuildSearch, NONE);
}

const MEGABYTE = 1024 * 1024;

// SQLite takes `octet_length` of a column from the row's header and does not read the value.
const queries = tablesWhere(({ columns }) => Object.keys(columns).length > 0).map((table) => {
  const limits = columnsOf(table);
  const largest = limits.map(
    ({ column }) => sql`max(octet_length(${sql.ref(column)})) as ${sql.ref(column)}`,
  );
  const query = defineQuery(
    `oversized.${table}`,
    () => sql<Readonly<Record<string, number | null>>>`select ${sql.join(largest)} from ${sql.table(table)}`,
  );
  return { query, limits };
});

/** Describes each column that holds a larger value than the program ever writes; empty when there is none. */
export function findOversized(reader: Reader): readonly string[] {
  return queries.flatMap(({ query, limits }) => {
    const found = reader.first(query, NONE) ?? {};
    return limits.flatMap(({ column, what, most }) => {
      const bytes = found[column] ?? 0;
      return bytes > most ? [`${what} has ${Math.ceil(bytes / MEGABYTE)} MB`] : [];
    });
  });
}
