import { sql } from 'kysely';
import { columnsOf, tablesWhere } from '../tables/table-list.ts';
import { defineQuery, NONE, type Reader } from './query.ts';

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
