import { basename, extname } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import type { BackupSummary } from '../../../ipc/wire/copies.ts';
import { BACKUP_GONE } from '../../../ui-text/refusals.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { openFile } from '../../store/connection/open-file.ts';
import type { Store } from '../../store/connection/store.ts';
import { saveCheckedCopy } from '../../store/copies/save-copy.ts';
import { changeGroveIdentity, getGrove } from '../../store/tables/grove.ts';
import { countEntities } from '../../store/tables/grove-state.ts';
import type { BackupFile, BackupFolder } from './backup-folder.ts';
import { type CheckCopy, copyChecker } from './check-copy.ts';

export interface BackupLibraryOptions {
  readonly folder: BackupFolder;
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  now(): number;
  newId(): string;
  readonly checkCopy: CheckCopy;
  /** A backup of a grove was copied as another one. */
  onCopied(from: GroveId, to: GroveId): void;
  warn(message: string): void;
}

/** Lists the backups on this computer and copies them as groves of their own. */
export class BackupLibrary {
  readonly #options: BackupLibraryOptions;

  constructor(options: BackupLibraryOptions) {
    this.#options = options;
  }

  /**
   * The backups of one grove, or of all, newest first. Unreadable ones are left out: they could not be opened either.
   * @param groveId null for all
   */
  async list(groveId: GroveId | null): Promise<readonly BackupSummary[]> {
    const { folder } = this.#options;
    const listed: BackupSummary[] = [];
    for (const id of groveId === null ? folder.groves() : [groveId]) {
      for (const file of folder.list(id)) {
        const summary = this.#read(id, file);
        if (summary !== null) listed.push(summary);
        // Let pending saves run between two backups.
        await yieldToEventLoop();
      }
    }
    return listed.sort((a, b) => b.time - a.time);
  }

  /**
   * Writes a copy of a backup to a path that the writer chose, as another grove.
   * @param signal cancels it; nothing is left behind
   * @throws {AspenError} NOT_FOUND; as `saveCheckedCopy`
   */
  async copy(groveId: GroveId, name: string, target: string, signal?: AbortSignal): Promise<void> {
    const { folder, newId, checkCopy, onCopied } = this.#options;
    const copyId = newId() as GroveId;
    const file = folder.list(groveId).find((known) => known.name === name);
    if (file === undefined) throw new AspenError('NOT_FOUND', BACKUP_GONE);
    const store = this.#open(file.path, true);
    try {
      const copyOptions = {
        store,
        target,
        open: (path: string) => this.#open(path, false),
        writePending: (tx: FileTransaction) =>
          changeGroveIdentity(tx, copyId, basename(target, extname(target))),
        moveIntoPlace: (partial: string, path: string) => folder.moveIntoPlace(partial, path),
      };
      const check = copyChecker({ open: copyOptions.open, checkCopy, signal });
      await saveCheckedCopy(copyOptions, check, signal);
      onCopied(groveId, copyId);
    } finally {
      store.close();
    }
  }

  #read(groveId: GroveId, { name, path, time, isReplaced }: BackupFile): BackupSummary | null {
    const { warn } = this.#options;
    try {
      const store = this.#open(path, true);
      try {
        const { name: groveName } = getGrove(store);
        return { groveId, groveName, name, time, isReplaced, ...countEntities(store) };
      } finally {
        store.close();
      }
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`the backup ${name} cannot be read: ${error.message}`);
      return null;
    }
  }

  /**
   * @param allowOlder read-only, without migrating: a backup is read in any version, but a copy of one is
   *   migrated
   */
  #open(path: string, allowOlder: boolean): Store {
    const { migrations, nativeBinding, now } = this.#options;
    const binding = nativeBinding === undefined ? {} : { nativeBinding };
    return openFile(path, { migrations, now, readonly: allowOlder, allowOlder, ...binding });
  }
}
