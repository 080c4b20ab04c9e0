import { basename } from 'node:path';
import type { Database, Statement } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import type { Sha256 } from '../../../core/ids.ts';
import { isFilled, mayBeFilled, mayWrite } from './file-stats.ts';
import { defineQuery, NONE, type Query, type Reader, type SqlValue } from './query.ts';
import type { WrittenStatement, WrittenTransaction } from './redo.ts';
import { fromSqlite, translated } from './sqlite-errors.ts';
import { StrangeJournal } from './strange-journal.ts';

/** A statement slower than this is reported by name (`house.md`, *Helping ourselves*). */
const SLOW_MILLISECONDS = 8;

/** What the store needs from outside. */
export interface StoreEnvironment {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
  readonly sha256: (text: string) => Sha256;
  /** Told of every statement that took more than 8 ms. */
  readonly report?: (slow: SlowQuery) => void;
  /** Told of every transaction once it is in the file. */
  readonly onWritten?: (transaction: WrittenTransaction) => void;
}

export interface SlowQuery {
  readonly name: string;
  readonly milliseconds: number;
}

/** Writes. It exists only inside a transaction; after it, every method is a mistake. */
export interface FileTransaction extends Reader {
  /** Runs one statement and returns how many rows it changed. */
  run<P extends object>(query: Query<P, unknown>, parameters: P): number;
  readonly now: () => number;
  readonly sha256: (text: string) => Sha256;
}

/** What tells a file from every other. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** A file and how to connect to it (`open-file.ts`). */
export interface StoreSource {
  readonly path: string;
  readonly readonly: boolean;
  /** A checked connection with the pragmas of `storage.md`. */
  readonly connect: () => Database;
  /** Whether a file is the one that was opened, by what `stat` says of it. */
  readonly isFile: (stats: FileIdentity) => boolean;
  /** Whether the path still leads to the file that was opened. */
  readonly isUnmoved: () => boolean;
}

/** The last row of the log; null before the first. */
export interface LogHead {
  readonly seq: number;
  readonly hash: Sha256 | null;
}

/** Whether two files, or one at two moments, have the same log. */
export function isSameHead(one: LogHead, other: LogHead): boolean {
  return one.seq === other.seq && one.hash === other.hash;
}

const readHead = defineQuery('store.head', (db) => db.selectFrom('grove').select(['log_seq', 'log_hash']));

/**
 * The one connection to a grove's file and the one gateway for its writes (`storage.md`, *Connection*). Made by
 * `openFile`. Everything is synchronous: a transaction is never held across an `await`.
 */
export class Store implements Reader {
  readonly #isReader: boolean;
  #refused: AspenError | null = null;
  #source: StoreSource;
  readonly #environment: StoreEnvironment;
  #database: Database;
  readonly #statements = new Map<object, Statement>();
  readonly #columnStatements = new Map<object, Statement>();
  #head: LogHead;
  #externalWrites = 0;
  /** An I/O error met a commit: what the file holds is not known until it was opened again. */
  #outcomeUnknown = false;
  /** The journal beside the file was there when it was opened, or is of a transaction of ours that ended in trouble. */
  #hasJournal: boolean;
  #strangeJournal: StrangeJournal;

  constructor(source: StoreSource, environment: StoreEnvironment) {
    this.#source = source;
    this.#environment = environment;
    this.#isReader = source.readonly;
    this.#database = source.connect();
    this.#strangeJournal = new StrangeJournal(this.#journal);
    this.#hasJournal = isFilled(this.#journal);
    this.#head = this.#readHead();
  }

  /** The file was opened for reading only, or must not be written any more: `transact` refuses. */
  get readonly(): boolean {
    return this.#isReader || this.#refused !== null;
  }

  /** From now on nothing is written any more, for this reason. */
  refuseWrites(reason: AspenError): void {
    this.#refused ??= reason;
  }

  get path(): string {
    return this.#source.path;
  }

  /** Whether the path still leads to the file that is open. @throws {AspenError} IO_ERROR where nothing tells */
  get isUnmoved(): boolean {
    return this.#source.isUnmoved();
  }

  /** Whether a file is the one that is open, by what `stat` says of it. */
  isFile(stats: FileIdentity): boolean {
    return this.#source.isFile(stats);
  }

  /** Whether a journal lies beside the file that is of no transaction of ours: nothing is read or written meanwhile. */
  get hasStrangeJournal(): boolean {
    return !this.#isReader && !this.#hasJournal && isFilled(this.#journal);
  }

  /** The head of the log as this store knows it. */
  get head(): LogHead {
    return this.#head;
  }

  /**
   * How often the file was found to be another than it was known to be, and a transaction ended in CONFLICT for it: whoever
   * holds something of it tells by this that another met that first.
   */
  get externalWrites(): number {
    return this.#externalWrites;
  }

  get isOpen(): boolean {
    return this.#database.open;
  }

  all<P extends object, R>(query: Query<P, R>, parameters: P): R[] {
    return this.#execute(query, (statement) => statement.all(...query.bind(parameters)) as R[]);
  }

