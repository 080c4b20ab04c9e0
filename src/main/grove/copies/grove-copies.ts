import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, GroveId, Sha256 } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { ShareWish } from '../../../ipc/wire/copies.ts';
import { type NewGrove, openFile } from '../../store/connection/open-file.ts';
import { type FileTransaction, isSameHead, type Store } from '../../store/connection/store.ts';
import { restoreCursors } from '../../store/copies/restore-cursors.ts';
import {
  type CheckedCopy,
  type SaveCopyOptions,
  saveCheckedCopy,
  writeCheckedCopy,
} from '../../store/copies/save-copy.ts';
import { becomeAnother, getGrove } from '../../store/tables/grove.ts';
import { readState } from '../../store/tables/grove-state.ts';
import { closeSession } from '../../store/tables/sessions.ts';
import type { Emit } from '../emit.ts';
import type { GroveNotices, Offers } from '../grove-notices.ts';
import type { TreeSessions } from '../writing/tree-sessions.ts';
import { backUpOld } from './back-up-old.ts';
import type { BackupFolder } from './backup-folder.ts';
import { Backups } from './backups.ts';
import { type CheckCopy, isLong, lookThroughCopy, type VerifyFile } from './check-copy.ts';
import { findGroveFault, mergeGrove } from './merge-grove.ts';
import { mergeMessage, undoMergeMessage } from './merge-message.ts';
import { shareGrove, sharePath } from './share-grove.ts';

/** After opening, a large grove is backed up so much later, in milliseconds. */
const AFTER_OPENING = 2_000;

/** How often it is looked whether a backup is due, in milliseconds. */
const BACKUP_LOOK = 5_000;

export interface GroveCopiesOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly sessionId: string;
  readonly sessions: TreeSessions;
  readonly idsAndClock: IdsAndClock;
  sha256(data: string | Uint8Array): Sha256;
  /** The folder of migrations. */
  readonly migrations: string;
  /** better-sqlite3's addon, where its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  /** Where backups go. */
  readonly folder: BackupFolder;
  readonly checkCopy: CheckCopy;
  readonly verifyFile: VerifyFile;
  readonly notices: GroveNotices;
  readonly emit: Emit;
  /** Tells the window of the grove again. */
  tell(): void;
  warn(message: string): void;
}

/** A copy that the grove is to go on in, and that is not in its place yet. */
export interface MovingCopy {
  /**
   * Brings it to its place with all that came since it was begun; nothing may come any more meanwhile. It is written
   * again where more than drafts and places came.
   * @throws {AspenError} as `saveCopy`; what its signal is aborted with. Nothing of it is left then
   */
  arrive(): Promise<void>;
  /** Leaves nothing of it. */
  abandon(): void;
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

