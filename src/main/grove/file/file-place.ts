import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import type { FileComparison } from '../../../ipc/wire/copies.ts';
import type { FileWait } from '../../../ipc/wire/grove.ts';
import type { Store } from '../../store/connection/store.ts';
import type { StoredDraftText } from '../../store/copies/compare-lists.ts';
import { getGrove } from '../../store/tables/grove.ts';
import { hasHead } from '../../store/tables/log.ts';
import { compareFiles } from '../copies/compare-files.ts';
import type { OfferHelp } from '../grove-notices.ts';

/** How often the file is looked for, so that the writer hears within two seconds that it is gone. Milliseconds. */
const INTERVAL = 1_000;

/** What stands where the grove's file was opened: the file itself, nothing, or another. */
export type FileStands = 'here' | 'gone' | 'other';

export interface FilePlaceOptions {
  readonly store: Store;
  /** Opens a grove's file as the program does. @throws {AspenError} what `openFile` throws */
  open(path: string): Store;
  /** The same for reading only. @throws {AspenError} what `openFile` throws */
  openToRead(path: string): Store;
  /** Writes the grove with all that is typed where there is no file yet, and has it gone on with. @throws {AspenError} */
  copyTo(path: string, goOn: () => void, signal: AbortSignal): Promise<void>;
  /** Another file is to be gone on in: everything that only the old one has is to be held. */
  beforeMove(): void;
  /** What stands there is another than before. */
  onChange(): void;
  /** The grove goes on in another file: all that is held is to be written to it. */
  onMoved(): void;
}

/** Where a grove's file is: whether it is there still, and how to go on where it is not. */
export class FilePlace {
  readonly #options: FilePlaceOptions;
  #stands: FileStands = 'here';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FilePlaceOptions) {
    this.#options = options;
  }

  get stands(): FileStands {
    return this.#stands;
  }

  /** Looks from now on, until `stop`. */
  watch(): void {
    this.#timer = setTimeout(() => void this.#lookAgain(), INTERVAL);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** What stands there now; null where nothing tells, as on a disk that does not answer. */
  look(): FileStands | null {
    const { store } = this.#options;
    try {
      this.#stands = store.isUnmoved ? 'here' : existsSync(store.path) ? 'other' : 'gone';
      return this.#stands;
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      return null;
    }
  }

  /**
   * Asks for the file and goes on in it.
   * @throws {AspenError} INVALID_ARGUMENT where it is another grove, or lacks what was written here; what looking at it
   *   and opening it throw
   */
  async find(help: OfferHelp): Promise<void> {
    const path = await help.chooseFile('find');
    if (path === null) return;
    if (help.isOpenElsewhere(path))
      throw new AspenError('IN_USE', `${basename(path)} is open in another window; close that first`);
    if (!(await lookThrough(path, 'finding', help))) return;
    const found = this.#options.open(path);
    try {
      this.#requireOurs(found);
    } catch (error) {
      found.close();
      throw error;
    }
    this.#goOnIn(found, help);
  }

  /** Where the grove is to be written anew: where its file was, else where the writer says; null for a changed mind. */
  async placeForCopy(help: OfferHelp): Promise<string | null> {
    const { path } = this.#options.store;
    return this.look() === 'gone' && existsSync(dirname(path)) ? path : help.chooseNewFile();
  }

  /** Writes the grove where there is no file yet and goes on in it, unless that is stopped. @throws {AspenError} */
  async goOnInCopy(target: string, help: OfferHelp): Promise<void> {
    const { store, copyTo, open, onChange } = this.#options;
    const goOn = () => this.#goOnIn(open(target), help);
    try {
      await help.underWay('saving', basename(target), (signal) => copyTo(target, goOn, signal));
    } catch (error) {
      const isTaken = error instanceof AspenError && error.code === 'INVALID_ARGUMENT';
      if (!isTaken || target !== store.path || this.look() !== 'here') throw error;
      // The file came back to its place meanwhile: it is gone on in as it is.
      onChange();
    }
  }

  /** Holds what stands there now against the grove; null where that was stopped. @param held drafts as main has them */
  async compare(help: OfferHelp, held: readonly StoredDraftText[]): Promise<FileComparison | null> {
    const { store, openToRead } = this.#options;
    const { path } = store;
    const fileName = basename(path);
    try {
      if (help.isOpenElsewhere(path)) throw new AspenError('IN_USE', `${fileName} is open in another window`);
      if (!(await lookThrough(path, 'comparing', help))) return null;
      const there = openToRead(path);
      try {
        return { fileName, refusal: null, sides: compareFiles(store, there, held) };
      } finally {
        there.close();
      }
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      return { fileName, refusal: error.sentence, sides: null };
    }
  }

  #requireOurs(found: Store): void {
    const { store } = this.#options;
    const name = basename(found.path);
    if (getGrove(found).id !== getGrove(store).id)
      throw new AspenError('INVALID_ARGUMENT', `${name} is another grove`);
    if (hasHead(found, store.head)) return;
    const missing = store.head.seq - found.head.seq;
    throw new AspenError(
      'INVALID_ARGUMENT',
      hasHead(store, found.head)
        ? `${name} is an older copy of this grove, without its last ${missing === 1 ? 'change' : `${missing} changes`}`
        : `${name} went another way than this grove, so that neither has all of the other`,
    );
  }

  #goOnIn(found: Store, help: OfferHelp): void {
    const { store, beforeMove, onMoved } = this.#options;
    try {
      beforeMove();
    } catch (error) {
      found.close();
      throw error;
    }
    store.goOnIn(found);
    this.#stands = 'here';
    help.groveMoved();
    onMoved();
  }

  async #lookAgain(): Promise<void> {
    const { store, onChange } = this.#options;
    const { path } = store;
    let now = this.#stands;
    try {
      const stats = await stat(path, { bigint: true });
      now = store.isFile(stats) ? 'here' : 'other';
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // What else can be wrong with a disk, the next write says.
      if (code === 'ENOENT' || code === 'ENOTDIR') now = 'gone';
    }
    if (this.#timer === undefined) return;
    if (path === store.path && now !== this.#stands) {
      this.#stands = now;
      onChange();
    }
    this.watch();
  }
}

/** Looks at a file before it is opened, which can be stopped. @throws {AspenError} what it is refused for, or is damaged by */
async function lookThrough(path: string, wait: FileWait, help: OfferHelp): Promise<boolean> {
  const done = await help.underWay(wait, basename(path), async (signal) => {
    await help.lookThrough(path, signal);
    return true;
  });
  return done === true;
}
