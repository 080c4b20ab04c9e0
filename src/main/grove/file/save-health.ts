import { basename } from 'node:path';
import { draftDigest } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveNotice, SaveState } from '../../../ipc/wire/grove.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { fileNotInPlace } from '../../../ui-text/refusals.ts';
import { DAMAGED_PART } from '../../../ui-text/save-trouble.ts';
import { findFileFaults } from '../../store/connection/integrity.ts';
import type { RedoLog } from '../../store/connection/redo-log.ts';
import { placeForCopy } from '../../store/connection/resolve-file.ts';
import { transactWithRetry } from '../../store/connection/store.ts';
import { hasHead } from '../../store/tables/log.ts';
import { beginSession, listSessions } from '../../store/tables/sessions.ts';
import type { BackupFolder } from '../copies/backup-folder.ts';
import type { GroveCopies } from '../copies/grove-copies.ts';
import type { GroveContents } from '../grove-contents.ts';
import type { OfferHelp } from '../grove-notices.ts';
import type { GroveScope } from '../grove-scope.ts';
import { GroveRescue } from '../rescue/grove-rescue.ts';
import { OverwrittenGrove } from '../rescue/overwritten-grove.ts';
import { type RebuiltCopy, rebuildGrove } from '../rescue/rebuild-grove.ts';
import { notifyBranched } from '../rescue/recover-drafts.ts';
import { saveOrphanedDraft } from '../rescue/save-orphaned-draft.ts';
import { writeDraftsInto } from '../rescue/write-drafts.ts';
import { FileLocation, warnOfOtherNames } from './file-location.ts';
import type { KnownHeads } from './known-heads.ts';
import { SaveTrouble } from './save-trouble.ts';

export interface SaveHealthOptions extends GroveScope {
  /** Recent transactions of the file. */
  readonly redo: RedoLog;
  readonly copies: GroveCopies;
  readonly heads: KnownHeads;
  readonly contents: GroveContents;
  /** The backups, and how a copy moves to its target. */
  readonly folder: BackupFolder;
  /** Resolves to true if every byte of the file at a path can be read, valid or not. */
  canRead(path: string): Promise<boolean>;
  /** Copies a file byte for byte in another process. @throws {AspenError} DISK_FULL, IO_ERROR */
  keepFile(path: string, target: string): Promise<void>;
}

/**
 * The save state of an open grove: whether everything is saved, what to report and offer if it cannot be, and
 * switching to another file (`storage.md`, *Trouble while open*).
 */
export class SaveHealth {
  readonly #options: SaveHealthOptions;
  readonly #location: FileLocation;
  readonly #rescue: GroveRescue;
  readonly #trouble: SaveTrouble;
  readonly #overwritten: OverwrittenGrove;
  /** The file was overwritten, and the drafts are journaled. */
  #isOverwritten = false;
  #isReplaced = false;
  /** `canRead` is running. */
  #isCheckingDamage = false;

