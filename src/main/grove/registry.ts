import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { GroveId } from '../../core/ids.ts';
import { fileOpenInWindow } from '../../ui-text/refusals.ts';
import { findStats } from '../store/connection/file-stats.ts';
import { type ResolvedFile, resolveFile } from '../store/connection/resolve-file.ts';
import type { BackupFolder } from './copies/backup-folder.ts';
import { backupReason } from './copies/backups.ts';
import { describeFile } from './file/known-heads.ts';
import { OpenGrove, type OpenGroveOptions } from './open-grove.ts';

export type { ResolvedFile };

/** Options for opening a grove. */
export interface GroveOpenOptions
  extends Pick<OpenGroveOptions, 'readOnly' | 'allowRollback' | 'ifNoBackup' | 'changedRecords'> {
  /** The whole file was checked just before. Otherwise nothing is written to it before its texts are verified. */
  readonly isChecked?: boolean;
  /**
   * The contents were checked before this program wrote them (a copy, a migration): they are checked again in
   * the background, and nothing waits for that.
   */
  readonly checksLater?: boolean;
}

/** Shows other processes which files this one may write. By identity, as device and inode. */
export interface OpenMarks {
  add(identity: string): void;
  remove(identity: string): void;
}

interface GroveRegistryOptions extends Omit<OpenGroveOptions, 'path' | 'create' | 'onMoved' | 'onClosed'> {
  /** Undefined if no other process has to be shown. */
  readonly marks?: OpenMarks | undefined;
}

/** The groves open in this process. One file is opened once, whatever its path is called (`storage.md`, *Opening*). */
export class GroveRegistry {
  /** The backups. A copy never replaces a file that is open here: its target was free when the copy was started. */
  readonly folder: BackupFolder;
  readonly #options: GroveRegistryOptions;
  readonly #open = new Map<string, OpenGrove>();
  /** By path and, if the file exists, by identity: concurrent callers wait for the same grove. */
  readonly #opening = new Map<string, Promise<OpenGrove>>();

  constructor(options: GroveRegistryOptions) {
    const { backups } = options;
    this.folder = {
      ...backups,
      // A file has one series of backups, whatever links lead to it.
      originOf: (path) => backups.originOf(realPathOf(path)),
      moveIntoPlace: (partial, path) => {
        this.#requireFree(path);
        backups.moveIntoPlace(partial, path);
      },
    };
    this.#options = { ...options, backups: this.folder };
  }

  /**
   * Follows the links in a path. Call this once, before the file is inspected, and pass the result on.
   * @throws {AspenError} as `resolveFile`
   */
  resolve(path: string): ResolvedFile {
    return resolveFile(path);
  }

  /**
   * The open grove whose file is at `path`, by device and inode.
   * @throws {AspenError} IO_ERROR if the path cannot be read
   */
  find(path: string): OpenGrove | undefined {
    const identity = identityOf(path);
    return identity === undefined ? undefined : this.#open.get(identity);
  }

  /** The grove at `path` if it is being opened now. */
  findOpening(path: string): Promise<OpenGrove> | undefined {
    const real = realPathOf(path);
    return this.#opening.get(identityOf(real) ?? real) ?? this.#opening.get(real);
  }

  /**
   * Opens the grove at `path` and recovers what earlier sessions left in the journal; creates it if there is
   * no file and `create` is set.
   * @throws {AspenError} what `OpenGrove.open` throws
   */
  async open(
    path: string | ResolvedFile,
    create: boolean,
    options: GroveOpenOptions = {},
  ): Promise<OpenGrove> {
    const file = resolveFile(path);
    const names = [file.real, identityOf(file.real)].filter((name) => name !== undefined);
    const opening = this.#begin(file, create, options);
    for (const name of names) this.#opening.set(name, opening);
    try {
      return await opening;
    } finally {
      for (const name of names) this.#opening.delete(name);
    }
  }

