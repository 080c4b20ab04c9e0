import type { ExportedPath } from '../../core/exchange/exported-path.ts';
import type { ClipboardAction } from '../../ipc/contract.ts';
import type { ExchangeProgress } from '../../ipc/wire/exchange.ts';
import type { FileWait } from '../../ipc/wire/grove.ts';
import type { Recovered } from '../grove/grove-notices.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { RestOutcome } from './with-page-paused.ts';

/** What the dialog says that asks where to make a grove. */
export interface NewFileWish {
  readonly title: string;
  /** Of the file, as it is offered. */
  readonly name: string;
}

/** What is printed: the page makes its own HTML of it. */
export type PageToPrint = ExportedPath;

/** The window behind a request, as the handlers know it; the tests make their own without Electron. */
export interface Caller {
  /** Undefined while the window shows the welcome page. */
  findGrove(): OpenGrove | undefined;
  /** Asks with the system's dialog where to make a grove; null when the writer changed their mind. */
  chooseNewFile(wish?: NewFileWish): Promise<string | null>;
  /**
   * Asks with the system's dialog for a grove that is there, to open it, to move a tree to it, to merge it or to go
   * on in it.
   */
  chooseFile(purpose: 'open' | 'move' | 'merge' | 'find'): Promise<string | null>;
  /** The grove that is open at a path, in whatever window. */
  findOpen(path: string): OpenGrove | undefined;
  /**
   * Looks at a file in a child process before it is opened for reading.
   * @throws {AspenError} CORRUPT, NOT_A_GROVE and the like where it is not to be opened; what `signal` is aborted with
   */
  lookAt(path: string, signal: AbortSignal): Promise<void>;
  /**
   * Lets the page hand over all it holds, after which nobody can type in it, does some work, and loads the page anew, which
   * shows what is there then. What goes wrong is told in a banner of the grove; what was stopped is not.
   */
  atRest(work: (grove: OpenGrove) => Promise<void>): Promise<RestOutcome>;
  /**
   * Shows the grove at `path` in place of the window's, which is closed, once `write` has made it. What goes wrong is told
   * as by `atRest`, and the window stays as it is.
   */
  moveTo(path: string, write: () => void | Promise<void>): Promise<RestOutcome>;
  /** Whether another window has the file at a path open. */
  isOpenElsewhere(path: string): boolean;
  /**
   * Does something with a file that may take long: where it does, the window says so and offers to stop.
   * @returns null where it was stopped
   * @throws what `work` throws
   */
  underWay<T>(wait: FileWait, name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
  /** Looks at a file in a child process before it is opened. @throws {AspenError} what it is refused for, or is damaged by */
  lookThrough(path: string, signal: AbortSignal): Promise<void>;
  /** Writes what can be read of a damaged file into a new one, in a child process. @throws {AspenError} as `Probe.recover` */
  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered>;
  /** The grove of the window has another file now. */
  groveMoved(): void;
  /**
   * Shows the grove at `path`: in this window when it has none, else in a window of its own, and then the answer is
   * null. A grove that is open already has its window brought to the front.
   */
  showGrove(path: string, create: boolean): Promise<OpenGrove | null>;
  /**
   * Does something with another grove: the one that is open already, else one opened for as long as that takes. No window
   * comes for it.
   * @throws {AspenError} what opening the file throws, and closing it
   */
  withGrove<T>(path: string, use: (grove: OpenGrove) => Promise<T>): Promise<T>;
  /**
   * Asks with the system's dialog where to keep a file; null when the writer changed their mind.
   * @param name that is offered; its ending is kept
   */
  chooseDestination(name: string): Promise<string | null>;
  /** Asks which text files to read, several at once; none when the writer changed their mind. */
  chooseTextFiles(): Promise<readonly string[]>;
  /** Prints a page by the system's dialog; false when the writer changed their mind. @throws {AspenError} NOT_PRINTED */
  printPage(page: PageToPrint): Promise<boolean>;
  /** A page as a PDF. @throws {AspenError} NOT_PRINTED */
  pdfOfPage(page: PageToPrint): Promise<Uint8Array>;
  /** Tells the window how far something is that takes long; null when it is done. */
  tellProgress(progress: ExchangeProgress | null): void;
  /** Cuts, copies or pastes where the keyboard is in the caller's page. */
  useClipboard(action: ClipboardAction): void;
  /** Fills the screen with the window, or lets it be a window again. */
  toggleFullScreen(): void;
  /** What is being done with a file is to end. */
  stopOpening(): void;
  /** Runs one of the window's commands, by its id. */
  runCommand(id: string): void;
  /** Closes the window whatever is unsaved: the writer was asked. */
  closeAnyway(): void;
  /** The page has told all that it held. @param isUnsent main refused some of it, which is in the page alone */
  pageFlushed(isUnsent: boolean): void;
}
