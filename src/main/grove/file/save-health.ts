import { basename } from 'node:path';
import { AspenError, describeError } from '../../../core/errors.ts';
import type { AgentId } from '../../../core/ids.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveNotice, SaveState } from '../../../ipc/wire/grove.ts';
import { findFileFaults } from '../../store/connection/integrity.ts';
import type { Redo } from '../../store/connection/redo.ts';
import type { Store } from '../../store/connection/store.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { hasHead } from '../../store/tables/log.ts';
import type { SessionNote } from '../begin-grove.ts';
import type { BackupFolder } from '../copies/backup-folder.ts';
import type { GroveCopies } from '../copies/grove-copies.ts';
import type { Emit } from '../emit.ts';
import type { GroveNotices, OfferHelp } from '../grove-notices.ts';
import { GroveRescue } from '../rescue/grove-rescue.ts';
import { rebuildGrove } from '../rescue/rebuild-grove.ts';
import { writeDraftsInto } from '../rescue/write-drafts.ts';
import type { TreeSessions } from '../writing/tree-sessions.ts';
import { FilePlace } from './file-place.ts';
import type { KnownHeads } from './known-heads.ts';
import { SaveTrouble } from './save-trouble.ts';
import { switchFile } from './switch-file.ts';

export interface SaveHealthOptions {
  readonly store: Store;
  /** What was written to the file of late. */
  readonly redo: Redo;
  /** Of this opening. */
  readonly session: SessionNote;
  readonly writer: { readonly id: AgentId; readonly name: string };
  readonly idsAndClock: IdsAndClock;
  readonly sessions: TreeSessions;
  readonly copies: GroveCopies;
  readonly heads: KnownHeads;
  readonly notices: GroveNotices;
  /** Where backups are, and how a copy comes to its place. */
  readonly folder: BackupFolder;
  /** As the file was last read. */
  name(): string;
  readonly emit: Emit;
  /** Tells the window of the grove again. */
  tell(): void;
  /** Whether every byte of a file can be read, whatever they say. */
  canRead(path: string): Promise<boolean>;
  /** Whether the grove was not closed yet. */
  isOpen(): boolean;
  /** The grove goes on in another file. */
  onMoved(): void;
  warn(message: string): void;
}

/**
 * How an open grove stands with its file: whether all is saved, what is told and offered where it cannot be, and how to
 * go on in another file (`storage.md`, *Trouble while open*).
 */
export class SaveHealth {
  readonly #options: SaveHealthOptions;
  readonly #place: FilePlace;
  readonly #rescue: GroveRescue;
  readonly #trouble: SaveTrouble;
  #isHandedOn = false;
  /** Whether it is being found out if the file can be read. */
  #isAsking = false;

