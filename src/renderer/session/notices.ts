import type { ErrorCode } from '../../core/errors.ts';
import type { WireError } from '../../ipc/wire/app.ts';
import type { WrittenFile } from '../../ipc/wire/exchange.ts';
import { describeError } from '../../ui-text/errors.ts';
import { OPEN_FILE, SHOW_FILE, UNDO } from '../../ui-text/window/notices.ts';
import type { Client } from '../client.ts';
import { createStore, type Store } from './store.ts';

/** Errors that keep main from writing the file at all. */
export const WRITE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'READ_ONLY',
  'DISK_FULL',
  'IO_ERROR',
  'CORRUPT',
  'IN_USE',
  'MOVED',
]);

/**
 * A message of the window to the writer: what happened and where, what is safe, and what can be done about it. It never
 * blocks the page and never takes the focus.
 */
export interface Notice {
  readonly id: number;
  readonly sentence: string;
  readonly detail: string;
  /** It reports something done; otherwise, something that went wrong. */
  readonly isDone: boolean;
  /** It reports work in progress: it goes when that ends, and cannot be dismissed. */
  readonly isProgress: boolean;
  /**
   * It stays until the writer dismisses it, or what it reports ends: something is wrong, or a decision or an answer
   * waits. Any other notice passes: it disappears after a few seconds.
   */
  readonly stays: boolean;
  /** The error it reports; undefined for none, and for main's notices. */
  readonly code?: ErrorCode;
  readonly actions: readonly NoticeAction[];
  /** Dismisses it in main too; undefined for a notice of this page only. */
  readonly onDismiss?: () => void;
}

/** A button of a notice. */
export interface NoticeAction {
  readonly label: string;
  run(): void;
}

/** A message for screen readers, read out once. */
export interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Announcements the log keeps: enough to read back. */
const LOG_LENGTH = 20;

/** The content of `Notices.show`. By default a notice reports a problem and stays. */
export type NoticeContent = Pick<Notice, 'sentence' | 'detail'> &
  Partial<Omit<Notice, 'id'>> & {
    /** The announcement, if longer than the sentence. */
    readonly spoken?: string;
  };

/** The one list of a window's notices, those that stay and those that pass, and the log of announcements. */
export class Notices {
  readonly #banners = createStore<readonly Notice[]>([]);
  /** All notices, problems first; among those that pass, the newest last. */
  readonly banners: Store<readonly Notice[]> = this.#banners;
  readonly #log = createStore<readonly Announcement[]>([]);
  readonly log: Store<readonly Announcement[]> = this.#log;
  #lastId = 0;
  /** One of main's banners reports that the file cannot be written. */
  showsWriteError = false;
  /** The reason that the file cannot be written, as main last reported; null if it can. */
  writeError: ErrorCode | null = null;
  /** The status bar reports that another program is using the file for a moment. */
  isWaiting = false;

  /**
   * Shows an error as a banner and announces it. Replaces a banner with the same sentence; skips write errors
   * that main's banner or the status bar shows already, and what the writer has cancelled.
   */
  readonly report = (error: unknown): void => {
    const { code } = isWireError(error) ? error : describeError(error);
    if (code === 'CANCELLED') return;
    if (!(this.showsWriteError || this.isWaiting) || !WRITE_ERRORS.has(code)) this.showError(error);
  };

