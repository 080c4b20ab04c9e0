import { describeError, type ErrorCode } from '../../../core/errors.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import { WRITING_TROUBLE } from '../manuscript/draft-status.ts';
import { createStore, type Store } from '../store.ts';

/** A quiet banner: what happened, what is safe; it never stands in the way. */
export interface Notice {
  readonly id: number;
  readonly sentence: string;
  readonly detail: string;
  /** Whether it says that something was done; else that something went wrong. */
  readonly isDone: boolean;
  /** Whether it says that something is under way: it goes when that is over, and is not put away. */
  readonly isWait: boolean;
  /** Which error it tells of; undefined for what is none, and for what main has to say. */
  readonly code?: ErrorCode;
  /** What can be done about it. */
  readonly actions: readonly NoticeAction[];
  /** Main keeps it until it is put away there too; undefined for what only this page knows. */
  readonly onPutAway?: () => void;
}

/** A way out that a banner offers. */
export interface NoticeAction {
  readonly label: string;
  run(): void;
}

/** Something for a screen reader, told once. */
export interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** How many announcements the log keeps: enough to read back, never a document of its own. */
const LOG_LENGTH = 20;

/** What the program has to say: banners until they are put away, and the log of announcements. */
export class Notices {
  readonly #banners = createStore<readonly Notice[]>([]);
  readonly #log = createStore<readonly Announcement[]>([]);
  #lastId = 0;
  /** How much of the window's top is covered by what it has to say, in CSS pixels. */
  readonly overhead = createStore(0);
  /** A banner of main's says that the file cannot be written. */
  saysTrouble = false;
  /** Why it cannot be written, as main last said; null where it can. */
  trouble: ErrorCode | null = null;
  /** The status bar says that another program has the file for a moment. */
  isWaiting = false;

  get banners(): Store<readonly Notice[]> {
    return this.#banners;
  }

  get log(): Store<readonly Announcement[]> {
    return this.#log;
  }

  /**
   * Shows an error as a banner and announces it; the same sentence is not shown twice at once, nor that the file cannot
   * be written where a banner of main's says so.
   */
  report(error: unknown): void {
    const { code } = isWireError(error) ? error : describeError(error);
    if (!(this.saysTrouble || this.isWaiting) || !WRITING_TROUBLE.has(code)) this.tell(error);
  }

  /** Shows why what the writer asked for was not done; where a banner of main's says so already, it is announced. */
  refuse(error: WireError): void {
    if (this.saysTrouble && WRITING_TROUBLE.has(error.code)) this.announce(error.sentence);
    else this.tell(error);
  }

  /** Shows an error as a banner whatever else is said. */
  tell(error: unknown): void {
    const { code, sentence, detail } = isWireError(error) ? error : describeError(error);
    this.show({ code, sentence, detail });
  }

  show({
    sentence,
    detail,
    isDone = false,
    isWait = false,
    actions = [],
    code,
    onPutAway,
  }: Pick<WireError, 'sentence' | 'detail'> & Partial<Omit<Notice, 'id'>>): number {
    const known = this.#banners.get().find((notice) => notice.sentence === sentence);
    // Main says so already, and what it offers is not to be taken away.
    if (known?.onPutAway !== undefined && onPutAway === undefined) return known.id;
    const others = this.#banners.get().filter((notice) => notice !== known);
    const kept = {
      ...(code === undefined ? {} : { code }),
      ...(onPutAway === undefined ? {} : { onPutAway }),
    };
    const id = ++this.#lastId;
    this.#banners.set(inOrder([...others, { id, sentence, detail, isDone, isWait, actions, ...kept }]));
    this.announce(sentence);
    return id;
  }

  /**
   * Shows what main has to say in the place of what it said before; what is new is announced. Where that is why the file
   * cannot be written, nothing of the page's own says so too.
   */
  showAll(notices: readonly Omit<Required<Notice>, 'id' | 'code'>[]): void {
    const isToldByMain = ({ code }: Notice) =>
      this.saysTrouble && code !== undefined && code === this.trouble;
    const own = this.#banners
      .get()
      .filter((notice) => notice.onPutAway === undefined && !isToldByMain(notice));
    const before = new Set(this.#banners.get().map(({ sentence }) => sentence));
    if (notices.length === 0 && own.length === this.#banners.get().length) return;
    this.#banners.set(inOrder([...notices.map((notice) => ({ ...notice, id: ++this.#lastId })), ...own]));
    for (const { sentence } of notices) if (!before.has(sentence)) this.announce(sentence);
  }

  dismiss(id: number): void {
    const banners = this.#banners.get();
    this.#banners.set(banners.filter((notice) => notice.id !== id));
    banners.find((notice) => notice.id === id)?.onPutAway?.();
  }

  announce(text: string): void {
    this.#log.set([...this.#log.get(), { id: ++this.#lastId, text }].slice(-LOG_LENGTH));
  }
}

/** What went wrong before what was done: what cannot wait is not below what can. */
function inOrder(banners: readonly Notice[]): readonly Notice[] {
  return [...banners.filter(({ isDone }) => !isDone), ...banners.filter(({ isDone }) => isDone)];
}

function isWireError(error: unknown): error is WireError {
  return typeof error === 'object' && error !== null && !(error instanceof Error) && 'sentence' in error;
}
