import { sql } from 'kysely';
import { defineQuery, type Query, type SqlValue } from '../connection/query.ts';
import type { Schema } from './schema.ts';
import { type TableName, usesOf } from './table-list.ts';

/**
 * Declares the statement that inserts a row with all columns of its table.
 * @param without columns that SQLite fills in: a key that it chooses
 */
export function insertRow<T extends TableName, Without extends keyof Schema[T] = never>(
  name: string,
  table: T,
  ...without: readonly Without[]
): Query<Omit<Schema[T], Without>, never> {
  return defineQuery(name, (_, row: Omit<Schema[T], Without>) => {
    const values = row as Readonly<Record<string, SqlValue>>;
    const columns = Object.keys(usesOf(table).values).filter(
      (column) => !without.some((one) => one === column),
    );
    return sql<never>`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values (${sql.join(columns.map((column) => values[column]))})`;
  });
}

/** Declares the statement that sets columns of the row with an id. */
export function updateRow<T extends TableName, Column extends keyof Schema[T] & string>(
  name: string,
  table: T,
  ...columns: readonly Column[]
): Query<Pick<Schema[T], Column> & { readonly id: string }, never> {
  return defineQuery(name, (_, row: Pick<Schema[T], Column> & { readonly id: string }) => {
    const changes = columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
    return sql<never>`update ${sql.table(table)} set ${sql.join(changes)} where id = ${row.id}`;
  });
}
