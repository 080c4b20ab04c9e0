import type { BigIntStats } from 'node:fs';
import { basename } from 'node:path';
import type { Database, Statement } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import { AspenError } from '../../../core/errors.ts';
import { BUSY_MILLISECONDS } from './connection-settings.ts';
import { findStats, isNonEmpty, isWritable, mayBeNonEmpty } from './file-stats.ts';
import {
  createTransaction,
  type FileTransaction,
  isPromiseLike,
  type WrittenStatement,
  type WrittenTransaction,
} from './file-transaction.ts';
import { isSameHead, type LogHead, readHead } from './log-head.ts';
import { type FindOverwrite, type Overwrite, OverwriteGuard } from './overwrite-guard.ts';
import type { Query, Reader, SqlValue } from './query.ts';
import { fromSqlite, translateErrors } from './sqlite-errors.ts';
import { type SlowQuery, StatementCache } from './statement-cache.ts';

/**
 * The one connection to a grove's file and the only gateway for its writes (`storage.md`, *Connection*).
 * Created by `openFile`. Everything is synchronous: a transaction is never held across an `await`.
 */
export class Store implements Reader {
  readonly #isReader: boolean;
  #writeRefusal: AspenError | null = null;
  #source: StoreSource;
  readonly #environment: StoreEnvironment;
  #database: Database;
  #statements: StatementCache;
  #head: LogHead;
  #externalWrites = 0;
  #guard: OverwriteGuard;
  /** A commit failed with an I/O error: the file must be reopened to find out whether it was written. */
  #outcomeUnknown = false;
  #journal: FileJournal;

  constructor(source: StoreSource, environment: StoreEnvironment) {
    this.#source = source;
    this.#environment = environment;
    this.#isReader = source.readonly;
    this.#database = source.connect();
    this.#statements = new StatementCache(this.#database, environment.report);
    this.#journal = new FileJournal(source.path);
    this.#guard = new OverwriteGuard(source.path);
    this.#head = readHead(this);
  }

  /** True if `transact` refuses: the file was opened read-only, or `refuseWrites` was called. */
  get readonly(): boolean {
    return this.#isReader || this.#writeRefusal !== null;
  }

  /** From now on every transaction fails with this error. */
  refuseWrites(reason: AspenError): void {
    this.#writeRefusal ??= reason;
  }

  /** The real path: what `stat` and other processes are to use. */
  get path(): string {
    return this.#source.path;
  }

  /** The path that was given, perhaps a link: for display, and for remembering the file. */
  get givenPath(): string {
    return this.#source.givenPath;
  }

  /**
   * True if the path still leads to the open file. @throws {AspenError} IO_ERROR when the file system gives no answer
   */
  get isUnmoved(): boolean {
    return this.#source.isUnmoved();
  }

  /** Returns true if these are the stats of the open file. */
  isFile(stats: FileIdentity): boolean {
    return this.#source.isFile(stats);
  }

  /** True if a journal that no transaction of ours wrote lies beside the file: it blocks reads and writes. */
  get hasForeignJournal(): boolean {
    return !this.#isReader && this.#journal.isForeign;
  }

  /** The head of the log as this store last read or wrote it. */
  get head(): LogHead {
    return this.#head;
  }

  /**
   * Number of transactions that ended in CONFLICT because another program had written the file. Anything that caches
   * file contents compares this count to notice a conflict that another caller met first.
   */
  get externalWrites(): number {
    return this.#externalWrites;
  }

  /** Number of times that something else touched the file without adding to the log: drafts and cursors may differ. */
  get reopenings(): number {
    return this.#guard.reopenings;
  }

  /** The contents that overwrote the file in place; null for none. Until it is put right, reads and writes fail. */
  get overwrite(): Overwrite | null {
    return this.#guard.found;
  }

  /**
   * From now on, a file that something else has touched is examined before it is written, and must still have
   * what was written here (`storage.md`, *Overwritten in place*).
   */
  guardAgainstOverwriting(findOverwrite: FindOverwrite): void {
    this.#guard.arm(findOverwrite);
  }

  /** Returns true if the file with these stats is as this store left it. */
  isUntouched(stats: BigIntStats): boolean {
    return this.#guard.isUntouched(stats);
  }

  /**
   * Examines the file again if something else has touched it since. Call it every second.
   * @throws {AspenError} CONFLICT when another program has written; REPLACED when the file was overwritten;
   *   IN_USE, READ_ONLY, IO_ERROR when it cannot be examined now
   */
  examine(): void {
    const stats = this.#guard.readStats();
    // A file that is gone, or another one in its place, is not written: SQLite reports MOVED.
    if (stats === null || !this.isFile(stats)) return;
    if (this.isUntouched(stats)) {
      this.#guard.requireNone();
      return;
    }
    this.#journal.requireOwn(() => this.isUnmoved, this.#isReader);
    this.#guard.examine(stats, () => this.reopen(), this, this.#head);
    this.#adoptHead(readHead(this));
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
    yield* this.#statements.columns(query, parameters);
  }

