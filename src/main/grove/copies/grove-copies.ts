import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { GroveId } from '../../../core/ids.ts';
import type { ShareOptions } from '../../../ipc/wire/copies.ts';
import { BACKUP_FAILED, mergedDetail, mergedSentence } from '../../../ui-text/copies.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { isSameHead } from '../../store/connection/log-head.ts';
import { type NewGrove, openFile } from '../../store/connection/open-file.ts';
import { placeForCopy, type ResolvedFile } from '../../store/connection/resolve-file.ts';
import type { Store } from '../../store/connection/store.ts';
import { restoreCursors } from '../../store/copies/copy-cursors.ts';
import {
  type CheckedCopy,
  type SaveCopyOptions,
  saveCheckedCopy,
  writeCheckedCopy,
} from '../../store/copies/save-copy.ts';
import { changeGroveIdentity, getGrove } from '../../store/tables/grove.ts';
import { readState } from '../../store/tables/grove-state.ts';
import { closeSession, findSession } from '../../store/tables/sessions.ts';
import type { Offers } from '../grove-notices.ts';
import type { GroveScope } from '../grove-scope.ts';
import type { BackupFolder } from './backup-folder.ts';
import { Backups, backUpOld, backupReason } from './backups.ts';
import { type CheckCopy, copyChecker, isLong, requireNoFile, type VerifyFile } from './check-copy.ts';
import { findGroveFault, mergeGrove } from './merge-grove.ts';
import { shareGrove, sharePath } from './share-grove.ts';

/** Delay before a large grove is backed up after opening, in milliseconds. */
const AFTER_OPENING = 2_000;

/** Interval of checks whether a backup is due, in milliseconds. */
const CHECK_INTERVAL = 5_000;

export interface GroveCopiesOptions extends GroveScope {
  readonly migrations: string;
  /** Path of better-sqlite3's addon, if its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  readonly folder: BackupFolder;
  readonly checkCopy: CheckCopy;
  readonly verifyFile: VerifyFile;
}

/** A finished copy that the grove is to switch to, not at its target yet. */
export interface PreparedCopy {
  /** The id of the copy. */
  readonly groveId: GroveId;
  /**
   * Moves the copy to its target with everything written since it was started; nothing may be written
   * meanwhile. If more than drafts and cursors changed, the copy is written again first.
   * @throws {AspenError} as `saveCopy`; the reason of its signal. Then nothing is left behind
   */
  moveIntoPlace(): Promise<void>;
  /** Deletes the copy. */
  discard(): void;
}

/** Writes an open grove to other files and reads from them: copies, backups, merging. */
export class GroveCopies {
  readonly #options: GroveCopiesOptions;
  readonly #backups: Backups;
  #openingTimer: ReturnType<typeof setTimeout> | undefined;
  #backupTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: GroveCopiesOptions) {
    this.#options = options;
    this.#backups = this.#makeBackups();
  }

  /** Starts regular backups, the first soon if a large grove's last one is over a day old. Call once. */
  startBackups(): void {
    const { store } = this.#options;
    if (store.readonly) return;
    // By then there is a window to show the backup's progress.
    this.#openingTimer = setTimeout(() => void this.#backups.opened(), AFTER_OPENING);
    this.#openingTimer.unref();
    const check = () => {
      if (!store.readonly) void this.#backups.check();
    };
    this.#backupTimer = setInterval(check, CHECK_INTERVAL);
    this.#backupTimer.unref();
  }

