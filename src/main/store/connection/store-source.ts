import type { Database } from 'better-sqlite3';
import type { WrittenTransaction } from './file-transaction.ts';
import type { SlowQuery } from './statement-cache.ts';

/** Identifies a file on this computer. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** A file and how to connect to it (`open-file.ts`). */
export interface StoreSource {
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
