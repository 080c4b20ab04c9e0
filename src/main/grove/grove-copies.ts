import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, GroveId, Sha256 } from '../../core/ids.ts';
import type { Mint } from '../../core/tree/mint.ts';
import type { ShareWish } from '../../ipc/wire.ts';
import { becomeAnother, getGrove } from '../store/grove.ts';
import { readState } from '../store/grove-state.ts';
import { findFileFaults } from '../store/integrity.ts';
import { type NewGrove, openFile } from '../store/open-file.ts';
import { type SaveCopyOptions, saveCheckedCopy, saveCopy } from '../store/save-copy.ts';
import { closeSession } from '../store/sessions.ts';
import type { Store, Writer } from '../store/store.ts';
import type { BackupFolder } from './backup-folder.ts';
import { Backups } from './backups.ts';
import type { Emit } from './emit.ts';
import type { GroveNotices } from './grove-notices.ts';
import { type MergedGrove, mergeGrove } from './merge-grove.ts';
import { sayMerged, sayWayBack } from './say-merged.ts';
import { shareGrove, sharePath } from './share-grove.ts';
import type { TreeSessions } from './tree-sessions.ts';

/** A copy of no more bytes is looked through at once. */
const SOON_CHECKED = 4 * 1024 * 1024;

/** After opening, a large grove is backed up so much later, in milliseconds. */
const AFTER_OPENING = 2_000;

/** How often it is looked whether a backup is due, in milliseconds. */
const BACKUP_LOOK = 5_000;

export interface GroveCopiesOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly sessionId: string;
  readonly sessions: TreeSessions;
  readonly mint: Mint;
  sha256(data: string | Uint8Array): Sha256;
  /** The folder of migrations. */
  readonly migrations: string;
  /** better-sqlite3's addon, where its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  /** Where backups go. */
  readonly folder: BackupFolder;
  /** What is wrong with a large copy of ours, found out where it keeps nobody waiting; empty where all holds. */
  checkCopy(path: string): Promise<readonly string[]>;
  readonly notices: GroveNotices;
  readonly emit: Emit;
  /** Tells the window of the grove again. */
  tell(): void;
  warn(message: string): void;
}