  constructor(options: SaveHealthOptions) {
    this.#options = options;
    const { store, sessions, copies, notices, emit, tell } = options;
    this.#place = new FilePlace({
      store,
      open: (path) => copies.open(path),
      openToRead: (path) => copies.open(path, true),
      copyTo: (path, goOn, signal) => copies.saveToGoOn(path, goOn, signal),
      beforeMove: () => sessions.holdDrafts(),
      onChange: () => this.#followPlace(),
      onMoved: () => this.#takeMove(),
    });
    this.#rescue = this.#makeRescue();
    this.#trouble = new SaveTrouble({
      notices,
      look: () => this.#place.look(),
      hasStrangeJournal: () => store.hasStrangeJournal,
      saveCopy: (help) => this.#rescue.saveCopy(help),
      find: (help) => this.#place.find(help),
      saveHere: (help) => this.#rescue.saveHere(help),
      recover: (help) => this.#rescue.recover(help),
      compare: async (help) => {
        const comparison = await this.#place.compare(help, sessions.heldDrafts());
        if (comparison !== null) emit('grove.compared', comparison);
      },
      onChange: tell,
    });
    if (!store.readonly) this.#place.watch();
  }

  /** The notice that the file cannot be written, also where the writer has put it away; null where it can. */
  get notice(): GroveNotice | null {
    return this.#trouble.notice;
  }

  /** Whether all that is held is in another file, which the window goes on in. */
  get isHandedOn(): boolean {
    return this.#isHandedOn;
  }

  /** Whether what was written is where the writer has it, as far as anybody can tell. */
  isInPlace(): boolean {
    return this.#options.store.readonly || this.#place.look() === 'here';
  }

  stop(): void {
    this.#place.stop();
  }

  /** The window was to be closed, and stays. */
  tellOfUnsaved(): void {
    this.#trouble.tellOfUnsaved();
  }

  /** Nothing is written to the file any more. @param what is damaged, in words */
  takeDamage(what: string): void {
    this.#options.store.refuseWrites(new AspenError('CORRUPT', `${what} is not as it was written`));
    this.#trouble.tellOfDamage(what);
  }

  /**
   * SQLite calls the file malformed. It says so too of a disk that gives nothing any more, which may come back: damaged is
   * a file that stands in its place and can be read.
   */
  meetDamage(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#findDamage()
      .catch((error: unknown) =>
        this.#options.warn(`whether the file is damaged is not known: ${String(error)}`),
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  async #findDamage(): Promise<void> {
    const { store, canRead } = this.#options;
    if (!this.#isWritten() || !(await canRead(store.path))) return;
    if (this.#isWritten()) this.takeDamage('a part of the file');
  }

  #isWritten(): boolean {
    const { store, isOpen } = this.#options;
    return isOpen() && !store.readonly && this.#place.look() === 'here';
  }

  /** A tree's text is saved otherwise than before; the grove is saved when every tree of it is. */
  follow(changed: SaveState): void {
    const { store, sessions, emit } = this.#options;
    const states = sessions.saveStates;
    const { stands } = this.#place;
    const lost =
      stands === 'here'
        ? undefined
        : describeError(new AspenError('MOVED', `${basename(store.path)} is not there`));
    const worst: SaveState =
      states.find(({ state }) => state === 'notSaved') ??
      (lost && { state: 'notSaved', error: lost, safe: states.some(({ state }) => state === 'safe') }) ??
      states.find(({ state }) => state === 'safe') ??
      changed;
    const isMalformed = worst.state === 'notSaved' && worst.error.code === 'CORRUPT' && !store.readonly;
    const known: SaveState = isMalformed ? { ...worst, error: asDiskError(worst.error) } : worst;
    emit('save.changed', known);
    this.#trouble.follow(known);
    if (isMalformed) this.meetDamage();
  }

  #makeRescue(): GroveRescue {
    const { store, redo, session, writer, idsAndClock, sessions, copies, heads, folder, name, warn } =
      this.#options;
    const groveId = getGrove(store).id;
    return new GroveRescue({
      path: () => store.path,
      isThere: () => this.#place.look() === 'here',
      isSound: () => this.#isSound(),
      save: (target, signal) => copies.save(target, signal),
      placeHere: (help) => this.#place.placeForCopy(help),
      saveHere: (target, help) => this.#place.goOnInCopy(target, help),
      putHeld: (target) => {
        // The probe wrote it, and knows nothing of what is known.
        heads.forgetFileAt(target);
        return writeDraftsInto(copies.open(target), { held: sessions.held, writer, idsAndClock });
      },
      rebuild: (target, signal) =>
        rebuildGrove(target, {
          held: () => sessions.held,
          writer,
          idsAndClock,
          groveId,
          name: name(),
          path: store.path,
          head: () => store.head,
          redo,
          session,
          folder,
          open: (path, readonly, create) => copies.open(path, readonly, create),
          check: copies.checking(signal),
          signal,
          warn,
        }),
      goOnIn: (target, help, write) => this.#goOnIn(target, help, write),
    });
  }

  #isSound(): boolean {
    const { store } = this.#options;
    try {
      // SQLite finds nothing wrong with a file that was emptied.
      return hasHead(store, store.head) && findFileFaults(store).length === 0;
    } catch (error) {
      if (error instanceof AspenError) return false;
      throw error;
    }
  }

  /** What stands where the file was is another than before. */
  #followPlace(): void {
    if (this.#place.stands === 'here') this.#options.sessions.flushOrTell();
    this.follow({ state: 'saved' });
  }

  /** Another grove takes this one's place in its window. @returns whether it did */
  async #goOnIn(target: string, help: OfferHelp, write: () => void | Promise<void>): Promise<boolean> {
    const { isOpen } = this.#options;
    await help.moveTo(target, async () => {
      await write();
      this.#isHandedOn = true;
    });
    // Where it could not be opened, the window goes on with what it has.
    if (isOpen()) this.#isHandedOn = false;
    return !isOpen();
  }

  /** The grove goes on in another file, which may not know of this session yet. */
  #takeMove(): void {
    const { store, sessions, session, writer, idsAndClock, notices, emit, onMoved } = this.#options;
    onMoved();
    switchFile({ store, sessions, session, writerId: writer.id, idsAndClock, notices });
    this.follow({ state: 'saved' });
    emit('draft.replaced', {});
  }
}

/** Until it is known to be damage. */
function asDiskError({ detail }: WireError): WireError {
  return describeError(new AspenError('IO_ERROR', detail));
}
