import { type BigIntStats, existsSync, readdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { FileComparison } from '../../../ipc/wire/copies.ts';
import type { FileWait } from '../../../ipc/wire/grove.ts';
import { sentenceOf } from '../../../ui-text/errors.ts';
import {
  NOT_BACKED_UP,
  notBackedUpDetail,
  OTHER_NAMES,
  OTHER_NAMES_DETAIL,
} from '../../../ui-text/opening.ts';
import { closeOtherWindowFirst, differentGrove, divergedCopy, olderCopy } from '../../../ui-text/refusals.ts';
import { hasOtherNames, isNonEmpty, isSameFile } from '../../store/connection/file-stats.ts';
import { followLinks, type ResolvedFile, resolveFile } from '../../store/connection/resolve-file.ts';
import type { Store } from '../../store/connection/store.ts';
import type { StoredDraftText } from '../../store/copies/compare-lists.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { hasHead } from '../../store/tables/log.ts';
import { compareFiles } from '../copies/compare-files.ts';
import type { GroveNotices, OfferHelp } from '../grove-notices.ts';

/** Interval at which the file is polled, so that the writer learns within two seconds that it is gone. Milliseconds. */
const INTERVAL = 1_000;

/**
 * The state of the path where the grove was opened: its own file, the same file with other contents, nothing, or
 * another file.
 */
export type FileStatus = 'here' | 'overwritten' | 'gone' | 'other';

export interface FileLocationOptions {
  readonly store: Store;
  /** Opens a grove's file as the program does. @throws {AspenError} what `openFile` throws */
  open(path: string | ResolvedFile): Store;
  /** The same, read-only. @throws {AspenError} what `openFile` throws */
  openToRead(path: ResolvedFile): Store;
  /** Writes the grove, including unsaved text, to a new file, then calls `onSaved`. @throws {AspenError} */
  copyTo(path: string, onSaved: () => void, signal: AbortSignal): Promise<void>;
  /** About to switch to another file: load everything into memory that only the old one has. */
  beforeSwitch(): void;
  /** The grove as it was, for comparing it with what has overwritten its file. @throws {AspenError} */
  openKept(): Promise<Store>;
  /** The status of the file changed. */
  onChange(): void;
  /** Something else has touched the file, which may lack drafts and cursors, or have more than before. */
  onTouched(): void;
  /** The grove switched to another file: write everything unsaved to it. */
  onMoved(): void;
}

/** The location of a grove's file: whether the file is still there, and how to switch to another. */
export class FileLocation {
  readonly #options: FileLocationOptions;
  #status: FileStatus = 'here';
  /** The status when `onChange` was last called. */
  #notified: FileStatus = 'here';
  /** The store's number of touches when `onTouched` was last called. */
  #touched = 0;
  /** When the folder had last changed as its names were read, in nanoseconds since 1970 UTC. */
  #folderChangedAt: bigint | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FileLocationOptions) {
    this.#options = options;
  }

  get status(): FileStatus {
    return this.#status;
  }

  /** Polls the file until `stop`. */
  watch(): void {
    this.#timer = setTimeout(() => void this.#poll(), INTERVAL);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The present state of the path; null if the disk does not answer. */
  inspect(): FileStatus | null {
    const { store } = this.#options;
    try {
      const { path, givenPath } = store;
      const isHere = store.isUnmoved && (givenPath === path || isSameFile(path, givenPath));
      if (isHere) this.#status = this.#examine();
      else this.#status = existsSync(givenPath) ? 'other' : 'gone';
      return this.#status;
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      return null;
    }
  }

  /**
   * Asks for the grove's file and switches to it.
   * @throws {AspenError} INVALID_ARGUMENT if it is another grove, or lacks changes that were written here;
   *   what checking and opening it throw
   */
  async find(help: OfferHelp): Promise<void> {
    const path = await help.chooseFile('find');
    if (path === null) return;
    const file = resolveFile(path);
    if (help.isOpenElsewhere(file.real))
      throw new AspenError('IN_USE', closeOtherWindowFirst(basename(path)));
    if (!(await checkFile(file, 'finding', help))) return;
    const found = this.#options.open(file);
    try {
      this.#requireOurs(found);
    } catch (error) {
      found.close();
      throw error;
    }
    this.#switchTo(found);
  }

  /**
   * The path for a new copy of the grove: its old path if that is free and no journal lies there, else the
   * writer's choice; null if they cancel.
   */
  async chooseCopyPath(help: OfferHelp): Promise<string | null> {
    const { givenPath } = this.#options.store;
    const place = this.inspect() === 'gone' ? followLinks(givenPath) : null;
    const isFree = place !== null && existsSync(dirname(place)) && !isNonEmpty(`${place}-journal`);
    return isFree ? givenPath : help.chooseNewFile();
  }

  /** Writes the grove to a new file and switches to it, unless cancelled. @throws {AspenError} */
  async switchToCopy(target: string, help: OfferHelp): Promise<void> {
    const { store, copyTo, open, onChange } = this.#options;
    const onSaved = () => this.#switchTo(open(target));
    try {
      await help.runFileTask('saving', basename(target), (signal) => copyTo(target, onSaved, signal));
    } catch (error) {
      const isTaken = error instanceof AspenError && error.code === 'INVALID_ARGUMENT';
      if (!isTaken || target !== store.givenPath || this.inspect() !== 'here') throw error;
      // The file came back meanwhile: keep using it.
      onChange();
    }
  }

  /**
   * Compares the file now at the grove's path with the grove; null if cancelled.
   * @param draftTexts the drafts in memory
   */
  async compare(help: OfferHelp, draftTexts: readonly StoredDraftText[]): Promise<FileComparison | null> {
    const { store, openToRead, openKept } = this.#options;
    const fileName = basename(store.givenPath);
    try {
      const file = resolveFile(store.givenPath);
      if (help.isOpenElsewhere(file.real)) throw new AspenError('IN_USE', closeOtherWindowFirst(fileName));
      if (!(await checkFile(file, 'comparing', help))) return null;
      const here = store.overwrite === null ? store : await openKept();
      try {
        const there = openToRead(file);
        try {
          return { fileName, refusal: null, sides: compareFiles(here, there, draftTexts) };
        } finally {
          there.close();
        }
      } finally {
        if (here !== store) here.close();
      }
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      return { fileName, refusal: sentenceOf(error.code), sides: null };
    }
  }

  #requireOurs(found: Store): void {
    const { store } = this.#options;
    const name = basename(found.givenPath);
    if (getGrove(found).id !== getGrove(store).id)
      throw new AspenError('INVALID_ARGUMENT', differentGrove(name));
    if (hasHead(found, store.head)) return;
    const missing = store.head.seq - found.head.seq;
    throw new AspenError(
      'INVALID_ARGUMENT',
      hasHead(store, found.head) ? olderCopy(name, missing) : divergedCopy(name),
    );
  }

  #switchTo(found: Store): void {
    const { store, beforeSwitch, onMoved } = this.#options;
    try {
      beforeSwitch();
    } catch (error) {
      found.close();
      throw error;
    }
    store.switchTo(found);
    this.#status = 'here';
    onMoved();
  }

  async #poll(): Promise<void> {
    const { store, onChange, onTouched } = this.#options;
    const { givenPath } = store;
    let now = this.#status;
    let isNamedSo = true;
    try {
      const stats = await stat(givenPath, { bigint: true });
      now = store.isFile(stats) && store.isUnmoved ? this.#statusOf(stats) : 'other';
      isNamedSo = await this.#isListed(givenPath);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Any other disk error shows up at the next write.
      if (code === 'ENOENT' || code === 'ENOTDIR') now = 'gone';
    }
    if (this.#timer === undefined) return;
    const isLost = now === 'gone' || now === 'other';
    if ((isLost || !isNamedSo) && this.#notified === 'here' && this.#followRename()) now = 'here';
    if (givenPath === store.givenPath) this.#status = now;
    if (this.#status !== this.#notified) {
      this.#notified = this.#status;
      onChange();
    }
    const touched = store.externalWrites + store.reopenings;
    if (touched !== this.#touched) {
      this.#touched = touched;
      onTouched();
    }
    this.watch();
  }

  /**
   * Resolves to true if the folder has this very name. On a disk that ignores case, the file is also found under its
   * former name; a rename changes the folder, whose names are read only then. @throws {Error} if the disk does not
   * answer
   */
  async #isListed(path: string): Promise<boolean> {
    const folder = dirname(path);
    const { mtimeNs } = await stat(folder, { bigint: true });
    if (mtimeNs === this.#folderChangedAt) return true;
    const names = await readdir(folder);
    this.#folderChangedAt = mtimeNs;
    return names.includes(basename(path));
  }

  /**
   * Switches to the file under a name that differs only in case or Unicode form, if it is this grove's (`storage.md`, *Trouble
   * while open*). A disk that ignores case may show a file that was renamed so under the old name too, also as another one.
   */
  #followRename(): boolean {
    const { store, open } = this.#options;
    const folder = dirname(store.givenPath);
    const name = basename(store.givenPath);
    let found: Store | undefined;
    try {
      const names = readdirSync(folder);
      const renamed = names.filter((other) => withoutCase(other) === withoutCase(name));
      const [only] = renamed;
      if (only === undefined || renamed.length > 1 || only === name) return false;
      found = open(join(folder, only));
      this.#requireOurs(found);
      this.#switchTo(found);
      return true;
    } catch {
      // It stays lost, which is reported, and the writer can look for it.
      if (found?.isOpen === true) found.close();
      return false;
    }
  }

  #statusOf(stats: BigIntStats): FileStatus {
    const { store } = this.#options;
    if (!store.isUntouched(stats)) return this.#examine();
    return store.overwrite === null ? 'here' : 'overwritten';
  }

  #examine(): 'here' | 'overwritten' {
    const { store } = this.#options;
    try {
      store.examine();
    } catch (error) {
      // The next write reports any other fault.
      if (!(error instanceof AspenError)) throw error;
    }
    return store.overwrite === null ? 'here' : 'overwritten';
  }
}

