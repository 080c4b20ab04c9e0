import { AspenError } from '../../core/errors.ts';
import type { FileWait, GroveNotice, GroveOffer } from '../../ipc/wire/grove.ts';
import type { ResolvedFile } from '../store/connection/resolve-file.ts';

/** The result of recovering all readable text of a damaged file into a new file. */
export interface Recovered {
  readonly nodes: number;
  /** Number of them that cannot be verified. */
  readonly unverified: number;
  /** Descriptions; empty if nothing is known to be lost. */
  readonly lost: readonly string[];
}

/** The grove that a window shows, as far as an offer needs it. */
export interface GroveInWindow {
  /** Adds a notice that reports the writer's last action; without a detail to read, it passes. */
  notifyDone(sentence: string, detail: string, options?: DoneOptions): void;
}

/** Optional properties of a notice about a finished action. */
export interface DoneOptions {
  /** The file that was written, which the notice offers to show in its folder. */
  readonly file?: string;
  /** It stays until the writer has read it, even without a detail: the action was a rescue. */
  readonly stays?: boolean;
}

/** The operations of a window that an accepted offer can use. */
export interface OfferHelp {
  /** Asks where to create a grove; null if the writer cancels. */
  chooseNewFile(options?: { readonly title: string; readonly name: string }): Promise<string | null>;
  /** Asks for an existing grove; null if the writer cancels. */
  chooseFile(purpose: 'find'): Promise<string | null>;
  /** Returns true if another window has this file open. */
  isOpenElsewhere(path: string): boolean;
  /**
   * Runs an operation on a file that may take long; if it does, the window shows its progress and offers to cancel.
   * @param name the file's name
   * @returns null if it was cancelled
   * @throws what `work` throws
   */
  runFileTask<T>(wait: FileWait, name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
  /** Checks a file before it is opened. @throws {AspenError} why it is refused, or what is damaged */
  checkForOpening(file: ResolvedFile, signal: AbortSignal): Promise<void>;
  /**
   * Writes all readable text of a damaged file into a new one, in a separate process.
   * @throws {AspenError} CORRUPT if nothing can be read; DISK_FULL, IO_ERROR
   */
  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered>;
  /**
   * Replaces the window's grove by the one at `path`, once `write` has created that from everything the page
   * had, and closes the old one. On failure a banner reports the error and the window keeps its grove.
   */
  moveTo(path: string, write: () => void | Promise<void>): Promise<unknown>;
  /**
   * Opens the grove of the window again, now for writing, although it is of an older version and could not be
   * backed up, and closes the old one. On failure a banner reports the error and the window keeps its grove.
   * @param file just checked
   */
  migrateWithoutBackup(file: ResolvedFile): Promise<unknown>;
  /** The grove that the window shows now. */
  findGrove(): GroveInWindow | undefined;
  /** Opens the grove at a path in its own window. */
  showGrove(path: string, create: boolean): Promise<unknown>;
  /** Shows a file in its folder, in the system's file manager. */
  showInFolder(path: string): void;
  /** Runs one of the window's commands by its id. */
  runCommand(id: string): void;
  /** Closes the window even if text is unsaved. */
  closeAnyway(): void;
}

/** A notice's offers, each with the function that runs when the writer accepts it. */
export type Offers = Partial<Readonly<Record<GroveOffer, (help: OfferHelp) => void | Promise<void>>>>;

/** The text of a banner, and its offers. */
export interface Banner {
  readonly sentence: string;
  readonly detail: string;
  readonly offers: Offers;
}

interface StoredNotice {
  readonly notice: GroveNotice;
  readonly offers: Offers;
  readonly isHidden: boolean;
  readonly isFirst: boolean;
}

/** Optional properties of a notice. */
export interface NoticeOptions {
  readonly detail?: string;
  /** It reports a completed action, not a problem. */
  readonly isDone?: boolean;
  /** It responds to the writer's last action, and passes. */
  readonly passes?: boolean;
  /** It is listed before all others. */
  readonly isFirst?: boolean;
}

/** A grove's notices, stored until they are removed, since no page may be listening yet. */
export class GroveNotices {
  #stored: readonly StoredNotice[] = [];
  #lastId = 0;
  /** An accepted offer is still running; until it finishes, accepting another does nothing. */
  #isAccepting = false;

  /** Problems before completed actions, each in the order added. */
  list(): readonly GroveNotice[] {
    const rankOf = ({ notice, isFirst }: StoredNotice) => (isFirst ? 0 : notice.isDone ? 2 : 1);
    const shown = this.#stored.filter(({ isHidden }) => !isHidden);
    return shown.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ notice }) => notice);
  }

  /** @returns the notice's id */
  add(
    sentence: string,
    offers: Offers = {},
    { detail = '', isDone = false, passes = false, isFirst = false }: NoticeOptions = {},
  ): number {
    const id = ++this.#lastId;
    const offered = Object.keys(offers) as GroveOffer[];
    const notice = { id, isDone, passes, sentence, detail, offers: offered };
    this.#stored = [...this.#stored, { notice, offers, isHidden: false, isFirst }];
    return id;
  }

  /** Adds a notice as `GroveInWindow.notifyDone` describes it. */
  addDone(sentence: string, detail: string, { file, stays = detail !== '' }: DoneOptions = {}): void {
    const offers: Offers = file === undefined ? {} : { showFile: (help) => help.showInFolder(file) };
    this.add(sentence, offers, { detail, isDone: true, passes: !stays });
  }

  find(id: number): GroveNotice | undefined {
    return this.#stored.find(({ notice }) => notice.id === id)?.notice;
  }

  /** Hides a notice that the writer has read. Its offers can still be accepted until it is removed. */
  dismiss(id: number): void {
    this.#stored = this.#stored.map((stored) =>
      stored.notice.id === id ? { ...stored, isHidden: true } : stored,
    );
  }

  remove(id: number): void {
    this.#stored = this.#stored.filter(({ notice }) => notice.id !== id);
  }

  /** Runs an offer. @throws {AspenError} NOT_FOUND if the notice or the offer does not exist; what the offer throws */
  async accept(id: number, offer: GroveOffer, help: OfferHelp): Promise<void> {
    const act = this.#stored.find(({ notice }) => notice.id === id)?.offers[offer];
    if (act === undefined) throw new AspenError('NOT_FOUND', `no offer ${offer} of notice ${id}`);
    if (offer === 'closeAnyway') return act(help);
    if (this.#isAccepting) return;
    this.#isAccepting = true;
    try {
      await act(help);
    } finally {
      this.#isAccepting = false;
    }
  }
}