  first<P extends object, R>(query: Query<P, R>, parameters: P): R | undefined {
    return this.#execute(query, (statement) => statement.get(...query.bind(parameters)) as R | undefined);
  }

  *columns<P extends object, R>(query: Query<P, R>, parameters: P): Generator<readonly SqlValue[]> {
    this.#requireOwnJournal();
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

  /** Runs `fn` with every statement seeing the same state of the file. */
  snapshot<T>(fn: (reader: Reader) => T extends PromiseLike<unknown> ? never : T): T {
    if (this.#database.inTransaction) return fn(this);
    this.#control('BEGIN');
    try {
      return fn(this);
    } finally {
      this.#control('COMMIT');
    }
  }

  /** Reads one of SQLite's settings, or sets it (`name = value`), for this connection. */
  pragma(source: string): unknown {
    return translated(source, () => this.#database.pragma(source, { simple: true }));
  }

  /**
   * Runs `fn` in one transaction and returns what it returns; when it throws, nothing is written. `fn` must be
   * synchronous: an async one does not compile. The head of the log is checked first.
   *
   * After an I/O error on commit the outcome is unknown: the file is opened again, and its head tells. When the commit
   * did reach it, all is as it should be. While the file cannot be opened the outcome stays unknown: the next
   * transaction finds out, and when the commit did reach the file, ends in CONFLICT.
   *
   * @throws {AspenError} CONFLICT when another program wrote since this store last looked: what the caller holds is
   *   stale and must be read again, after which the next transaction goes through; IN_USE, READ_ONLY, MOVED,
   *   DISK_FULL, IO_ERROR, CORRUPT from SQLite
   */
  transact<T>(fn: (tx: FileTransaction) => T extends PromiseLike<unknown> ? never : T): T {
    if (this.#refused !== null) throw this.#refused;
    if (this.#isReader)
      throw new AspenError('READ_ONLY', `${basename(this.path)} was opened for reading only`);
    if (this.#outcomeUnknown) this.#reopenExplained();
    assert(!this.#database.inTransaction, 'a transaction inside a transaction');
    this.#control('BEGIN IMMEDIATE');
    this.#hasJournal = true;
    let live = true;
    const statements: WrittenStatement[] = [];
    try {
      this.#checkHead();
      const result: T = fn(
        this.#transaction(
          () => live,
          (statement) => {
            if (this.#environment.onWritten !== undefined) statements.push(statement);
          },
        ),
      );
      assert(!isPromiseLike(result), 'a transaction is synchronous');
      const head = this.#readHead();
      this.#commit(head);
      this.#hasJournal = false;
      const { seq: from } = this.#head;
      this.#head = head;
      this.#environment.onWritten?.({ from, to: head.seq, statements });
      return result;
    } catch (error) {
      this.#rollBack();
      // On a disk that does not answer it may be there, and must not be taken for another's when the disk is back.
      this.#hasJournal = mayBeFilled(this.#journal);
      throw this.#explained(fromSqlite(error, 'transaction'));
    } finally {
      live = false;
    }
  }

  /**
   * Writes everything that the file holds into a new file.
   * @throws {AspenError} IO_ERROR where there is a file already; DISK_FULL, CORRUPT
   */
  copyTo(path: string): void {
    this.#requireOwnJournal();
    translated(`copying to ${basename(path)}`, () => this.#database.prepare('VACUUM INTO ?').run(path));
  }

  /**
   * Opens the file again, after trouble. The head stays the one known before, so that the next transaction finds out
   * what happened meanwhile.
   * @throws {AspenError} MOVED when the path leads elsewhere now; else as `openFile` does. The store then keeps its old
   *   connection
   */
  reopen(): void {
    if (!this.#source.isUnmoved())
      throw new AspenError('MOVED', `${basename(this.path)} is not the file that was opened`);
    const database = this.#source.connect();
    this.#forgetStatements();
    this.#database.close();
    this.#database = database;
    this.#outcomeUnknown = false;
  }

  /**
   * Goes on in the file that another store has open, which is no store any more after this. Both hold the same grove: the
   * caller has made sure. The head stays the one known before, so that the next transaction finds out what the other
   * file has beyond it.
   */
  goOnIn(other: Store): void {
    assert(!this.#database.inTransaction, 'a file changed inside a transaction');
    this.#forgetStatements();
    this.#database.close();
    other.#forgetStatements();
    this.#database = other.#database;
    this.#source = other.#source;
    this.#strangeJournal = other.#strangeJournal;
    this.#outcomeUnknown = false;
    this.#hasJournal = isFilled(this.#journal);
  }

  /**
   * Closes the file and leaves nothing beside it. Closing twice is harmless.
   * @throws {AspenError} when the journal could not be removed; the file is closed all the same
   */
  close(): void {
    if (!this.isOpen) return;
    this.#forgetStatements();
    try {
      // The journal of a file that was moved away stands beside whatever took its place: it is not ours to delete, and a
      // strange one not ours to undo.
      const isOurs = this.#hasJournal || !isFilled(this.#journal);
      if (!this.#isReader && isOurs && this.#source.isUnmoved()) {
        translated('closing', () => this.#database.pragma('journal_mode = DELETE'));
      }
    } finally {
      this.#database.close();
    }
  }

  #transaction(isLive: () => boolean, note: (statement: WrittenStatement) => void): FileTransaction {
    const inside = <T>(fn: () => T): T => {
      assert(isLive(), 'a transaction used after its end');
      return fn();
    };
    /** A statement that returns rows may write, too. */
    const noted = <P extends object, T>(
      query: Query<P, unknown>,
      parameters: P,
      again: (tx: FileTransaction) => void,
      result: () => T,
    ): T =>
      inside(() => {
        const answer = result();
        if (this.#statements.get(query)?.readonly !== false) return answer;
        note({ name: query.name, parameters: parameters as Readonly<Record<string, unknown>>, again });
        return answer;
      });
    return {
      now: this.#environment.now,
      sha256: this.#environment.sha256,
      all: (query, parameters) => {
        const again = (tx: FileTransaction) => tx.all(query, parameters);
        return noted(query, parameters, again, () => this.all(query, parameters));
      },
      first: (query, parameters) => {
        const again = (tx: FileTransaction) => tx.first(query, parameters);
        return noted(query, parameters, again, () => this.first(query, parameters));
      },
      columns: (query, parameters) => inside(() => this.columns(query, parameters)),
      run: (query, parameters) => {
        const again = (tx: FileTransaction) => tx.run(query, parameters);
        const run = (statement: Statement) => statement.run(...query.bind(parameters)).changes;
        return noted(query, parameters, again, () => this.#execute(query, run));
      },
    };
  }

  #execute<T>(query: Query<never, unknown>, fn: (statement: Statement) => T): T {
    this.#requireOwnJournal();
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
      if (milliseconds > SLOW_MILLISECONDS) this.#environment.report?.({ name: query.name, milliseconds });
    }
  }

  #control(statement: 'BEGIN' | 'BEGIN IMMEDIATE' | 'COMMIT'): void {
    if (statement !== 'COMMIT') this.#requireOwnJournal();
    translated(statement, () => this.#database.exec(statement));
  }

  /**
   * To be asked before a lock is taken. SQLite takes a journal that stands beside the path for this file's, whatever
   * became of the path, and undoes it: it would put another file's pages into ours, and empty the journal that the other is
   * mended by; or set ours back, where what syncs or restores files put an old journal there. A journal that is not ours is
   * of another program's transaction, which ends soon, or to be looked at before the file is opened again (`probe`).
   * @throws {AspenError} MOVED where the journal is of a file that stands there instead; IN_USE
   */
  #requireOwnJournal(): void {
    if (this.#database.inTransaction || !isFilled(this.#journal)) return;
    if (!this.isUnmoved)
      throw new AspenError('MOVED', `${basename(this.path)} is another file, and half written`);
    if (!this.hasStrangeJournal || !this.#strangeJournal.outlastsWaiting()) return;
    throw new AspenError('IN_USE', `beside ${basename(this.path)} lies a journal of another program`);
  }

  get #journal(): string {
    return `${this.path}-journal`;
  }

  /** @param head of the log as the commit would leave it */
  #commit(head: LogHead): void {
    try {
      this.#control('COMMIT');
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'IO_ERROR') throw error;
      this.#outcomeUnknown = true;
      if (!this.#hasReached(head)) throw error;
    }
  }

  /** Whether a commit reached the file though an error said otherwise; false too where that cannot be found out now. */
  #hasReached(head: LogHead): boolean {
    try {
      // Its locks would stand in the way of the connection that looks.
      this.#rollBack();
      this.reopen();
      const found = this.#readHead();
      return isSameHead(found, head) && head.seq !== this.#head.seq;
    } catch (error) {
      if (error instanceof AspenError) return false;
      throw error;
    }
  }

  /** Some errors roll back by themselves. */
  #rollBack(): void {
    if (!this.#database.inTransaction) return;
    translated('ROLLBACK', () => this.#database.exec('ROLLBACK'));
  }

  #reopenExplained(): void {
    try {
      this.reopen();
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** SQLite has no name for a disk or a folder that may not be written any more: it says that the disk failed. */
  #explained(error: unknown): unknown {
    const isDisk = error instanceof AspenError && error.code === 'IO_ERROR';
    return isDisk && !mayWrite(this.path)
      ? new AspenError('READ_ONLY', error.detail, { cause: error })
      : error;
  }

  #readHead(): LogHead {
    const row = this.first(readHead, NONE);
    if (row === undefined) throw new AspenError('CORRUPT', 'the file has no grove row');
    return { seq: row.log_seq, hash: row.log_hash as Sha256 | null };
  }

  #checkHead(): void {
    const known = this.#head;
    const found = this.#readHead();
    if (isSameHead(found, known)) return;
    this.#head = found;
    this.#externalWrites += 1;
    throw new AspenError(
      'CONFLICT',
      `the log is at ${found.seq}, not at ${known.seq}: another program wrote the file`,
    );
  }

  #forgetStatements(): void {
    this.#statements.clear();
    this.#columnStatements.clear();
  }
}

function isPromiseLike(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