function withoutCase(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * Checks a file before it is opened.
 * @returns false if cancelled
 * @throws {AspenError} why it is refused, or what is damaged
 */
async function checkFile(file: ResolvedFile, wait: FileWait, help: OfferHelp): Promise<boolean> {
  const done = await help.runFileTask(wait, basename(file.given), async (signal) => {
    await help.checkForOpening(file, signal);
    return true;
  });
  return done === true;
}

/**
 * Warns that a file has several hard links, after it was checked completely (`storage.md`, *Opening, in order*, 1).
 * @param path the real path of the open file
 */
export function warnOfOtherNames(path: string, notices: GroveNotices): void {
  try {
    if (hasOtherNames(path)) notices.add(OTHER_NAMES, {}, { detail: OTHER_NAMES_DETAIL });
  } catch (error) {
    // The file is gone again: reading or writing it reports that.
    if (!(error instanceof AspenError)) throw error;
  }
}

/**
 * Offers to migrate an older grove that could not be backed up and is shown for reading (`storage.md`,
 * *Opening, in order*, 3).
 * @param reason why it could not be backed up, as a sentence
 */
export function offerToMigrate(store: Store, reason: string, notices: GroveNotices): void {
  const goOnWithoutBackup = async (help: OfferHelp) => {
    const file = { given: store.givenPath, real: store.path };
    // The file may have changed since it was opened for reading.
    if (await checkFile(file, 'opening', help)) await help.migrateWithoutBackup(file);
  };
  notices.add(NOT_BACKED_UP, { goOnWithoutBackup }, { detail: notBackedUpDetail(reason), isFirst: true });
}