  /** Runs `fn` with every statement reading the same state of the file. */
  snapshot<T>(fn: (reader: Reader) => T extends PromiseLike<unknown> ? never : T): T {
    if (this.#database.inTransaction) return fn(this);
    this.#control('BEGIN');
    try {
      const result: T = fn(this);
      this.#control('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Reads a SQLite pragma, or sets it (`name = value`) for this connection. */
  pragma(source: string): unknown {
    return translateErrors(source, () => this.#database.pragma(source, { simple: true }));
  }

  /**
   * Runs `fn` in one transaction and returns its result; if it throws, the transaction is rolled back. `fn`
   * must be synchronous: an async one does not compile. The head of the log is checked first.
   *
   * After an I/O error on commit the outcome is unknown: the file is reopened and its head is read. If the
   * commit did reach the file, `transact` succeeds. While the file cannot be reopened the outcome stays
   * unknown: the next transaction checks, and ends in CONFLICT if the commit had reached the file.
   *
   * @throws {AspenError} CONFLICT when another program has written since this store last read the head: what
   *   the caller holds is stale and must be read again, after which the next transaction succeeds; IN_USE,
   *   READ_ONLY, MOVED, DISK_FULL, IO_ERROR, CORRUPT from SQLite
   */
  transact<T>(fn: (tx: FileTransaction) => T extends PromiseLike<unknown> ? never : T): T {
    if (this.#writeRefusal !== null) throw this.#writeRefusal;
    if (this.#isReader)
      throw new AspenError('READ_ONLY', `${basename(this.givenPath)} was opened for reading only`);
    this.#environment.beforeTransaction?.();
    if (this.#outcomeUnknown) this.#reopenForTransaction();
    else this.examine();
    assert(!this.#database.inTransaction, 'a nested transaction');
    this.#control('BEGIN IMMEDIATE');
    this.#journal.onBegin();
    let isLive = true;
    const { now, onWritten } = this.#environment;
    const statements: WrittenStatement[] = [];
    try {
      this.#checkHead();
      const result: T = fn(
        createTransaction({
          reader: this,
          now,
          run: (query, parameters) =>
            this.#execute(query, (statement) => statement.run(...query.bind(parameters)).changes),
          isLive: () => isLive,
          writes: (query) => this.#statements.writes(query),
          record: (statement) => {
            if (onWritten !== undefined) statements.push(statement);
          },
        }),
      );
      assert(!isPromiseLike(result), 'a transaction is synchronous');
      const head = readHead(this);
      this.#commit(head);
      this.#journal.onCommit();
      this.#guard.onWritten();
      const { seq: from } = this.#head;
      this.#head = head;
      onWritten?.({ from, to: head.seq, statements });
      return result;
    } catch (error) {
      this.#rollBack();
      this.#journal.onFailure();
      throw this.#withReadOnlyCode(fromSqlite(error, 'transaction'));
    } finally {
      isLive = false;
    }
  }

  /**
   * Copies everything in the file into a new file.
   * @throws {AspenError} IO_ERROR if a file is there already; DISK_FULL, CORRUPT
   */
  copyTo(path: string): void {
    this.#requireOwnJournal();
    translateErrors(`copying to ${basename(path)}`, () => this.#database.prepare('VACUUM INTO ?').run(path));
  }

  /**
   * Reopens the file after an error. The store keeps the head it knew, so that the next transaction notices
   * what happened meanwhile.
   * @throws {AspenError} MOVED when the path now leads elsewhere; otherwise as `openFile`. The store then
   *   keeps its old connection
   */
  reopen(): void {
    if (!this.#source.isUnmoved())
      throw new AspenError('MOVED', `${basename(this.givenPath)} is not the file that was opened`);
    this.#replaceConnection(this.#source.reconnect());
    this.#outcomeUnknown = false;
  }

  /**
   * Takes over the connection of another store, which must not be used afterwards. Both must hold the same
   * grove; the caller checks that. This store keeps the head it knew, so that the next transaction notices
   * what the other file has beyond it.
   */
  switchTo(other: Store): void {
    assert(!this.#database.inTransaction, 'the connection was replaced inside a transaction');
    other.#statements.clear();
    this.#replaceConnection(other.#database);
    this.#source = other.#source;
    this.#journal = new FileJournal(other.path);
    this.#guard = this.#guard.rearm(other.path);
    this.#outcomeUnknown = false;
  }

  /**
   * Closes the file and removes its journal. Closing twice is harmless.
   * @throws {AspenError} when the journal could not be removed; the file is closed all the same
   */
  close(): void {
    if (!this.isOpen) return;
    this.#statements.clear();
    try {
      // If our file was moved away or overwritten, the journal belongs to its replacement: not ours to delete.
      // A foreign journal is not ours to roll back.
      const isOurs = this.#guard.found === null && !this.#journal.isForeign && this.#source.isUnmoved();
      if (!this.#isReader && isOurs) {
        translateErrors('closing', () => this.#database.pragma('journal_mode = DELETE'));
      }
    } finally {
      this.#database.close();
    }
  }

  #replaceConnection(database: Database): void {
    this.#statements.clear();
    this.#database.close();
    this.#database = database;
    this.#statements = new StatementCache(database, this.#environment.report);
  }

  #execute<T>(query: Query<never, unknown>, fn: (statement: Statement) => T): T {
    this.#requireOwnJournal();
    return this.#statements.execute(query, fn);
  }

  #control(statement: 'BEGIN' | 'BEGIN IMMEDIATE' | 'COMMIT'): void {
    if (statement !== 'COMMIT') this.#requireOwnJournal();
    translateErrors(statement, () => this.#database.exec(statement));
  }

  /** Call this before SQLite takes a lock. @throws {AspenError} REPLACED; as `FileJournal.requireOwn` */
  #requireOwnJournal(): void {
    this.#guard.requireNone();
    if (this.#database.inTransaction) return;
    this.#journal.requireOwn(() => this.isUnmoved, this.#isReader);
  }

  /** @param head of the log once the commit has succeeded */
  #commit(head: LogHead): void {
    try {
      this.#control('COMMIT');
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'IO_ERROR') throw error;
      this.#outcomeUnknown = true;
      if (!this.#wasCommitted(head)) throw error;
    }
  }

  /** Returns true if a commit reached the file in spite of an error; also false when that cannot be found out now. */
  #wasCommitted(head: LogHead): boolean {
    try {
      // The failed transaction's locks would block the new connection.
      this.#rollBack();
      this.reopen();
      const found = readHead(this);
      return isSameHead(found, head) && head.seq !== this.#head.seq;
    } catch (error) {
      if (error instanceof AspenError) return false;
      throw error;
    }
  }

  /** After some errors SQLite has already rolled back. */
  #rollBack(): void {
    if (!this.#database.inTransaction) return;
    translateErrors('ROLLBACK', () => this.#database.exec('ROLLBACK'));
  }

  #reopenForTransaction(): void {
    try {
      this.reopen();
      this.#guard.compare(this, this.#head);
    } catch (error) {
      throw this.#withReadOnlyCode(error);
    }
    this.#guard.requireNone();
  }

  /** Turns an IO_ERROR into READ_ONLY if the disk or folder became read-only: SQLite reports a disk failure there. */
  #withReadOnlyCode(error: unknown): unknown {
    const isDisk = error instanceof AspenError && error.code === 'IO_ERROR';
    return isDisk && !isWritable(this.path)
      ? new AspenError('READ_ONLY', error.detail, { cause: error })
      : error;
  }

  #checkHead(): void {
    const found = readHead(this);
    if (isSameHead(found, this.#head)) return;
    // Its stats need not show that the file was overwritten: some file systems count times in seconds.
    this.#guard.compare(this, this.#head);
    this.#guard.requireNone();
    this.#adoptHead(found);
  }

  /** @throws {AspenError} CONFLICT when the log has grown without us */
  #adoptHead(found: LogHead): void {
    const known = this.#head;
    if (isSameHead(found, known)) return;
    this.#head = found;
    this.#externalWrites += 1;
    throw new AspenError(
      'CONFLICT',
      `the log is at ${found.seq}, not at ${known.seq}: another program wrote the file`,
    );
  }
}

/** SQLite's rollback journal beside an open file: ours, or another program's. */
class FileJournal {
  readonly #file: string;
  readonly #path: string;
  readonly #foreign: ForeignJournal;
  /** The journal was there when the file was opened, or belongs to a transaction of ours that failed. */
  #isOurs: boolean;

  /** @param file the path of the open file */
  constructor(file: string) {
    this.#file = file;
    this.#path = `${file}-journal`;
    this.#foreign = new ForeignJournal(this.#path);
    this.#isOurs = isNonEmpty(this.#path);
  }

  /** True if there is a journal that no transaction of ours wrote. */
  get isForeign(): boolean {
    return !this.#isOurs && isNonEmpty(this.#path);
  }

  /** A transaction of ours began. */
  onBegin(): void {
    this.#isOurs = true;
  }

  onCommit(): void {
    this.#isOurs = false;
  }

  /** A transaction of ours failed. */
  onFailure(): void {
    // If the disk does not answer, assume our journal is there: it must not count as foreign when the disk is back.
    this.#isOurs = mayBeNonEmpty(this.#path);
  }

  /**
   * SQLite treats any journal beside the path as this file's, whatever the path leads to by now, and rolls it back.
   * That would write another file's pages into ours and empty the journal that the other file needs for its own
   * recovery; or, where a sync or restore tool put an old journal there, revert our file. A foreign journal belongs to
   * another program's transaction, which ends soon, or must be inspected before the file is opened again (`probe`).
   * @param isReader the file is only read: a foreign journal does no harm
   * @throws {AspenError} MOVED when the journal belongs to a file that replaced ours; IN_USE
   */
  requireOwn(isUnmoved: () => boolean, isReader: boolean): void {
    if (!isNonEmpty(this.#path)) return;
    if (!isUnmoved())
      throw new AspenError(
        'MOVED',
        `${basename(this.#file)} was replaced by another file with an unfinished transaction`,
      );
    if (isReader || this.#isOurs || !this.#foreign.persistsAfterWait()) return;
    throw new AspenError('IN_USE', `another program’s journal lies beside ${basename(this.#file)}`);
  }
}

/** Interval of checks whether another program's transaction has ended, in milliseconds. */
const POLL_INTERVAL = 5;

/** A journal beside the file that no transaction of ours wrote. */
class ForeignJournal {
  readonly #path: string;
  /** The journal that outlasted a wait: later statements do not wait for it again. */
  #persistent: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Waits for another program's transaction to end, at most as long as for its lock.
   * @returns whether the journal is still there
   * @throws {AspenError} IO_ERROR when the file system gives no answer
   */
  persistsAfterWait(): boolean {
    if (this.#fingerprint() === this.#persistent) return this.#persistent !== null;
    const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (let waited = 0; waited < BUSY_MILLISECONDS; waited += POLL_INTERVAL) {
      if (this.#fingerprint() === null) break;
      Atomics.wait(cell, 0, 0, POLL_INTERVAL);
    }
    this.#persistent = this.#fingerprint();
    return this.#persistent !== null;
  }

  /** Identifies the journal and the transaction that wrote it; null when there is none. */
  #fingerprint(): string | null {
    const stats = findStats(this.#path);
    return stats === undefined || stats.size === 0n ? null : [stats.ino, stats.size, stats.mtimeNs].join();
  }
}

/** Identifies a file on this computer. */
interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** A file and how to connect to it (`open-file.ts`). */
interface StoreSource {
  /** The real path (`resolve-file.ts`). */
  readonly path: string;
  /** The path as people know it. */
  readonly givenPath: string;
  readonly readonly: boolean;
  /** A checked connection with the pragmas of `storage.md`, migrated if need be. */
  readonly connect: () => Database;
  /** The same to the file that was opened, which is never migrated again. */
  readonly reconnect: () => Database;
  /** Returns true if these are the stats of the file that was opened. */
  readonly isFile: (stats: FileIdentity) => boolean;
  /** Returns true if the path still leads to the file that was opened. */
  readonly isUnmoved: () => boolean;
}

/** The store's dependencies and listeners. */
export interface StoreEnvironment {
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Called for every statement that took more than 8 ms. */
  readonly report?: (slow: SlowQuery) => void;
  /** Called before each transaction; what it throws refuses the transaction. */
  readonly beforeTransaction?: () => void;
  /** Called after each committed transaction. */
  readonly onWritten?: (transaction: WrittenTransaction) => void;
}

/**
 * Runs `fn` in a transaction and retries once when another program has written meanwhile, for callers that
 * hold no file contents that could be stale.
 * @throws {AspenError} as `Store.transact`
 */
export function transactWithRetry<T>(
  store: Store,
  fn: (tx: FileTransaction) => T extends PromiseLike<unknown> ? never : T,
): T {
  try {
    return store.transact(fn);
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CONFLICT') throw error;
    return store.transact(fn);
  }
}

/**
 * Refuses every transaction of a store while the texts of its file have not been verified yet (`storage.md`,
 * *Opening, in order*, step 4). It is the last safeguard: what writes waits before it comes to this.
 */
export class WriteHold {
  #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The file may be written from now on. */
  lift(): void {
    this.#isOn = false;
  }

  /** @throws {AspenError} CHECKING while it is on */
  readonly requireLifted = (): void => {
    if (this.#isOn) throw new AspenError('CHECKING', 'the texts of the file have not been verified yet');
  };
}
