import {
  type Compilable,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { Schema } from '../tables/schema.ts';

/** The values that SQLite stores; booleans, `undefined` and dates are not among them. */
export type SqlValue = string | number | null | Uint8Array;

/** A named statement, compiled once; `P` is the type of its parameters, `R` of a row it returns. */
export interface Query<P, R> {
  /** `aggregate.what`, as slow statements and errors report it. */
  readonly name: string;
  readonly sql: () => string;
  /** The values in the order of the statement's question marks. */
  readonly bind: (parameters: P) => readonly SqlValue[];
  /** Never set; it only carries the row type. */
  readonly row?: R;
}

/** Marks a parameter in the built statement. */
class Placeholder {
  readonly parameter: string;
  constructor(parameter: string) {
    this.parameter = parameter;
  }
}

/**
 * Writes parameters as `+?`. This build of SQLite (STAT4) prepares a statement again on each run if a value
 * might influence the plan, which is true of any bare `?` compared with an indexed column: 40 µs, where the
 * statement itself takes 2. A plus leaves the value unchanged and hides the parameter from the planner, which
 * has no statistics to use it with.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

// Kysely only builds and types the SQL; better-sqlite3 runs it, synchronously (`house.md`, *The store*).
const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  },
});

/**
 * Declares a statement. `build` runs once, when the statement is first used, with placeholders for the
 * parameters, so it must not inspect them. Kysely turns a plain value into a bound constant, which the
 * planner cannot match against a partial index; write such values with `sql.lit`.
 */
export function defineQuery<P extends object, R>(
  name: string,
  build: (db: Kysely<Schema>, parameters: P) => Compilable<R> | RawBuilder<R>,
): Query<P, R> {
  let compiled: { readonly sql: string; readonly parameters: readonly unknown[] } | undefined;
  const compile = () => {
    if (compiled === undefined) {
      const placeholders = new Proxy({}, { get: (_, parameter) => new Placeholder(String(parameter)) });
      compiled = build(builder, placeholders as P).compile(builder);
    }
    return compiled;
  };
  return {
    name,
    sql: () => compile().sql,
    bind: (parameters) => {
      const given = parameters as Readonly<Record<string, SqlValue | undefined>>;
      return compile().parameters.map((value) => {
        const bound = value instanceof Placeholder ? given[value.parameter] : (value as SqlValue);
        assert(bound !== undefined, `${name}: a parameter is missing`);
        return bound;
      });
    },
  };
}

/** The parameters of a statement that has none. */
export const NONE: Readonly<Record<string, never>> = {};

/** Reads. Every method runs one statement and throws the errors of `sqlite-errors.ts`. */
export interface Reader {
  /** All rows, in the statement's order. */
  all<P extends object, R>(query: Query<P, R>, parameters: P): R[];
  /** The first row; undefined when there is none. */
  first<P extends object, R>(query: Query<P, R>, parameters: P): R | undefined;
  /** All rows as arrays of columns: for a million rows, where objects cost too much. */
  columns<P extends object, R>(query: Query<P, R>, parameters: P): Iterable<readonly SqlValue[]>;
}

/**
 * Reads rows in the order of a key, at most `size` at a time, until a page is not full.
 * @param start a key before the first
 * @param read reads the rows after a key
 * @throws {AspenError} CORRUPT if the keys do not increase, as where an index of a damaged file has others than its table
 */
export function* eachPage<Row, Key extends string | number>(
  start: Key,
  size: number,
  read: (after: Key) => readonly Row[],
  keyOf: (row: Row) => Key,
): Generator<readonly Row[]> {
  for (let after = start; ; ) {
    const page = read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    const next = keyOf(last);
    if (compareKeys(next, after) <= 0)
      throw new AspenError('CORRUPT', `what follows ${after} comes before it`);
    yield page;
    if (page.length < size) return;
    after = next;
  }
}

/** As SQLite compares them. */
function compareKeys(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}
