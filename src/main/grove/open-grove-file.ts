import { basename, extname } from 'node:path';
import type { GroveId, Sha256 } from '../../core/ids.ts';
import { openFile } from '../store/connection/open-file.ts';
import { RedoLog } from '../store/connection/redo-log.ts';
import { type ResolvedFile, resolveFile } from '../store/connection/resolve-file.ts';
import type { Store } from '../store/connection/store.ts';
import { backUpOld } from './copies/back-up-old.ts';
import type { BackupFolder } from './copies/backup-folder.ts';

export interface GroveFileOptions {
  readonly path: string | ResolvedFile;
  /** Creates the grove if there is no file. */
  readonly create: boolean;
  /** Writes nothing, not even that the grove was opened. */
  readonly readOnly?: boolean;
  /**
   * A transaction that a crash left unfinished may be rolled back: the file was checked
   * (`OpenOptions.allowRollback`).
   */
  readonly allowRollback?: boolean;
  /** Migrates an older grove even though it could not be backed up: the writer agreed. */
  readonly withoutBackup?: boolean;
  /** The folder of migrations. */
  readonly migrations: string;
  /** Path of better-sqlite3's addon, if its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
  now(): number;
  sha256(data: string | Uint8Array): Sha256;
  readonly backups: BackupFolder;
  warn(message: string): void;
}

/** An open file, and its recent transactions. */
export interface GroveFile {
  readonly store: Store;
  readonly redo: RedoLog;
}

/**
 * Opens a grove's file and migrates an older one; creates it if there is none and `create` is set.
 * @throws {AspenError} what `openFile` throws, and NO_BACKUP if the backup before a migration fails; then
 *   nothing was written
 */
export function openGroveFile(options: GroveFileOptions): GroveFile {
  const { create, migrations, nativeBinding, now, sha256, backups, warn } = options;
  const file = resolveFile(options.path);
  const binding = nativeBinding === undefined ? {} : { nativeBinding };
  const readOnlyOptions = { migrations, now, sha256, readonly: true, allowOlder: true, ...binding };
  const newGrove = () => ({
    id: options.makeIds('')() as GroveId,
    name: basename(file.given, extname(file.given)),
    moveIntoPlace: backups.moveIntoPlace,
  });
  const redo = new RedoLog();
  const store = openFile(file, {
    migrations,
    now,
    sha256,
    beforeMigration: (old) => {
      if (options.withoutBackup === true) return;
      backUpOld({ old, folder: backups, now, open: (copy) => openFile(copy, readOnlyOptions) });
    },
    report: ({ name, milliseconds }) => warn(`slow: ${name} took ${milliseconds.toFixed(1)} ms`),
    onWritten: (transaction) => redo.record(transaction),
    ...binding,
    ...(options.readOnly === true ? { readonly: true } : {}),
    ...(options.allowRollback === true ? { allowRollback: true } : {}),
    ...(create && options.readOnly !== true ? { create: newGrove() } : {}),
  });
  return { store, redo };
}
