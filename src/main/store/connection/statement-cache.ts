import type { Database, Statement } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import type { Query, SqlValue } from './query.ts';
import { fromSqlite } from './sqlite-errors.ts';

/** A statement slower than this is reported by name (`house.md`, *Helping ourselves*). */
const SLOW_MILLISECONDS = 8;

export interface SlowQuery {
  readonly name: string;
  readonly milliseconds: number;
}

/** The prepared statements of one connection. */
export class StatementCache {
  readonly #database: Database;
  readonly #onSlow: ((slow: SlowQuery) => void) | undefined;
  readonly #statements = new Map<object, Statement>();
  readonly #columnStatements = new Map<object, Statement>();

  constructor(database: Database, onSlow: ((slow: SlowQuery) => void) | undefined) {
    this.#database = database;
    this.#onSlow = onSlow;
  }

  /** Prepares a statement at its first use, runs `fn` with it and times it. @throws as `fromSqlite` */
  execute<T>(query: Query<never, unknown>, fn: (statement: Statement) => T): T {
    const started = performance.now();
    try {
      let statement = this.#statements.get(query);
      if (statement === undefined) {
        statement = this.#database.prepare(query.sql());
        this.#statements.set(query, statement);
      }
      assert(
        statement.readonly || this.#database.inTransaction,
        `${query.name} writes outside a transaction`,
      );
      return fn(statement);
    } catch (error) {
      throw fromSqlite(error, query.name);
    } finally {
      const milliseconds = performance.now() - started;
      if (milliseconds > SLOW_MILLISECONDS) this.#onSlow?.({ name: query.name, milliseconds });
    }
  }

  *columns<P extends object>(query: Query<P, unknown>, parameters: P): Generator<readonly SqlValue[]> {
    try {
      let statement = this.#columnStatements.get(query);
      if (statement === undefined) {
        statement = this.#database.prepare(query.sql()).raw(true);
        this.#columnStatements.set(query, statement);
      }
      for (const row of statement.iterate(...query.bind(parameters))) yield row as readonly SqlValue[];
    } catch (error) {
      throw fromSqlite(error, query.name);
    }
  }

  /** Returns true if a statement that has run is one that writes. */
  writes(query: Query<never, unknown>): boolean {
    return this.#statements.get(query)?.readonly === false;
  }

  clear(): void {
    this.#statements.clear();
    this.#columnStatements.clear();
  }
}
