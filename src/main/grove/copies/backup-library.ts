import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { GroveId, Sha256 } from '../../../core/ids.ts';
import type { BackupSummary } from '../../../ipc/wire/copies.ts';
import { openFile } from '../../store/connection/open-file.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { saveCheckedCopy } from '../../store/copies/save-copy.ts';
import { becomeAnother, getGrove } from '../../store/tables/grove.ts';
import { countEntities } from '../../store/tables/grove-state.ts';
import type { BackupFile, BackupFolder } from './backup-folder.ts';
import { type CheckCopy, lookThroughCopy } from './check-copy.ts';

export interface BackupLibraryOptions {
  readonly folder: BackupFolder;
  /** The folder of migrations. */
  readonly migrations: string;
  readonly nativeBinding?: string | undefined;
  now(): number;
  sha256(text: string): Sha256;
  newId(): string;
  readonly checkCopy: CheckCopy;
  warn(message: string): void;
}

/** The backups of this computer: listed, and opened as groves of their own. */
export class BackupLibrary {
  readonly #options: BackupLibraryOptions;

  constructor(options: BackupLibraryOptions) {
    this.#options = options;
  }

  /**
   * A grove's backups, or those of all groves, newest first. One that cannot be read is left out: it could not be opened
   * either.
   * @param groveId null for all
   */
  async list(groveId: GroveId | null): Promise<readonly BackupSummary[]> {
    const { folder } = this.#options;
    const listed: BackupSummary[] = [];
    for (const id of groveId === null ? folder.groves() : [groveId]) {
      for (const file of folder.list(id)) {
        const summary = this.#read(id, file);
        if (summary !== null) listed.push(summary);
        // Typing that arrived meanwhile is saved between two of them.
        await turn();
      }
    }
    return listed.sort((a, b) => b.time - a.time);
  }

  /**
   * Writes a copy of a backup to a place of the writer's own, where it is another grove.
   * @param signal stops it; nothing is left of it then
   * @throws {AspenError} NOT_FOUND; as `saveCheckedCopy`
   */
  async copy(groveId: GroveId, name: string, target: string, signal?: AbortSignal): Promise<void> {
    const { folder, newId, checkCopy } = this.#options;
    const file = folder.list(groveId).find((known) => known.name === name);
    if (file === undefined) throw new AspenError('NOT_FOUND', 'that backup is gone');
    const store = this.#open(file.path, true);
    try {
      const copying = {
        store,
        target,
        open: (path: string) => this.#open(path, false),
        complete: (tx: FileTransaction) =>
          becomeAnother(tx, newId() as GroveId, basename(target, extname(target))),
        intoPlace: (partial: string, place: string) => folder.intoPlace(partial, place),
      };
      const check = lookThroughCopy({ open: copying.open, checkCopy, signal });
      await saveCheckedCopy(copying, check, signal);
    } finally {
      store.close();
    }
  }

  #read(groveId: GroveId, { name, path, time, bytes }: BackupFile): BackupSummary | null {
    const { warn } = this.#options;
    try {
      const store = this.#open(path, true);
      try {
        return { groveId, groveName: getGrove(store).name, name, time, bytes, ...countEntities(store) };
      } finally {
        store.close();
      }
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      warn(`the backup ${name} cannot be read: ${error.message}`);
      return null;
    }
  }

  /** A backup is read as it is, whatever its version; a copy of one is brought up to date. */
  #open(path: string, asItIs: boolean): Store {
    const { migrations, nativeBinding, now, sha256 } = this.#options;
    const binding = nativeBinding === undefined ? {} : { nativeBinding };
    return openFile(path, { migrations, now, sha256, readonly: asItIs, asItIs, ...binding });
  }
}
