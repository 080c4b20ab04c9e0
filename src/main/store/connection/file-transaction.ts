import { assert } from '../../../core/assert.ts';
import type { Query, Reader } from './query.ts';

/** Reads and writes. It exists only inside a transaction; using it afterwards is a bug. */
export interface FileTransaction extends Reader {
  /** Runs one statement and returns how many rows it changed. */
  run<P extends object>(query: Query<P, unknown>, parameters: P): number;
  readonly now: () => number;
}

/** A statement with which a transaction wrote. */
export interface WrittenStatement {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Runs it again, in another transaction. */
  rerun(tx: FileTransaction): void;
}

/** The changes of a transaction, and the heads of the log before and after it. */
export interface WrittenTransaction {
  /** The log's last row before and after it: the same row where it did not change the tree. */
  readonly from: number;
  readonly to: number;
  readonly statements: readonly WrittenStatement[];
}

interface TransactionParts extends Pick<FileTransaction, 'run' | 'now'> {
  readonly reader: Reader;
  isLive(): boolean;
  /** Returns true if a statement that has run is one that writes. */
  writes(query: Query<never, unknown>): boolean;
  record(statement: WrittenStatement): void;
}

/** A transaction that asserts that it is still live and records every statement that writes. */
export function createTransaction(parts: TransactionParts): FileTransaction {
  const { reader, now, isLive, writes, record } = parts;
  const whileLive = <T>(fn: () => T): T => {
    assert(isLive(), 'a transaction used after its end');
    return fn();
  };
  /** A statement that returns rows may write, too. */
  const recorded = <P extends object, T>(
    query: Query<P, unknown>,
    parameters: P,
    again: (tx: FileTransaction) => void,
    execute: () => T,
  ): T =>
    whileLive(() => {
      const result = execute();
      if (writes(query))
        record({
          name: query.name,
          parameters: parameters as Readonly<Record<string, unknown>>,
          rerun: again,
        });
      return result;
    });
  return {
    now,
    all: (query, parameters) => {
      const again = (tx: FileTransaction) => tx.all(query, parameters);
      return recorded(query, parameters, again, () => reader.all(query, parameters));
    },
    first: (query, parameters) => {
      const again = (tx: FileTransaction) => tx.first(query, parameters);
      return recorded(query, parameters, again, () => reader.first(query, parameters));
    },
    columns: (query, parameters) => whileLive(() => reader.columns(query, parameters)),
    run: (query, parameters) => {
      const again = (tx: FileTransaction) => tx.run(query, parameters);
      return recorded(query, parameters, again, () => parts.run(query, parameters));
    },
  };
}

/** Returns true if a transaction's function returned a promise: a transaction is synchronous. */
export function isPromiseLike(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