  #requireFree(path: string): void {
    const open = this.find(path);
    // The file of an overwritten grove is put back by replacing it.
    if ((open === undefined || open.isOverwritten) && this.findOpening(path) === undefined) return;
    throw new AspenError('INVALID_ARGUMENT', fileOpenInWindow(basename(path)));
  }

  async #begin(file: ResolvedFile, create: boolean, options: GroveOpenOptions): Promise<OpenGrove> {
    const grove = OpenGrove.open({
      ...this.#options,
      ...options,
      path: file,
      create,
      checksFirst: options.isChecked !== true && options.checksLater !== true,
      onMoved: (moved) => {
        if (identity !== undefined) this.#forget(identity);
        identity = identityOf(moved.realPath);
        if (identity !== undefined) this.#keep(identity, moved);
      },
      onClosed: () => {
        // The file may have been opened again in its place.
        if (identity !== undefined && this.#open.get(identity) === grove) this.#forget(identity);
      },
    });
    let identity = identityOf(file.real);
    try {
      await grove.warnIfRolledBack();
      await grove.start(() => [grove, ...this.#open.values()].map(({ sessionId }) => sessionId));
    } catch (error) {
      await grove.close();
      throw error;
    }
    if (identity !== undefined) this.#keep(identity, grove);
    if (options.isChecked !== true && !grove.check.isWaiting) grove.checkInBackground();
    grove.watchHead();
    return grove;
  }

  #keep(identity: string, grove: OpenGrove): void {
    this.#open.set(identity, grove);
    if (!grove.isReadOnly) this.#options.marks?.add(identity);
  }

  #forget(identity: string): void {
    this.#open.delete(identity);
    this.#options.marks?.remove(identity);
  }

  /**
   * Writes what is unsaved of every open grove, and backs each up, before the program is replaced.
   * @throws {AspenError} NO_BACKUP if that cannot be done of one
   */
  async backUpAll(): Promise<void> {
    for (const grove of this.#open.values()) {
      if (grove.isReadOnly) continue;
      try {
        await grove.backUpSaved();
      } catch (error) {
        throw new AspenError('NO_BACKUP', `${basename(grove.path)}: ${backupReason(error)}`, {
          cause: error,
        });
      }
    }
  }

  /** Forgets the steps of undo of all files but these. @param paths of the recent groves */
  async keepUndoOf(paths: readonly string[]): Promise<void> {
    const { journal, backups, warn } = this.#options;
    try {
      await journal.forgetUndo({ except: paths.map((path) => backups.originOf(path)) });
    } catch (error) {
      warn(`steps of undo could not be deleted: ${String(error)}`);
    }
  }

  /** Forgets the known head of the file at `path`, which the writer replaced. */
  async forgetFileAt(path: string): Promise<void> {
    const { journal, backups, warn } = this.#options;
    try {
      await journal.forgetHeads(backups.originOf(path));
    } catch (error) {
      warn(`what was known of a replaced file could not be deleted: ${String(error)}`);
    }
  }

  /**
   * Resolves to true if closed sessions left text in the journal that a grove will recover when it is opened. False if
   * the journal cannot be read: then nothing is recovered.
   */
  async hasJournaled(groveId: GroveId): Promise<boolean> {
    const { journal, warn } = this.#options;
    try {
      const open = [...this.#open.values()].map(({ sessionId }) => sessionId);
      const { drafts, partials } = await journal.read(groveId, open);
      return drafts.length > 0 || partials.length > 0;
    } catch (error) {
      warn(`the recovery journal could not be read: ${String(error)}`);
      return false;
    }
  }

  /**
   * Resolves to true if a file is exactly as this program left it, and opening it recovers nothing: it need not be
   * inspected. True once only, so that a file with which the program came to grief is inspected the next time.
   */
  async isAsClosed(file: ResolvedFile): Promise<boolean> {
    const { journal, backups, migrations, warn } = this.#options;
    try {
      const closed = await journal.takeClosed(backups.originOf(file.real));
      if (closed === null || closed.file !== describeFile(file.real, migrations)) return false;
      return !(await this.hasJournaled(closed.groveId));
    } catch (error) {
      warn(`how a file was left could not be read: ${String(error)}`);
      return false;
    }
  }

  /**
   * Runs `use` with the grove at `path`, and closes it afterwards if it was not open before.
   * @param check checks the whole file before it is opened; its errors are passed on
   * @throws {AspenError} what `openFile`, `use` and closing throw
   */
  async with<T>(
    path: string,
    check: (file: ResolvedFile) => Promise<void>,
    use: (grove: OpenGrove) => Promise<T>,
  ): Promise<T> {
    const file = resolveFile(path);
    const find = async () => this.find(file.real) ?? (await this.findOpening(file.real));
    let known = await find();
    if (known === undefined) {
      await check(file);
      known = await find();
    }
    if (known !== undefined) return use(known);
    const opened = await this.open(file, false, { allowRollback: true, isChecked: true });
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  }
}

/** The real path of a file; the path itself if it leads nowhere. */
function realPathOf(path: string): string {
  try {
    return resolveFile(path).real;
  } catch (error) {
    if (error instanceof AspenError) return path;
    throw error;
  }
}

/**
 * A file, whatever its path is called; undefined if there is none.
 * @throws {AspenError} IO_ERROR if the file's identity cannot be read
 */
export function identityOf(path: string): string | undefined {
  const stats = findStats(path);
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}