  stop(): void {
    clearTimeout(this.#openingTimer);
    clearInterval(this.#backupTimer);
  }

  /** Before closing, once all text is in the file: makes a backup if something changed. */
  async closing(): Promise<void> {
    if (!this.#options.store.readonly) await this.#backups.closing();
  }

  /** The size of the file; 0 if it is gone. */
  bytes(): number {
    return statSync(this.#options.store.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Writes the grove, including unsaved text, to a new file. Text typed while the copy is checked is not in it.
   * @param signal cancels it; nothing is left behind
   * @throws {AspenError} as `saveCopy`; the reason of `signal`
   */
  save(target: string, signal?: AbortSignal): Promise<void> {
    return saveCheckedCopy(this.#copyOptions(target, this.#endSession), this.checker(signal), signal);
  }

  /** The same, as another grove. @throws {AspenError} as `save` */
  async duplicate(target: string, signal?: AbortSignal): Promise<GroveId> {
    const groveId = this.#options.idsAndClock.newId() as GroveId;
    await saveCheckedCopy(
      this.#copyOptions(target, this.#changeGroveIdentity(target, groveId)),
      this.checker(signal),
      signal,
    );
    return groveId;
  }

  /**
   * Writes the grove, including unsaved text, as another grove to switch to. The copy is moved to its target,
   * with everything written meanwhile, by the result's last step.
   * @throws {AspenError} as `save`
   */
  async prepareMove(target: string, signal?: AbortSignal): Promise<PreparedCopy> {
    const groveId = this.#options.idsAndClock.newId() as GroveId;
    const write = () =>
      writeCheckedCopy(
        this.#copyOptions(target, this.#changeGroveIdentity(target, groveId)),
        this.checker(signal),
        signal,
      );
    let copy = await write();
    return {
      groveId,
      moveIntoPlace: async () => {
        copy = await this.#upToDate(copy, write);
        copy.moveIntoPlace(this.#writeLatest);
      },
      discard: () => copy.discard(),
    };
  }

  /**
   * Writes the grove, including unsaved text, to a new file in which this session is open. Text typed while
   * the copy is checked is in it too.
   * @param onSaved switches to the copy; called in the same tick as the move to the target. Not called if the
   *   grove was closed meanwhile; then nothing is left behind
   * @param signal cancels it; nothing is left behind
   * @throws {AspenError} as `save`; what `onSaved` throws
   */
  async saveAndSwitch(target: string, onSaved: () => void, signal?: AbortSignal): Promise<void> {
    requireNoFile(target);
    const place = placeForCopy(target, this.#options.store.givenPath);
    const write = () => writeCheckedCopy(this.#copyOptions(place), this.checker(signal), signal);
    const copy = await this.#upToDate(await write(), write);
    try {
      if (!this.#options.store.isOpen) return;
      requireNoFile(target);
      copy.moveIntoPlace(this.#writeLatest);
      onSaved();
    } finally {
      copy.discard();
    }
  }

  /**
   * Writes a copy to give to someone else, without uncommitted text: the whole grove, or one path.
   * @param onProgress receives the written share of a path, from 0 to 1; null while it is unknown
   * @param signal cancels it; nothing is left behind
   * @throws {AspenError} as `shareGrove` and `sharePath`; the reason of `signal`
   */
  share(
    target: string,
    what: ShareOptions,
    onProgress: (share: number | null) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { store, idsAndClock, folder, writerId, verifyFile } = this.#options;
    const options = {
      store,
      target,
      open: (path: string, create?: NewGrove) => this.open(path, false, create),
      check: this.checker(signal),
      verifyFile,
      onProgress,
      signal,
      newId: idsAndClock.newId,
      moveIntoPlace: (partial: string, path: string) => folder.moveIntoPlace(partial, path),
    };
    if (what.kind === 'grove') return shareGrove(options, what);
    const documents = what.documents.filter((id) => id !== what.treeId);
    return sharePath(options, [what.treeId, ...documents], writerId);
  }

  /** Makes a backup now. @returns its path @throws {AspenError} as `save` */
  backUp(signal?: AbortSignal): Promise<string> {
    return this.#backups.makeNow(signal);
  }

  /**
   * Merges what a copy of this grove has in addition, after making a backup; a banner reports the result.
   * Closes all tree sessions: the window's page must be reloaded afterwards.
   * @param path of the copy, which no window here has open
   * @param name of the copy, as the writer knows it
   * @param signal cancels it as long as nothing has been written
   * @throws {AspenError} NO_BACKUP; CORRUPT if the copy is damaged; as `mergeGrove`; the reason of `signal`.
   *   Then nothing is written
   */
  async merge(path: string, name: string, signal?: AbortSignal): Promise<void> {
    const { store, sessions, writerId, idsAndClock, notices, emit } = this.#options;
    sessions.closeAll();
    try {
      await this.#backups.makeNow(signal);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw new AspenError('NO_BACKUP', backupReason(error), { cause: error });
    }
    // A large backup has emitted its own progress, and its end.
    emit('exchange.progressed', { kind: 'merge', name, share: null });
    const from = this.open(path, true);
    try {
      const fault = await this.#findFault(from, signal);
      if (fault !== undefined) throw new AspenError('CORRUPT', `the copy is damaged: ${fault}`);
      signal?.throwIfAborted();
      const merged = mergeGrove({ store, from, by: writerId, idsAndClock });
      const detail = mergedDetail(merged);
      const offers: Offers =
        detail === '' ? {} : { openBackup: (help) => help.runCommand('copies.openBackup') };
      notices.add(mergedSentence(name, merged), offers, { detail, isDone: true });
    } finally {
      from.close();
    }
  }

  /**
   * Opens another file of this grove: one of ours, or one that was checked. Backs up an older one before migrating it.
   * @throws {AspenError} as `openFile` and `backUpOld`
   */
  open(path: string | ResolvedFile, readonly = false, create?: NewGrove): Store {
    const { migrations, nativeBinding, idsAndClock, folder } = this.#options;
    const { now } = idsAndClock;
    const environment = {
      migrations,
      now,
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    };
    return openFile(path, {
      ...environment,
      readonly,
      allowRollback: true,
      beforeMigration: (old) => {
        const open = (copy: string) => openFile(copy, { ...environment, readonly: true, allowOlder: true });
        backUpOld({ old, folder, now, open });
      },
      ...(create === undefined ? {} : { create }),
    });
  }

  /** The first fault of a read-only file; undefined if there is none. */
  async #findFault(from: Store, signal?: AbortSignal): Promise<string | undefined> {
    const { verifyFile } = this.#options;
    if (!isLong(from.path)) return findGroveFault(from);
    const [fault] = await verifyFile(from.path, signal);
    return fault;
  }

  /** @returns a function that checks a copy without blocking and returns its faults; empty if there are none */
  checker(signal?: AbortSignal): (path: string) => Promise<readonly string[]> {
    return copyChecker({
      open: (path) => this.open(path),
      checkCopy: this.#options.checkCopy,
      signal,
    });
  }

  /** Rewrites the copy as long as more than drafts and cursors changed meanwhile. */
  async #upToDate(written: CheckedCopy, write: () => Promise<CheckedCopy>): Promise<CheckedCopy> {
    const { store } = this.#options;
    let copy = written;
    while (!isSameHead(copy.head, store.head)) {
      copy.discard();
      copy = await write();
    }
    return copy;
  }

  /** Updates the drafts and cursors in a copy. */
  readonly #writeLatest = (tx: FileTransaction): void => {
    const { store, sessions, writerId } = this.#options;
    restoreCursors(tx, store, writerId);
    sessions.writeDrafts(tx);
  };

  /** @param complete writes what differs in the copy, such as that this session is not open in it */
  #copyOptions(target: string, complete: (tx: FileTransaction) => void = () => undefined): SaveCopyOptions {
    const { store, sessions, folder } = this.#options;
    return {
      store,
      target,
      open: (path) => this.open(path),
      writePending: (tx) => {
        sessions.writeDrafts(tx);
        complete(tx);
      },
      moveIntoPlace: (partial, path) => folder.moveIntoPlace(partial, path),
    };
  }

  readonly #endSession = (tx: FileTransaction): void => {
    const { id } = this.#options.session;
    // A grove that is read-only, or still being checked, does not record this session.
    if (findSession(tx, id) !== undefined) closeSession(tx, id);
  };

  /** Makes the copy another grove, named after its file. */
  #changeGroveIdentity(target: string, groveId: GroveId): (tx: FileTransaction) => void {
    return (tx) => changeGroveIdentity(tx, groveId, basename(target, extname(target)));
  }

  /** The state of a backup; null if it is older or unreadable, neither of which is a reason not to make a new one. */
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
    const { store, sessions, emit } = this.#options;
    const notice = new BackupNotice(this.#options);
    return new Backups({
      ...this.#options,
      path: store.path,
      groveId: () => getGrove(store).id,
      size: () => this.bytes(),
      state: () => readState(store),
      stateOf: (path) => this.#stateOf(path),
      write: (target, signal) => this.save(target, signal),
      onLarge: async (isRunning) => {
        const name = basename(store.givenPath);
        emit('exchange.progressed', isRunning ? { kind: 'backup', name, share: 0 } : null);
        await yieldToEventLoop();
      },
      examine: () => store.examine(),
      isSaved: () => sessions.saveStates.every(({ state }) => state !== 'notSaved'),
      onFailure: notice.show,
      onRecovered: notice.hide,
    });
  }
}

/** The banner with the reason that there is no backup, until there is one. */
class BackupNotice {
  readonly #scope: GroveScope;
  #shown: number | null = null;

  constructor(scope: GroveScope) {
    this.#scope = scope;
  }

  readonly show = (error: unknown): void => {
    this.#shown = this.#scope.notices.add(BACKUP_FAILED, {}, { detail: backupReason(error) });
    this.#scope.notifyChanged();
  };

  readonly hide = (): void => {
    if (this.#shown !== null) this.#scope.notices.remove(this.#shown);
    this.#shown = null;
    this.#scope.notifyChanged();
  };
}
