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
import type { Schema } from '../tables/schema.ts';

/** What SQLite stores: booleans, `undefined` and dates are not among it. */
export type SqlValue = string | number | null | Uint8Array;

/** A statement with a name, compiled once; `P` names its parameters, `R` is a row it returns. */
export interface Query<P, R> {
  /** `aggregate.what`, as slow statements and errors report it. */
  readonly name: string;
  readonly sql: () => string;
  /** The parameters in the order of the statement's question marks. */
  readonly bind: (parameters: P) => readonly SqlValue[];
  /** Never set: it carries the type of a row. */
  readonly row?: R;
}

/** Stands in the built statement where a parameter will. */
class Placeholder {
  readonly parameter: string;
  constructor(parameter: string) {
    this.parameter = parameter;
  }
}

/**
 * Writes parameters as `+?`. SQLite as it is built here (STAT4) prepares a statement again at each run where a value might
 * influence the plan, which is any bare `?` beside an indexed column: 40 µs where the statement itself takes 2. A plus
 * changes no value and hides the parameter from the planner, which has no statistics to use it for.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

// Kysely builds and types SQL here and never runs it: better-sqlite3 does, synchronously (`house.md`, *The store*).
const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  },
});

/**
 * Declares a statement. `build` runs once, when the statement is first used, with placeholders for the parameters:
 * it must not look at them. A value written as a literal becomes a bound constant, which the planner does not match
 * against a partial index; write those with `sql.lit`.
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

/** A statement without parameters takes this. */
export const NONE: Readonly<Record<string, never>> = {};

/** Reads. Every method runs one statement and throws what `sqlite-errors.ts` names. */
export interface Reader {
  /** All rows, in the order the statement asks for. */
  all<P extends object, R>(query: Query<P, R>, parameters: P): R[];
  /** The first row; undefined where there is none. */
  first<P extends object, R>(query: Query<P, R>, parameters: P): R | undefined;
  /** All rows as arrays of their columns: for a million rows, where objects cost too much. */
  columns<P extends object, R>(query: Query<P, R>, parameters: P): Iterable<readonly SqlValue[]>;
}