  constructor(options: SaveHealthOptions) {
    this.#options = options;
    const { store, sessions, copies, notices, notifyChanged } = options;
    this.#location = new FileLocation({
      store,
      open: (path) => copies.open(path),
      openToRead: (path) => copies.open(path, true),
      copyTo: (path, onSaved, signal) => copies.saveAndSwitch(path, onSaved, signal),
      beforeSwitch: () => sessions.openDrafts(),
      openKept: () => this.#overwritten.openKept(),
      onChange: () => this.#onStatusChange(),
      onTouched: () => this.#onTouched(),
      onMoved: () => this.#onSwitched(),
    });
    this.#rescue = this.#makeRescue();
    this.#overwritten = this.#makeOverwritten();
    this.#trouble = new SaveTrouble({
      notices,
      inspect: () => this.#location.inspect(),
      hasForeignJournal: () => store.hasForeignJournal,
      overwritten: () => store.overwrite && this.#overwritten.banner(store.overwrite),
      saveCopy: (help) => this.#rescue.saveCopy(help),
      find: (help) => this.#location.find(help),
      saveHere: (help) => this.#rescue.saveHere(help),
      recover: (help) => this.#rescue.recover(help),
      compare: (help) => this.#compare(help),
      onChange: notifyChanged,
    });
    if (!store.readonly) this.#location.watch();
  }

  /** The notice that the file cannot be written, even if the writer dismissed it; null if it can. */
  get notice(): GroveNotice | null {
    return this.#trouble.notice;
  }

  /** True if everything unsaved is in another file that the window has switched to. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** True if the file was overwritten, so that only memory and the backups have the grove. */
  get isOverwritten(): boolean {
    return this.#options.store.overwrite !== null;
  }

  /** Before closing. @returns whether the file was overwritten and the backups have this window's version */
  async settleOverwritten(): Promise<boolean> {
    // The loss may not have been noticed yet.
    this.#location.inspect();
    this.#keepIfOverwritten();
    return this.isOverwritten && (await this.#overwritten.settle());
  }

  /** Returns true if the written file is still at its path, as far as can be determined. */
  isInPlace(): boolean {
    return this.#options.store.readonly || this.#location.inspect() === 'here';
  }

  /**
   * Continues in a new file, which gets everything that is unsaved, and gives up the old one.
   * @param removeOld deletes the old file; called once the new one has everything and is in use
   * @returns whether it moved; false if the writer cancelled
   * @throws {AspenError} MOVED if the old file is not at its path; INVALID_ARGUMENT if there is a file at `target`;
   *   as `saveCopy`. Then the grove stays in its file
   */
  async move(target: string, help: OfferHelp, removeOld: (path: string) => void): Promise<boolean> {
    const { store, heads } = this.#options;
    const old = store.path;
    if (store.readonly || this.#location.inspect() !== 'here')
      throw new AspenError('MOVED', fileNotInPlace(basename(old)));
    await this.#location.switchToCopy(target, help);
    if (store.path === old) return false;
    removeOld(old);
    heads.forgetFileAt(old);
    return true;
  }

  stop(): void {
    this.#location.stop();
  }

  /** Closing the window was cancelled because text is unsaved. */
  warnUnsaved(): void {
    this.#trouble.warnUnsaved();
  }

  /** Refuses all further writes. @param what a description of what is damaged */
  onDamage(what: string): void {
    this.#options.store.refuseWrites(new AspenError('CORRUPT', `${what} is not as it was written`));
    this.#trouble.showDamage(what);
    this.#options.signals.emit('damaged');
  }

  /**
   * SQLite reports the file as malformed. It does so too when a disk stops answering, which may recover: the
   * file counts as damaged only if it is still at its path and can be read.
   */
  onMalformed(): void {
    if (this.#isCheckingDamage) return;
    this.#isCheckingDamage = true;
    this.#findDamage()
      .catch((error: unknown) =>
        this.#options.warn(`could not determine whether the file is damaged: ${String(error)}`),
      )
      .finally(() => {
        this.#isCheckingDamage = false;
      });
  }

  async #findDamage(): Promise<void> {
    const { store, canRead } = this.#options;
    if (!this.#isWritten() || !(await canRead(store.path))) return;
    if (this.#isWritten()) this.onDamage(DAMAGED_PART);
  }

  #isWritten(): boolean {
    const { store } = this.#options;
    return store.isOpen && !store.readonly && this.#location.inspect() === 'here';
  }

  /** The save state of a tree changed; the grove is saved when all its trees are. */
  onSaveState(changed: SaveState): void {
    const { store, sessions, emit } = this.#options;
    this.#keepIfOverwritten();
    const states = sessions.saveStates;
    const lost = this.#findLoss();
    const worst: SaveState =
      states.find(({ state }) => state === 'notSaved') ??
      (lost && { state: 'notSaved', error: lost, safe: states.some(({ state }) => state === 'safe') }) ??
      states.find(({ state }) => state === 'safe') ??
      changed;
    const isMalformed = worst.state === 'notSaved' && worst.error.code === 'CORRUPT' && !store.readonly;
    const known: SaveState = isMalformed ? { ...worst, error: asDiskError(worst.error) } : worst;
    emit('save.changed', known);
    this.#trouble.onSaveState(known);
    if (isMalformed) this.onMalformed();
  }

  /** Why the file does not have everything, whatever the sessions wrote to it. */
  #findLoss(): WireError | undefined {
    const { store } = this.#options;
    const name = basename(store.givenPath);
    if (store.overwrite !== null)
      return describeError(new AspenError('REPLACED', `${name} has other contents`));
    const isHere = this.#location.status === 'here' || this.#location.status === 'overwritten';
    return isHere ? undefined : describeError(new AspenError('MOVED', `${name} is not there`));
  }

  /** The first to notice may be a write or the watch over the file. */
  #keepIfOverwritten(): void {
    const { sessions } = this.#options;
    if (this.#isOverwritten === this.isOverwritten) return;
    this.#isOverwritten = this.isOverwritten;
    if (!this.#isOverwritten) {
      this.#overwritten.onRestored();
      return;
    }
    void sessions.onFileOverwritten();
    this.#overwritten.keep();
  }

  async #compare(help: OfferHelp): Promise<void> {
    const { sessions, emit } = this.#options;
    const comparison = await this.#location.compare(help, sessions.draftTexts());
    if (comparison !== null) emit('grove.compared', comparison);
  }

  #makeOverwritten(): OverwrittenGrove {
    const { store, sessions, copies, folder, idsAndClock, keepFile } = this.#options;
    return new OverwrittenGrove({
      store,
      groveId: this.#options.groveId,
      folder,
      openToRead: (path) => copies.open(path, true),
      now: idsAndClock.now,
      digest: () =>
        JSON.stringify([
          store.head,
          sessions.drafts.map(({ treeId, draft }) => [treeId, draftDigest(draft)]),
        ]),
      rebuild: (target, signal, beforeMove) => this.#rebuild(target, signal, beforeMove),
      keepFile,
      switchTo: (target, help, write) => this.#replaceGrove(target, help, write),
      compare: (help) => this.#compare(help),
      saveCopy: (help) => this.#rescue.saveCopy(help),
      onChange: () => this.#trouble.update(),
    });
  }

  #makeRescue(): GroveRescue {
    const { store, writer, idsAndClock, sessions, copies, heads } = this.#options;
    return new GroveRescue({
      path: () => store.givenPath,
      isThere: () => this.#location.inspect() === 'here',
      isSound: () => this.#isSound(),
      save: (target, signal) => copies.save(target, signal),
      chooseTarget: (help) => this.#location.chooseCopyPath(help),
      saveHere: (target, help) => this.#location.switchToCopy(target, help),
      writeDrafts: (target) => {
        // The recovery process wrote this file: no known head applies to it.
        heads.forgetFileAt(target);
        return writeDraftsInto(copies.open(target), { drafts: sessions.drafts, writer, idsAndClock });
      },
      rebuild: (target, signal) => this.#rebuild(target, signal),
      switchTo: (target, help, write) => this.#replaceGrove(target, help, write),
    });
  }

  /** @param beforeMove called right before the copy moves to its target; throws to prevent that */
  #rebuild(target: string, signal: AbortSignal, beforeMove?: () => void): Promise<RebuiltCopy> {
    const { store, redo, session, writer, idsAndClock, sessions, copies, folder, contents, warn } =
      this.#options;
    const moveIntoPlace = (partial: string, path: string) => {
      beforeMove?.();
      folder.moveIntoPlace(partial, path);
    };
    return rebuildGrove(placeForCopy(target, store.givenPath), {
      drafts: () => sessions.drafts,
      writer,
      idsAndClock,
      groveId: this.#options.groveId,
      name: contents.read().name,
      path: store.path,
      head: () => store.head,
      redo,
      session,
      folder: { ...folder, moveIntoPlace },
      open: (path, readonly, create) => copies.open(path, readonly, create),
      check: copies.checker(signal),
      signal,
      warn,
    });
  }

  #isSound(): boolean {
    const { store } = this.#options;
    try {
      // SQLite finds nothing wrong with an emptied file.
      return hasHead(store, store.head) && findFileFaults(store).length === 0;
    } catch (error) {
      if (error instanceof AspenError) return false;
      throw error;
    }
  }

  /** Another program has written, or has taken back what no log row records: writes that again. */
  #onTouched(): void {
    const { sessions } = this.#options;
    try {
      sessions.reloadIfStale();
    } catch (error) {
      // The sessions report their failed writes.
      if (!(error instanceof AspenError)) throw error;
    }
  }

  #onStatusChange(): void {
    if (this.#location.status === 'here') this.#options.sessions.tryFlush();
    this.onSaveState({ state: 'saved' });
  }

  /** Replaces this grove in its window by another. @returns whether that succeeded */
  async #replaceGrove(target: string, help: OfferHelp, write: () => void | Promise<void>): Promise<boolean> {
    const { store } = this.#options;
    await help.moveTo(target, async () => {
      await write();
      this.#isReplaced = true;
    });
    // The other grove could not be opened: the window keeps this one.
    if (store.isOpen) this.#isReplaced = false;
    return !store.isOpen;
  }

  /** The grove switched to another file, which may not have this session yet. */
  #onSwitched(): void {
    const { signals, emit, notifyChanged } = this.#options;
    signals.emit('moved');
    notifyChanged();
    switchFile(this.#options);
    this.onSaveState({ state: 'saved' });
    emit('draft.replaced', { treeId: null });
  }
}

/** Treats the error as a disk error until damage is confirmed. */
function asDiskError({ detail }: WireError): WireError {
  return describeError(new AspenError('IO_ERROR', detail));
}

/**
 * Continues an open grove in another file: records this opening there and writes everything unsaved to it. A
 * draft that only the other file has becomes a branch, reported by a notice. What cannot be written stays in
 * memory, and the save state says so.
 * @throws {AspenError} what the store throws
 */
function switchFile({ store, sessions, session, writerId, idsAndClock, notices }: GroveScope): void {
  const unknown = sessions.onFileSwitched();
  transactWithRetry(store, (tx) => {
    if (!listSessions(tx).some(({ id }) => id === session.id)) beginSession(tx, session);
    for (const { treeId, draft } of unknown)
      saveOrphanedDraft(tx, treeId, writerId, { draft, above: [], unapplied: [] }, idsAndClock);
  });
  sessions.reloadIfStale();
  if (unknown.length > 0) notifyBranched(notices);
  warnOfOtherNames(store.path, notices);
  sessions.tryFlush();
}
