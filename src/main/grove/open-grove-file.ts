import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { GroveId } from '../../core/ids.ts';
import { openFile } from '../store/connection/open-file.ts';
import { RedoLog } from '../store/connection/redo-log.ts';
import { type ResolvedFile, resolveFile } from '../store/connection/resolve-file.ts';
import { type Store, WriteHold } from '../store/connection/store.ts';
import type { BackupFolder } from './copies/backup-folder.ts';
import { backUpOld } from './copies/backups.ts';

export interface GroveFileOptions {
  readonly path: string | ResolvedFile;
  /** Creates the grove if there is no file. */
  readonly create: boolean;
  /** Writes nothing, not even that the grove was opened. */
  readonly readOnly?: boolean;
  /**
   * A transaction that a crash left unfinished may be rolled back: the file was checked (`OpenOptions.allowRollback`).
   */
  readonly allowRollback?: boolean;
  /**
   * Treatment of an older grove that cannot be backed up before it is migrated: throw NO_BACKUP (the default), show a
   * migrated copy of it for reading, or migrate it all the same, because the writer agreed.
   */
  readonly ifNoBackup?: 'refuse' | 'read' | 'migrate';
  /**
   * The texts of an existing file have not been verified: nothing is written before `OpenGrove.start` has done
   * that. Only migrating an older file is not held back, because that was tried before.
   */
  readonly checksFirst?: boolean;
  /** The folder of migrations. */
  readonly migrations: string;
  /** Path of better-sqlite3's addon, if its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
  now(): number;
  readonly backups: BackupFolder;
  warn(message: string): void;
}

/** An open file, its recent transactions, and whether it may be written yet. */
export interface GroveFile {
  readonly store: Store;
  readonly redo: RedoLog;
  readonly hold: WriteHold;
  /**
   * Why an older grove could not be backed up, in a sentence, if a copy of it is shown for reading because of
   * that; else null.
   */
  readonly noBackup: string | null;
}

/**
 * Opens a grove's file and migrates an older one, after backing it up; creates it if there is none and `create` is set.
 * @throws {AspenError} what `openFile` throws, and NO_BACKUP by `ifNoBackup`; then nothing was written
 */
export function openGroveFile(options: GroveFileOptions): GroveFile {
  const { create, migrations, nativeBinding, now, backups, warn } = options;
  const file = resolveFile(options.path);
  const binding = nativeBinding === undefined ? {} : { nativeBinding };
  const readOnlyOptions = { migrations, now, readonly: true, allowOlder: true, ...binding };
  const newGrove = () => ({
    id: options.makeIds('')() as GroveId,
    name: basename(file.given, extname(file.given)),
    moveIntoPlace: backups.moveIntoPlace,
  });
  const redo = new RedoLog();
  const hold = new WriteHold(options.checksFirst === true && options.readOnly !== true);
  const open = (readonly: boolean) =>
    openFile(file, {
      migrations,
      now,
      beforeMigration: (old) => {
        try {
          backUpOld({ old, folder: backups, now, open: (copy) => openFile(copy, readOnlyOptions) });
        } catch (error) {
          if (options.ifNoBackup !== 'migrate' || !isNoBackup(error)) throw error;
          warn(`an older grove is migrated without a backup: ${error.detail}`);
        }
      },
      report: ({ name, milliseconds }) => warn(`slow: ${name} took ${milliseconds.toFixed(1)} ms`),
      beforeTransaction: hold.requireLifted,
      onWritten: (transaction) => redo.record(transaction),
      ...binding,
      ...(readonly ? { readonly, migrateCopy: true } : {}),
      ...(options.allowRollback === true ? { allowRollback: true } : {}),
      ...(create && !readonly ? { create: newGrove() } : {}),
    });
  try {
    return { store: open(options.readOnly === true), redo, hold, noBackup: null };
  } catch (error) {
    if (options.ifNoBackup !== 'read' || !isNoBackup(error)) throw error;
    hold.lift();
    return { store: open(true), redo, hold, noBackup: error.detail };
  }
}

function isNoBackup(error: unknown): error is AspenError {
  return error instanceof AspenError && error.code === 'NO_BACKUP';
}
