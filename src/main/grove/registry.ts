import { basename, resolve } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { findStats } from '../store/connection/file-stats.ts';
import type { BackupFolder } from './copies/backup-folder.ts';
import { OpenGrove, type OpenGroveOptions } from './open-grove.ts';

/** How a grove is opened. */
export interface OpeningWish extends Pick<OpenGroveOptions, 'readOnly' | 'mayUndo' | 'withoutBackup'> {
  /** All of the file was looked through just now. */
  readonly isChecked?: boolean;
}

/** The groves open in this process. One file is opened once, whatever its path is called (`storage.md`, *Opening*). */
export class GroveRegistry {
  /** Where backups are. No copy comes to the place of a file that is open here: it was free when the copy was begun. */
  readonly folder: BackupFolder;
  readonly #options: Omit<OpenGroveOptions, 'path' | 'create' | 'onMoved' | 'onClosed'>;
  readonly #open = new Map<string, OpenGrove>();
  /** By path and, where there is a file, by identity: who asks meanwhile waits for the same grove. */
  readonly #opening = new Map<string, Promise<OpenGrove>>();

  constructor(options: Omit<OpenGroveOptions, 'path' | 'create' | 'onMoved' | 'onClosed'>) {
    const { backups } = options;
    this.folder = {
      ...backups,
      intoPlace: (partial, place) => {
        this.#requireFree(place);
        backups.intoPlace(partial, place);
      },
    };
    this.#options = { ...options, backups: this.folder };
  }

  /** The open grove whose file stands at `path`, told by device and inode. @throws {AspenError} IO_ERROR where nothing tells */
  find(path: string): OpenGrove | undefined {
    const identity = identityOf(path);
    return identity === undefined ? undefined : this.#open.get(identity);
  }

  /** The grove at `path` that is being opened just now. */
  findOpening(path: string): Promise<OpenGrove> | undefined {
    return this.#opening.get(identityOf(path) ?? resolve(path)) ?? this.#opening.get(resolve(path));
  }

  /**
   * Opens the grove at `path`, with what earlier sessions left in the journal; makes it when it is not there and
   * `create` is set.
   * @throws {AspenError} what `OpenGrove.open` throws
   */
  async open(path: string, create: boolean, wish: OpeningWish = {}): Promise<OpenGrove> {
    const names = [resolve(path), identityOf(path)].filter((name) => name !== undefined);
    const opening = this.#begin(path, create, wish);
    for (const name of names) this.#opening.set(name, opening);
    try {
      return await opening;
    } finally {
      for (const name of names) this.#opening.delete(name);
    }
  }

  #requireFree(place: string): void {
    if (this.find(place) === undefined && this.findOpening(place) === undefined) return;
    throw new AspenError('INVALID_ARGUMENT', `${basename(place)} is open in a window; choose another name`);
  }

  async #begin(path: string, create: boolean, wish: OpeningWish): Promise<OpenGrove> {
    const grove = OpenGrove.open({
      ...this.#options,
      ...wish,
      path,
      create,
      onMoved: (moved) => {
        if (identity !== undefined) this.#open.delete(identity);
        identity = identityOf(moved.path);
        if (identity !== undefined) this.#open.set(identity, moved);
      },
      onClosed: () => {
        if (identity !== undefined) this.#open.delete(identity);
      },
    });
    let identity = identityOf(path);
    try {
      await grove.compareWithKnown();
      await grove.recover([grove, ...this.#open.values()].map(({ sessionId }) => sessionId));
    } catch (error) {
      await grove.close();
      throw error;
    }
    if (identity !== undefined) this.#open.set(identity, grove);
    if (wish.isChecked !== true) grove.checkInBackground();
    grove.copies.keepBackups();
    grove.rememberHead();
    return grove;
  }

  /** Another file stands at a path than before, by the writer's wish. */
  async forgetFileAt(path: string): Promise<void> {
    const { journal, backups, warn } = this.#options;
    try {
      await journal.forgetHeads(backups.originOf(path));
    } catch (error) {
      warn(`what was known of another file is kept: ${String(error)}`);
    }
  }

  /**
   * Does something with the grove at `path`, which is closed again where it was not open.
   * @param look looks at the file before it is opened; what it throws, this throws
   * @throws {AspenError} what `openFile` throws, and closing
   */
  async with<T>(
    path: string,
    look: (path: string) => Promise<void>,
    use: (grove: OpenGrove) => Promise<T>,
  ): Promise<T> {
    const find = async () => this.find(path) ?? (await this.findOpening(path));
    let known = await find();
    if (known === undefined) {
      await look(path);
      known = await find();
    }
    if (known !== undefined) return use(known);
    const opened = await this.open(path, false, { mayUndo: true });
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  }
}

/** @throws {AspenError} IO_ERROR where the file system does not say */
function identityOf(path: string): string | undefined {
  const stats = findStats(path);
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}
