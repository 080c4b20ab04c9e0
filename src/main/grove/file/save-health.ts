import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveNotice, SaveState } from '../../../ipc/wire/grove.ts';
import { describeError } from '../../../ui-text/errors.ts';
import { fileNotInPlace } from '../../../ui-text/refusals.ts';
import {
  DAMAGED_PART,
  FILE_GONE,
  FILE_REPLACED,
  FOREIGN_JOURNAL,
  FOREIGN_JOURNAL_DETAIL,
  groveDamaged,
  WINDOW_STAYS_OPEN,
} from '../../../ui-text/save-trouble.ts';
import { findFileFaults } from '../../store/connection/integrity.ts';
import type { RedoLog } from '../../store/connection/redo-log.ts';
import { placeForCopy } from '../../store/connection/resolve-file.ts';
import { transactWithRetry } from '../../store/connection/store.ts';
import { hasHead } from '../../store/tables/log.ts';
import { beginSession, listSessions } from '../../store/tables/sessions.ts';
import type { BackupFolder } from '../copies/backup-folder.ts';
import type { GroveCopies } from '../copies/grove-copies.ts';
import type { GroveContents } from '../grove-contents.ts';
import type { Banner, OfferHelp, Offers } from '../grove-notices.ts';
import type { GroveScope } from '../grove-scope.ts';
import { GroveRescue, type GroveRescueOptions } from '../rescue/grove-rescue.ts';
import { OverwrittenGrove, type OverwrittenGroveOptions } from '../rescue/overwritten-grove.ts';
import { type RebuiltCopy, rebuildGrove } from '../rescue/rebuild-grove.ts';
import { notifyBranched } from '../rescue/recover-drafts.ts';
import { saveOrphanedDraft } from '../rescue/save-orphaned-draft.ts';
import { FileLocation, warnOfOtherNames } from './file-location.ts';
import type { KnownHeads } from './known-heads.ts';

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
    const { store, sessions, copies } = options;
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
    const rebuild: OverwrittenGroveOptions['rebuild'] = (target, signal, beforeMove) =>
      this.#rebuild(target, signal, beforeMove);
    const switchTo: GroveRescueOptions['switchTo'] = (target, help, write) =>
      this.#replaceGrove(target, help, write);
    this.#rescue = new GroveRescue({
      ...options,
      location: this.#location,
      isSound: () => this.#isSound(),
      rebuild,
      switchTo,
    });
    this.#overwritten = new OverwrittenGrove({
      ...options,
      rebuild,
      switchTo,
      compare: (help) => this.#compare(help),
      saveCopy: (help) => this.#rescue.saveCopy(help),
      onChange: () => this.#trouble.update(),
    });
    this.#trouble = new SaveTrouble(options, {
      location: this.#location,
      rescue: this.#rescue,
      overwritten: this.#overwritten,
      compare: (help) => this.#compare(help),
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

  /** @param beforeMove called right before the copy moves to its target; throws to prevent that */
  #rebuild(target: string, signal: AbortSignal, beforeMove?: () => void): Promise<RebuiltCopy> {
    const { store, copies, folder, contents } = this.#options;
    const moveIntoPlace = (partial: string, path: string) => {
      beforeMove?.();
      folder.moveIntoPlace(partial, path);
    };
    return rebuildGrove(placeForCopy(target, store.givenPath), {
      ...this.#options,
      name: contents.read().name,
      path: store.path,
      folder: { ...folder, moveIntoPlace },
      open: (path, readonly, create) => copies.open(path, readonly, create),
      check: copies.checker(signal),
      signal,
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

type Offer = (help: OfferHelp) => Promise<void>;

const MISSING: Readonly<Record<'gone' | 'other', string>> = {
  gone: FILE_GONE,
  other: FILE_REPLACED,
};

interface TroubleParts {
  readonly location: FileLocation;
  readonly rescue: GroveRescue;
  readonly overwritten: OverwrittenGrove;
  /** Shows how the file that is there now differs. @throws {AspenError} */
  readonly compare: Offer;
}

/**
 * The one banner, and its offers, shown while a grove cannot be written, whatever the cause. It goes away
 * when the problem does. Damage is permanent and takes precedence over everything else.
 */
class SaveTrouble {
  readonly #scope: GroveScope;
  readonly #parts: TroubleParts;
  /** The current banner; null if there is none. */
  #shown: { readonly id: number; readonly banner: Banner } | null = null;
  /** Why the last write was refused. */
  #error: WireError | null = null;
  /** A description of the damage. */
  #damage: string | null = null;
  /** Closing the window was cancelled because text would have been lost. */
  #staysOpen = false;

  constructor(scope: GroveScope, parts: TroubleParts) {
    this.#scope = scope;
    this.#parts = parts;
  }

  /** Shows the banner while the file cannot be written, and removes it when it can. */
  onSaveState(state: SaveState): void {
    this.#error = state.state === 'notSaved' ? state.error : null;
    if (this.#error === null) this.#staysOpen = false;
    this.update();
  }

  /** The notice that the file cannot be written, even if the writer dismissed it; null if it can. */
  get notice(): GroveNotice | null {
    return (this.#shown && this.#scope.notices.find(this.#shown.id)) ?? null;
  }

  /** Closing the window was cancelled because text is unsaved. */
  warnUnsaved(): void {
    this.#staysOpen = true;
    // Shown again even if the writer dismissed the banner.
    this.#remove();
    this.update();
  }

  /**
   * The file is damaged and no longer written to.
   * @param what a description of what is damaged, which replaces an earlier one
   */
  showDamage(what: string): void {
    this.#damage = what;
    this.update();
  }

  /** Shows the banner that is right now. */
  update(): void {
    const { notices, notifyChanged } = this.#scope;
    const banner = this.#banner();
    const before = this.#shown?.banner ?? null;
    if (keyOf(banner) === keyOf(before)) return;
    this.#remove();
    if (banner !== null) {
      const { sentence, detail, offers } = banner;
      this.#shown = { id: notices.add(sentence, offers, { detail, isFirst: true }), banner };
    }
    notifyChanged();
  }

  #remove(): void {
    if (this.#shown !== null) this.#scope.notices.remove(this.#shown.id);
    this.#shown = null;
  }

  #banner(): Banner | null {
    const trouble = this.#trouble();
    if (!this.#staysOpen) return trouble;
    const offers = trouble?.offers ?? { saveCopy: this.#saveCopy };
    return {
      sentence: WINDOW_STAYS_OPEN,
      detail: trouble?.sentence ?? '',
      offers: { ...offers, closeAnyway: (help) => help.closeAnyway() },
    };
  }

  readonly #saveCopy: Offer = (help) => this.#parts.rescue.saveCopy(help);

  #trouble(): Banner | null {
    const { location, rescue, overwritten, compare } = this.#parts;
    const { store } = this.#scope;
    const saveCopy = this.#saveCopy;
    if (this.#damage !== null)
      return {
        sentence: groveDamaged(this.#damage),
        detail: '',
        offers: { recover: (help) => rescue.recover(help), saveCopy },
      };
    if (this.#error === null) return null;
    const status = location.inspect();
    if (store.overwrite !== null) return overwritten.banner(store.overwrite);
    // If the status of the file is unknown, the error is more precise.
    if (this.#error.code === 'IN_USE' && store.hasForeignJournal)
      return { sentence: FOREIGN_JOURNAL, detail: FOREIGN_JOURNAL_DETAIL, offers: { saveCopy } };
    if (status === 'here' || status === 'overwritten' || status === null)
      return { sentence: this.#error.sentence, detail: '', offers: { saveCopy } };
    const recoveries: Offers = {
      findIt: (help) => location.find(help),
      saveHere: (help) => rescue.saveHere(help),
    };
    const offers = status === 'other' ? { ...recoveries, compare } : recoveries;
    return { sentence: MISSING[status], detail: '', offers: { ...offers, saveCopy } };
  }
}

/** Equal for two banners that look the same. */
function keyOf(banner: Banner | null): string {
  return banner === null ? '' : JSON.stringify([banner.sentence, banner.detail, Object.keys(banner.offers)]);
}
