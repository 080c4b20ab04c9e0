import type { ExportedPath } from '../../../core/exchange/exported-path.ts';
import type { Handlers, RequestName } from '../../../ipc/contract.ts';
import type { ClipboardAction } from '../../../ipc/wire/app.ts';
import type { ExchangeProgress } from '../../../ipc/wire/exchange.ts';
import type { FileWait } from '../../../ipc/wire/grove.ts';
import type { NewFileText } from '../../../ui-text/dialogs.ts';
import type { Recovered } from '../../grove/grove-notices.ts';
import type { OpenGrove } from '../../grove/open-grove.ts';
import type { ResolvedFile } from '../../grove/registry.ts';
import type { PausedOutcome } from './with-page-paused.ts';

/** The printed content: the page renders it as its own HTML. */
export interface PageToPrint {
  readonly path: ExportedPath;
  readonly formatMessages: boolean;
}

/** The window behind a request, as the handlers see it; tests implement it without Electron. */
export interface Caller {
  /** Undefined while the window shows the welcome page. */
  findGrove(): OpenGrove | undefined;
  /** Asks where to create a grove, in the system's dialog; null if the writer cancels. */
  chooseNewFile(text?: NewFileText): Promise<string | null>;
  /**
   * Asks for an existing grove, in the system's dialog: to open it, to move a tree to it, to merge it, or to
   * switch to it as the window's own file. Null if the writer cancels.
   */
  chooseFile(purpose: 'open' | 'move' | 'merge' | 'find'): Promise<string | null>;
  /** The grove open at a path, in any window. */
  findOpen(path: string): OpenGrove | undefined;
  /**
   * Checks a file in a child process before it is opened read-only.
   * @throws {AspenError} why it must not be opened, as CORRUPT or NOT_A_GROVE; the reason of `signal` once
   *   it aborts
   */
  checkForReading(path: string, signal: AbortSignal): Promise<void>;
  /**
   * Flushes and pauses the page, so that no input is accepted, runs `work`, and reloads the page to show the
   * result. A failure is reported in a banner of the grove; a cancellation is not.
   */
  withPagePaused(work: (grove: OpenGrove) => Promise<void>): Promise<PausedOutcome>;
  /**
   * Replaces the window's grove by the one at `path`, once `write` has created that file, and closes the old
   * one. A failure is reported as by `withPagePaused`, and the window keeps its grove.
   */
  moveTo(path: string, write: () => void | Promise<void>): Promise<PausedOutcome>;
  /**
   * Opens the window's grove again, now for writing, although it is of an older version and could not be
   * backed up. A failure is reported as by `withPagePaused`, and the window keeps its grove.
   * @param file just checked
   */
  migrateWithoutBackup(file: ResolvedFile): Promise<PausedOutcome>;
  /** Returns true if another window has the file at a path open. */
  isOpenElsewhere(path: string): boolean;
  /**
   * Runs an operation on a file that may take long; if it does, the window shows its progress and offers to cancel.
   * @param name the file's name
   * @param work may report the completed share, from 0 to 1
   * @returns null if it was cancelled
   * @throws what `work` throws
   */
  runFileTask<T>(
    wait: FileWait,
    name: string,
    work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<T>,
  ): Promise<T | null>;
  /**
   * Checks a file in a child process before it is opened.
   * @throws {AspenError} why it is refused, or what is damaged
   */
  checkForOpening(file: ResolvedFile, signal: AbortSignal): Promise<void>;
  /**
   * Recovers what can be read of a damaged file into a new one, in a child process.
   * @throws {AspenError} as `Probe.recover`
   */
  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered>;
  /**
   * Shows the grove at `path`: in this window if it has none, else in a window of its own, and then this
   * returns null. If the grove is already open, its window comes to the front.
   */
  showGrove(path: string, create: boolean): Promise<OpenGrove | null>;
  /**
   * Calls `use` with another grove, without opening a window for it: the grove that is already open, or one
   * that is opened for the duration of the call.
   * @param signal cancels the check of the file before it is opened
   * @throws {AspenError} what opening and closing the file throw; the reason of `signal`
   */
  withGrove<T>(path: string, signal: AbortSignal, use: (grove: OpenGrove) => Promise<T>): Promise<T>;
  /**
   * Asks where to save a file, in the system's dialog; null if the writer cancels.
   * @param name the suggested name; its extension is kept
   */
  chooseDestination(name: string): Promise<string | null>;
  /** Asks for the folder in which a new one is written; null if the writer cancels. */
  chooseFolder(): Promise<string | null>;
  /** Asks for one or more files to import; none if the writer cancels. */
  chooseImports(kind: 'texts' | 'histories'): Promise<readonly string[]>;
  /** Shows a file in its folder, in the system's file manager. */
  showInFolder(path: string): void;
  /** Opens a file with the system's program for it. @throws {AspenError} NOT_FOUND if there is none */
  openWithSystem(path: string): Promise<void>;
  /** Prints a page with the system's dialog; false if the writer cancels. @throws {AspenError} NOT_PRINTED */
  printPage(page: PageToPrint): Promise<boolean>;
  /** A page as a PDF. @throws {AspenError} NOT_PRINTED */
  pdfOfPage(page: PageToPrint): Promise<Uint8Array>;
  /** Sends the progress of a long operation to the page; null once it has ended. */
  notifyProgress(progress: ExchangeProgress | null): void;
  /** Cuts, copies or pastes at the keyboard focus of the page. */
  useClipboard(action: ClipboardAction): void;
  /** Shows the welcome page: in the window that has it, or in a new one. */
  showWelcome(): Promise<void>;
  /** Closes the window as the system's own button does: it stays if text could not be kept. */
  close(): void;
  toggleFullScreen(): void;
  /** Cancels the running file task. */
  stopOpening(): void;
  /** Runs one of the window's commands by its id. */
  runCommand(id: string): void;
  /** Closes the window even if text is unsaved, because the writer agreed. */
  closeAnyway(): void;
  /**
   * A page that was just loaded listens to events.
   * @returns the name of the file that the window is to show and that is still being checked; null for none
   */
  onPageStarted(): string | null;
  /**
   * The page has sent all of its text.
   * @param isUnsent whether main refused some of it, so that only the page has it
   */
  onPageFlushed(isUnsent: boolean): void;
  /** Returns what was typed since the window was reloaded, and leaves further keys to the page. */
  takeTyped(): string;
}

/** The handlers whose names start with `Prefix`: the part that one file of this folder implements. */
export type HandlersFor<Prefix extends string> = Pick<
  Handlers<Caller>,
  Extract<RequestName, `${Prefix}${string}`>
>;