  /**
   * Writes the grove with all that is typed into a file of its own. What is typed while it is looked through is not in it.
   * @param signal stops it; nothing is left of it then
   * @throws {AspenError} as `saveCopy`; what `signal` is aborted with
   */
  save(target: string, signal?: AbortSignal): Promise<void> {
    return saveCheckedCopy(this.#copying(target, this.#endSession), this.checking(signal), signal);
  }

  /** The same, where it is another grove. @throws {AspenError} as `save` */
  duplicate(target: string, signal?: AbortSignal): Promise<void> {
    return saveCheckedCopy(this.#copying(target, this.#becomeAnother(target)), this.checking(signal), signal);
  }

  /**
   * Writes the grove with all that is typed into a file that it is to be gone on in, as another grove. It comes to its
   * place by `arrive`, with all that was written and typed meanwhile.
   * @throws {AspenError} as `save`
   */
  async prepareMove(target: string, signal?: AbortSignal): Promise<MovingCopy> {
    const write = () =>
      writeCheckedCopy(this.#copying(target, this.#becomeAnother(target)), this.checking(signal), signal);
    let copy = await write();
    return {
      arrive: async () => {
        copy = await this.#atHead(copy, write);
        copy.arrive(this.#putLatest);
      },
      abandon: () => copy.abandon(),
    };
  }

  /**
   * Writes the grove with all that is typed where no file is; this session is open in it. What is typed while it is looked
   * through is in it too.
   * @param goOn goes on in it: nothing comes between its coming to its place and this. Not called where the grove was
   *   closed meanwhile, of which nothing is left there then
   * @param signal stops it; nothing is left of it then
   * @throws {AspenError} as `save`; what `goOn` throws
   */
  async saveToGoOn(target: string, goOn: () => void, signal?: AbortSignal): Promise<void> {
    requireNoFile(target);
    const write = () => writeCheckedCopy(this.#copying(target), this.checking(signal), signal);
    const copy = await this.#atHead(await write(), write);
    try {
      if (!this.#options.store.isOpen) return;
      requireNoFile(target);
      copy.arrive(this.#putLatest);
      goOn();
    } finally {
      copy.abandon();
    }
  }

  /**
   * Writes a copy for somebody else, without what is typed and not committed: the whole grove, or one path of it.
   * @param onProgress told how much of a path is written, from 0 to 1; null where nobody can see into it
   * @param signal stops it; nothing is left of it then
   * @throws {AspenError} as `shareGrove` and `sharePath`; what `signal` is aborted with
   */
  share(
    target: string,
    what: ShareWish,
    onProgress: (share: number | null) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { store, idsAndClock, sha256, folder, writerId, verifyFile } = this.#options;
    const sharing = {
      store,
      target,
      open: (path: string, create?: NewGrove) => this.open(path, false, create),
      check: this.checking(signal),
      verifyFile,
      onProgress,
      signal,
      newId: idsAndClock.newId,
      sha256,
      intoPlace: (partial: string, place: string) => folder.intoPlace(partial, place),
    };
    return what.kind === 'grove'
      ? shareGrove(sharing, what.answers)
      : sharePath(sharing, what.treeId, writerId);
  }

  /** Makes a backup now. @returns where it is @throws {AspenError} as `save` */
  backUp(signal?: AbortSignal): Promise<string> {
    return this.#backups.makeNow(signal);
  }

  /**
   * Brings in what a copy of this grove has besides, once a backup is made; a banner says what came. Nobody's place is
   * open here while that is done: the window's page is to be loaded anew after this.
   * @param path of the copy, which no window here has open
   * @param name of the copy, as the writer knows it
   * @param signal stops it before anything is written
   * @throws {AspenError} CORRUPT where the copy is not as it was written; as `mergeGrove`, and as `save` where no backup
   *   can be made; what `signal` is aborted with. Nothing is written then
   */
  async merge(path: string, name: string, signal?: AbortSignal): Promise<void> {
    const { store, sessions, writerId, idsAndClock, sha256, notices, emit } = this.#options;
    sessions.letAllGo();
    await this.#backups.makeNow(signal);
    // A large backup told of itself, and that it was done.
    emit('exchange.progressed', { kind: 'merge', name, share: null });
    const from = this.open(path, true);
    try {
      const fault = await this.#findFault(from, signal);
      if (fault !== undefined) throw new AspenError('CORRUPT', `the copy is not as it should be: ${fault}`);
      signal?.throwIfAborted();
      const merged = mergeGrove({ store, from, by: writerId, idsAndClock, sha256 });
      const detail = undoMergeMessage(merged);
      const offers: Offers =
        detail === '' ? {} : { openBackup: (help) => help.runCommand('copies.openBackup') };
      notices.add(mergeMessage(name, merged), offers, { detail, isDone: true });
    } finally {
      from.close();
    }
  }

  /**
   * A file that holds this grove too: one of ours, or one that was looked at. One of an older version is backed up before it
   * is brought up to date.
   * @throws {AspenError} as `openFile` and `backUpOld`
   */
  open(path: string, readonly = false, create?: NewGrove): Store {
    const { migrations, nativeBinding, idsAndClock, sha256, folder } = this.#options;
    const { now } = idsAndClock;
    const environment = {
      migrations,
      now,
      sha256,
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    };
    return openFile(path, {
      ...environment,
      readonly,
      mayUndo: true,
      beforeMigration: (old) => {
        const open = (copy: string) => openFile(copy, { ...environment, readonly: true, asItIs: true });
        backUpOld({ old, folder, now, open });
      },
      ...(create === undefined ? {} : { create }),
    });
  }

  /** What is wrong with a file that may only be read; undefined where all holds. */
  async #findFault(from: Store, signal?: AbortSignal): Promise<string | undefined> {
    const { sha256, verifyFile } = this.#options;
    if (!isLong(from.path)) return findGroveFault(from, sha256);
    const [fault] = await verifyFile(from.path, signal);
    return fault;
  }

  /** Looks a copy through where it keeps nobody waiting. @returns what is wrong with it; empty where all holds */
  checking(signal?: AbortSignal): (path: string) => Promise<readonly string[]> {
    return lookThroughCopy({
      open: (path) => this.open(path),
      checkCopy: this.#options.checkCopy,
      signal,
    });
  }

  /** The copy, written again for as long as more than drafts and places came since. */
  async #atHead(written: CheckedCopy, write: () => Promise<CheckedCopy>): Promise<CheckedCopy> {
    const { store } = this.#options;
    let copy = written;
    while (!isSameHead(copy.head, store.head)) {
      copy.abandon();
      copy = await write();
    }
    return copy;
  }

  /** Drafts and places are written into a copy as they are now. */
  readonly #putLatest = (tx: FileTransaction): void => {
    const { store, sessions, writerId } = this.#options;
    restoreCursors(tx, store, writerId);
    sessions.putDrafts(tx);
  };

  /** @param complete writes what is different in the copy: that this session is not open in it, for one */
  #copying(target: string, complete: (tx: FileTransaction) => void = () => undefined): SaveCopyOptions {
    const { store, sessions, folder } = this.#options;
    return {
      store,
      target,
      open: (path) => this.open(path),
      complete: (tx) => {
        sessions.putDrafts(tx);
        complete(tx);
      },
      intoPlace: (partial, place) => folder.intoPlace(partial, place),
    };
  }

  readonly #endSession = (tx: FileTransaction): void => {
    const { store, sessionId } = this.#options;
    if (!store.readonly) closeSession(tx, sessionId);
  };

  /** As the file of that name would be called. */
  #becomeAnother(target: string): (tx: FileTransaction) => void {
    const { idsAndClock } = this.#options;
    return (tx) => becomeAnother(tx, idsAndClock.newId() as GroveId, basename(target, extname(target)));
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
    const { store, folder, sessions, idsAndClock, notices, emit, tell, warn } = this.#options;
    return new Backups({
      folder,
      path: store.path,
      groveId: () => getGrove(store).id,
      now: idsAndClock.now,
      size: () => this.bytes(),
      state: () => readState(store),
      stateOf: (path) => this.#stateOf(path),
      write: (target, signal) => this.save(target, signal),
      onLarge: async (isUnderWay) => {
        const name = basename(store.path);
        emit('exchange.progressed', isUnderWay ? { kind: 'backup', name, share: 0 } : null);
        await turn();
      },
      isSaved: () => sessions.saveStates.every(({ state }) => state !== 'notSaved'),
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

/** @throws {AspenError} INVALID_ARGUMENT */
function requireNoFile(place: string): void {
  if (!existsSync(place)) return;
  throw new AspenError('INVALID_ARGUMENT', `there is a file ${basename(place)} already; choose another name`);
}
