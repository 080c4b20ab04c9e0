import type { Database } from 'better-sqlite3';

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
  /** Whether these are the stats of the file that was opened. */
  readonly isFile: (stats: FileIdentity) => boolean;
  /** Whether the path still leads to the file that was opened. */
  readonly isUnmoved: () => boolean;
}