  /** Resolves to what work resolves to, and to undefined after a failure, which it reports. */
  async attempt<T>(work: Promise<T> | (() => Promise<T>)): Promise<T | undefined> {
    try {
      return await (typeof work === 'function' ? work() : work);
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  /**
   * Shows why a command was refused, unless the writer has cancelled it. If main's banner reports it already, only
   * announces it.
   */
  reportRefusal(error: WireError): void {
    if (error.code === 'CANCELLED') return;
    if (this.showsWriteError && WRITE_ERRORS.has(error.code)) this.announce(error.sentence);
    else this.showError(error);
  }

  /** Shows an error as a banner unconditionally. */
  showError(error: unknown): void {
    const { code, sentence, detail } = isWireError(error) ? error : describeError(error);
    this.show({ code, sentence, detail });
  }

  /** Shows a banner unless it is shown already: its cause recurs with every key. */
  showOnce(notice: Pick<WireError, 'sentence' | 'detail'>): void {
    if (!this.#banners.get().some(({ sentence }) => sentence === notice.sentence)) this.show(notice);
  }

  /**
   * Reports an action, or the reason that nothing was done, in a notice that passes.
   * @param actions what the writer may do about it
   * @returns the notice's id
   */
  tell(sentence: string, actions: readonly NoticeAction[] = []): number {
    return this.show({ sentence, detail: '', isDone: true, actions });
  }

  /** Reports an action, in a notice that passes and offers to undo it. @returns the notice's id */
  tellUndoable(sentence: string, undo: () => unknown): number {
    const run = async () => {
      this.dismiss(id);
      try {
        await undo();
      } catch (error) {
        this.report(error);
      }
    };
    const id = this.tell(sentence, [{ label: UNDO, run: () => void run() }]);
    return id;
  }

  /** Shows a notice and announces it. Replaces one with the same sentence. @returns its id */
  show({
    sentence,
    detail,
    isDone = false,
    isProgress = false,
    stays = !isDone || isProgress,
    actions = [],
    spoken = sentence,
    code,
    onDismiss,
  }: NoticeContent): number {
    const known = this.#banners.get().find((notice) => notice.sentence === sentence);
    // Main's notice reports it already; keep it for its actions.
    if (known?.onDismiss !== undefined && onDismiss === undefined) return known.id;
    // Only one that passes is shown: without an action, it need not come back after the next one.
    const isOver = (notice: Notice) =>
      notice === known || (!stays && !notice.stays && notice.actions.length === 0);
    const others = this.#banners.get().filter((notice) => !isOver(notice));
    const optional = {
      ...(code === undefined ? {} : { code }),
      ...(onDismiss === undefined ? {} : { onDismiss }),
    };
    const id = ++this.#lastId;
    const notice = { id, sentence, detail, isDone, isProgress, stays, actions, ...optional };
    this.#banners.set(problemsFirst([...others, notice]));
    this.announce(spoken);
    return id;
  }

  /**
   * Replaces main's banners and announces the new ones. Removes the page's own banner about a write error
   * that main's now shows.
   */
  showAll(notices: readonly Omit<Required<Notice>, 'id' | 'code'>[]): void {
    const isShownByMain = ({ code }: Notice) =>
      this.showsWriteError && code !== undefined && code === this.writeError;
    const own = this.#banners
      .get()
      .filter((notice) => notice.onDismiss === undefined && !isShownByMain(notice));
    const before = new Set(this.#banners.get().map(({ sentence }) => sentence));
    if (notices.length === 0 && own.length === this.#banners.get().length) return;
    this.#banners.set(
      problemsFirst([...notices.map((notice) => ({ ...notice, id: ++this.#lastId })), ...own]),
    );
    for (const { sentence } of notices) if (!before.has(sentence)) this.announce(sentence);
  }

  /** Changes the sentence of a banner in place, without announcing it again. */
  update(id: number, sentence: string): void {
    const banners = this.#banners.get();
    this.#banners.set(banners.map((notice) => (notice.id === id ? { ...notice, sentence } : notice)));
  }

  dismiss(id: number): void {
    const banners = this.#banners.get();
    this.#banners.set(banners.filter((notice) => notice.id !== id));
    banners.find((notice) => notice.id === id)?.onDismiss?.();
  }

  announce(text: string): void {
    this.#log.set([...this.#log.get(), { id: ++this.#lastId, text }].slice(-LOG_LENGTH));
  }
}

/** Problems first, so that what is urgent is at the top. */
function problemsFirst(banners: readonly Notice[]): readonly Notice[] {
  return [...banners.filter(({ isDone }) => !isDone), ...banners.filter(({ isDone }) => isDone)];
}

function isWireError(error: unknown): error is WireError {
  return typeof error === 'object' && error !== null && !(error instanceof Error) && 'sentence' in error;
}

/**
 * Reports the written file, and offers to show it in its folder.
 * @param opens whether it also offers to open it: other programs' files, no groves
 */
export function tellWritten(
  { client, notices }: { readonly client: Pick<Client, 'call'>; readonly notices: Notices },
  sentence: string,
  { handle }: WrittenFile,
  opens: boolean,
): void {
  const act = (label: string, request: 'exchange.showFile' | 'exchange.openFile') => ({
    label,
    run: () => void client.call(request, { handle }).catch((error: unknown) => notices.report(error)),
  });
  notices.tell(sentence, [
    act(SHOW_FILE, 'exchange.showFile'),
    ...(opens ? [act(OPEN_FILE, 'exchange.openFile')] : []),
  ]);
}
