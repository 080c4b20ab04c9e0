import { basename, extname } from 'node:path';
import type { GroveId, Sha256 } from '../../core/ids.ts';
import { openFile } from '../store/connection/open-file.ts';
import { Redo } from '../store/connection/redo.ts';
import type { Store } from '../store/connection/store.ts';
import { backUpOld } from './copies/back-up-old.ts';
import type { BackupFolder } from './copies/backup-folder.ts';

export interface GroveFileOptions {
  readonly path: string;
  /** Makes the grove where there is no file. */
  readonly create: boolean;
  /** Nothing is written, not even that the grove was opened. */
  readonly readOnly?: boolean;
  /** What a crash left half done may be undone: the file was looked at (`OpenOptions.mayUndo`). */
  readonly mayUndo?: boolean;
  /** A grove of an older version is brought up to date though no backup of it could be made: the writer was asked. */
  readonly withoutBackup?: boolean;
  /** The folder of migrations. */
  readonly migrations: string;
  /** better-sqlite3's addon, where its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
  now(): number;
  sha256(data: string | Uint8Array): Sha256;
  /** Where backups go. */
  readonly backups: BackupFolder;
  warn(message: string): void;
}

/** An open file, and what was written to it of late. */
export interface GroveFile {
  readonly store: Store;
  readonly redo: Redo;
}

/**
 * Opens a grove's file, brought up to date where it is of an older version; makes it where there is none and `create` is
 * set.
 * @throws {AspenError} what `openFile` throws, and NO_BACKUP where that must come first: nothing was written then
 */
export function openGroveFile(options: GroveFileOptions): GroveFile {
  const { path, create, migrations, nativeBinding, now, sha256, backups, warn } = options;
  const binding = nativeBinding === undefined ? {} : { nativeBinding };
  const asItIs = { migrations, now, sha256, readonly: true, asItIs: true, ...binding };
  const made = () => ({
    id: options.makeIds('')() as GroveId,
    name: basename(path, extname(path)),
    intoPlace: backups.intoPlace,
  });
  const redo = new Redo();
  const store = openFile(path, {
    migrations,
    now,
    sha256,
    beforeMigration: (old) => {
      if (options.withoutBackup === true) return;
      backUpOld({ old, folder: backups, now, open: (copy) => openFile(copy, asItIs) });
    },
    report: ({ name, milliseconds }) => warn(`slow: ${name} took ${milliseconds.toFixed(1)} ms`),
    onWritten: (transaction) => redo.note(transaction),
    ...binding,
    ...(options.readOnly === true ? { readonly: true } : {}),
    ...(options.mayUndo === true ? { mayUndo: true } : {}),
    ...(create && options.readOnly !== true ? { create: made() } : {}),
  });
  return { store, redo };
}
