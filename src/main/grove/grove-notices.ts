import { AspenError } from '../../core/errors.ts';
import type { FileWait, GroveNotice, GroveOffer } from '../../ipc/wire/grove.ts';

/** What became of a damaged file of which all that can be read is in a new one. */
export interface Recovered {
  readonly nodes: number;
  /** Of them, those of which it cannot be shown that they are as they were written. */
  readonly unverified: number;
  /** In words; empty where nothing is known to be lost. */
  readonly lost: readonly string[];
}

/** The grove that a window shows, as far as an offer tells it something. */
export interface GroveInWindow {
  /** Says in a banner what was done. */
  tellOfDone(sentence: string, detail: string): void;
}

/** What an offer may need of the window in which it is taken. */
export interface OfferHelp {
  /** Asks where to make a grove; null when the writer changed their mind. */
  chooseNewFile(wish?: { readonly title: string; readonly name: string }): Promise<string | null>;
  /** Asks for a grove that is there; null when the writer changed their mind. */
  chooseFile(purpose: 'find'): Promise<string | null>;
  /** Whether another window has the file at a path open. */
  isOpenElsewhere(path: string): boolean;
  /**
   * Does something with a file that may take long: where it does, the window says so and offers to stop.
   * @param name the file's
   * @returns null where it was stopped
   * @throws what `work` throws
   */
  underWay<T>(wait: FileWait, name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
  /** Looks at a file before it is opened. @throws {AspenError} what it is refused for, or is damaged by */
  lookThrough(path: string, signal: AbortSignal): Promise<void>;
  /**
   * Writes what can be read of a damaged file into a new one, in a process of its own.
   * @throws {AspenError} CORRUPT where nothing can be read; DISK_FULL, IO_ERROR
   */
  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered>;
  /** The grove of the window has another file now. */
  groveMoved(): void;
  /**
   * Shows the grove at a path in place of the window's, which is closed, once `write` has made it of all that the page
   * had. What goes wrong is told in a banner, and the window stays as it is.
   */
  moveTo(path: string, write: () => void | Promise<void>): Promise<unknown>;
  /** What the window shows now. */
  findGrove(): GroveInWindow | undefined;
  /** Shows the grove at a path, in a window of its own. */
  showGrove(path: string, create: boolean): Promise<unknown>;
  /** Runs one of the window's commands, by its id. */
  runCommand(id: string): void;
  /** Closes the window whatever is unsaved. */
  closeAnyway(): void;
}

/** What a notice offers, and what is done when the writer takes it. */
export type Offers = Partial<Readonly<Record<GroveOffer, (help: OfferHelp) => void | Promise<void>>>>;

interface Kept {
  readonly notice: GroveNotice;
  readonly offers: Offers;
  readonly isHidden: boolean;
  readonly isFirst: boolean;
}

/** More of a notice than what it says and offers. */
export interface NoticeOptions {
  readonly detail?: string;
  /** It says that something was done; else that something went wrong. */
  readonly isDone?: boolean;
  /** It comes before all others. */
  readonly isFirst?: boolean;
}

/** What the writer is to be told of a grove, kept until it is put away, since no page may be listening yet. */
export class GroveNotices {
  #kept: readonly Kept[] = [];
  #lastId = 0;
  /** An offer is being taken: until that is done another changes nothing. */
  #isTaking = false;

  /** What went wrong before what was done, each in the order it came. */
  list(): readonly GroveNotice[] {
    const rankOf = ({ notice, isFirst }: Kept) => (isFirst ? 0 : notice.isDone ? 2 : 1);
    const shown = this.#kept.filter(({ isHidden }) => !isHidden);
    return shown.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ notice }) => notice);
  }

  /** @returns the notice's id */
  add(
    sentence: string,
    offers: Offers = {},
    { detail = '', isDone = false, isFirst = false }: NoticeOptions = {},
  ): number {
    const id = ++this.#lastId;
    const offered = Object.keys(offers) as GroveOffer[];
    const notice = { id, isDone, sentence, detail, offers: offered };
    this.#kept = [...this.#kept, { notice, offers, isHidden: false, isFirst }];
    return id;
  }

  find(id: number): GroveNotice | undefined {
    return this.#kept.find(({ notice }) => notice.id === id)?.notice;
  }

  /** The writer has read it. What it offers can be taken for as long as it holds. */
  hide(id: number): void {
    this.#kept = this.#kept.map((kept) => (kept.notice.id === id ? { ...kept, isHidden: true } : kept));
  }

  putAway(id: number): void {
    this.#kept = this.#kept.filter(({ notice }) => notice.id !== id);
  }

  /** @throws {AspenError} NOT_FOUND where the notice is gone or never offered this; what the offer throws */
  async take(id: number, offer: GroveOffer, help: OfferHelp): Promise<void> {
    const act = this.#kept.find(({ notice }) => notice.id === id)?.offers[offer];
    if (act === undefined) throw new AspenError('NOT_FOUND', `no offer ${offer} of notice ${id}`);
    if (offer === 'closeAnyway') return act(help);
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      await act(help);
    } finally {
      this.#isTaking = false;
    }
  }
}