/** Everything of an open grove that is written to other files, and read from them: copies, backups, merging. */
export class GroveCopies {
  readonly #options: GroveCopiesOptions;
  readonly #backups: Backups;
  #openingTimer: ReturnType<typeof setTimeout> | undefined;
  #lookTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: GroveCopiesOptions) {
    this.#options = options;
    this.#backups = this.#makeBackups();
  }

  /** Backs the grove up from now on, a large one in a moment where a day has passed. To be called once. */
  keepBackups(): void {
    const { store } = this.#options;
    if (store.readonly) return;
    // A window is there by then, and says what keeps it.
    this.#openingTimer = setTimeout(() => void this.#backups.opened(), AFTER_OPENING);
    this.#openingTimer.unref();
    const look = () => {
      if (!store.readonly) void this.#backups.check();
    };
    this.#lookTimer = setInterval(look, BACKUP_LOOK);
    this.#lookTimer.unref();
  }

  stop(): void {
    clearTimeout(this.#openingTimer);
    clearInterval(this.#lookTimer);
  }

  /** Before closing, with all that was typed in the file: a backup, where something changed. */
  async closing(): Promise<void> {
    if (!this.#options.store.readonly) await this.#backups.closing();
  }

  /** The writer did something. */
  noteInput(): void {
    this.#backups.noteInput();
  }

  /** Milliseconds since the writer did something. */
  quietFor(): number {
    return this.#backups.quietFor();
  }

  /** The size of the file; 0 where it is gone. */
  bytes(): number {
    return statSync(this.#options.store.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Writes the grove with all that is typed into a file of its own. @throws {AspenError} as `saveCopy` */
  save(target: string): void {
    this.#save(target, (writer) => this.#endSession(writer));
  }

  /** Writes the grove with all that is typed into a file of its own, where it is another grove. @throws as `saveCopy` */
  saveAs(target: string): void {
    this.#save(target, (writer) => {
      this.#endSession(writer);
      becomeAnother(writer, this.#options.mint.newId() as GroveId, basename(target, extname(target)));
    });
  }

  /** Writes the grove with all that is typed where no file is; this session is open in it. @throws {AspenError} as `saveCopy` */
  saveToGoOn(target: string): void {
    if (existsSync(target))
      throw new AspenError(
        'INVALID_ARGUMENT',
        `there is a file ${basename(target)} already; choose another name`,
      );
    this.#save(target);
  }

  /**
   * Writes a copy for somebody else, without what is typed and not committed: the whole grove, or one path of it.
   * @throws {AspenError} as `shareGrove` and `sharePath`
   */
  share(target: string, what: ShareWish): void {
    const { store, mint, sha256, folder, writerId } = this.#options;
    const sharing = {
      store,
      target,
      open: (path: string, create?: NewGrove) => this.open(path, false, create),
      newId: mint.newId,
      sha256,
      intoPlace: (partial: string, place: string) => folder.intoPlace(partial, place),
    };
    if (what.kind === 'grove') shareGrove(sharing, what.answers);
    else sharePath(sharing, what.treeId, writerId);
  }

  /**
   * Brings in what a copy of this grove has besides, once a backup is made; a banner says what came. Nobody's place is
   * open here while that is done: the window's page is to be loaded anew after this.
   * @param other the copy, where it is open here too; else its file is opened for reading
   * @throws {AspenError} as `mergeGrove`, and as `saveCopy` where no backup can be made. Nothing is written then
   */
  async merge(path: string, other: GroveCopies | undefined): Promise<void> {
    const { store, sessions, writerId, mint, sha256 } = this.#options;
    sessions.letAllGo();
    await this.#backups.makeNow();
    const merge = (from: Store) => mergeGrove({ store, from, by: writerId, mint, sha256 });
    const name = basename(path, extname(path));
    if (other === undefined) {
      const from = this.open(path, true);
      try {
        this.#tellOfMerge(name, merge(from));
      } finally {
        from.close();
      }
    } else {
      other.#options.sessions.flush();
      this.#tellOfMerge(name, merge(other.#options.store));
    }
  }

  /** A file that holds this grove too. @throws {AspenError} as `openFile` */
  open(path: string, readonly = false, create?: NewGrove): Store {
    const { migrations, nativeBinding, mint, sha256 } = this.#options;
    const binding = nativeBinding === undefined ? {} : { nativeBinding };
    const made = create === undefined ? {} : { create };
    return openFile(path, { migrations, now: mint.now, sha256, readonly, ...made, ...binding });
  }

  #tellOfMerge(name: string, merged: MergedGrove): void {
    const { notices } = this.#options;
    notices.add(sayMerged(name, merged), {}, { detail: sayWayBack(merged), isDone: true });
  }

  /** @param complete writes what is different in the copy: that this session is not open in it, for one */
  #save(target: string, complete: (writer: Writer) => void = () => undefined): void {
    saveCopy(this.#copying(target, complete));
  }

  /** A small copy is looked through sooner than a process starts. */
  #backUp(target: string): Promise<void> {
    const copying = this.#copying(target, (writer) => this.#endSession(writer));
    return saveCheckedCopy(copying, async (path) => {
      if (statSync(path).size > SOON_CHECKED) return this.#options.checkCopy(path);
      const copy = this.open(path);
      try {
        return findFileFaults(copy);
      } finally {
        copy.close();
      }
    });
  }

  #copying(target: string, complete: (writer: Writer) => void): SaveCopyOptions {
    const { store, sessions, folder } = this.#options;
    return {
      store,
      target,
      open: (path) => this.open(path),
      complete: (writer) => {
        sessions.putDrafts(writer);
        complete(writer);
      },
      intoPlace: (partial, place) => folder.intoPlace(partial, place),
    };
  }

  #endSession(writer: Writer): void {
    const { store, sessionId } = this.#options;
    if (!store.readonly) closeSession(writer, sessionId);
  }

  /** What a backup holds; null for one of an older version, or one that cannot be read: it is no reason to make none. */
  #stateOf(path: string): string | null {
    try {
      const backup = this.open(path, true);
      try {
        return readState(backup);
      } finally {
        backup.close();
      }
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      this.#options.warn(`the newest backup could not be read: ${error.message}`);
      return null;
    }
  }

  #makeBackups(): Backups {
    const { store, folder, mint, notices, emit, tell, warn } = this.#options;
    return new Backups({
      folder,
      path: store.path,
      groveId: () => getGrove(store).id,
      now: mint.now,
      size: () => this.bytes(),
      state: () => readState(store),
      stateOf: (path) => this.#stateOf(path),
      write: (target) => this.#backUp(target),
      onLarge: async (isUnderWay) => {
        const name = basename(store.path);
        emit('exchange.progressed', isUnderWay ? { kind: 'backup', name, share: 0 } : null);
        await turn();
      },
      onFailure: ({ detail }) => {
        notices.add(
          'A backup of this grove could not be made. What you write is saved all the same.',
          {},
          { detail },
        );
        tell();
      },
      warn,
    });
  }
}
