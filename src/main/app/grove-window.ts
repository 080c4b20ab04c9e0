import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { BrowserWindow, dialog, type Input, type Rectangle, screen, shell } from 'electron';
import { AspenError } from '../../core/errors.ts';
import { EVENT_CHANNEL, type EventName, type Events } from '../../ipc/contract.ts';
import type { ClipboardAction } from '../../ipc/wire/app.ts';
import type { ExchangeProgress } from '../../ipc/wire/exchange.ts';
import type { FileWait } from '../../ipc/wire/grove.ts';
import { APP_NAME } from '../../ui-text/app.ts';
import {
  ALL_FILES,
  CHOOSE_GROVE_DIALOGS,
  FILE_KINDS,
  FOLDER_DIALOG,
  GROVE_FILES,
  HISTORY_FILES,
  IMPORT_DIALOGS,
  NEW_GROVE_DIALOG,
  type NewFileText,
  SAVE_DIALOG,
  TEXT_FILES,
} from '../../ui-text/dialogs.ts';
import { describeError } from '../../ui-text/errors.ts';
import { PAGE_SILENT } from '../../ui-text/refusals.ts';
import type { Recovered } from '../grove/grove-notices.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { GroveOpenOptions, ResolvedFile } from '../grove/registry.ts';
import type { Settled } from '../grove/writing/draft-state.ts';
import type { Caller, PageToPrint } from '../handlers/access/caller.ts';
import { stopAndWait } from '../handlers/access/run-stoppable.ts';
import { isWaitingForCheck } from '../handlers/access/wait-for-check.ts';
import { type PausedOutcome, withPagePaused } from '../handlers/access/with-page-paused.ts';
import type { Log } from '../log.ts';
import type { WindowBounds } from '../settings/settings.ts';
import { placeOnScreen } from './place-window.ts';
import type { Printer } from './print.ts';
import {
  askToKeepMissingFileOpen,
  askToKeepOverwrittenOpen,
  askToKeepSilentOpen,
  askToKeepUnsavedOpen,
  askToReload,
  askToReloadCrashed,
  withExtension,
} from './questions.ts';
import { runFileTask } from './run-file-task.ts';
import { openWithSystem } from './security.ts';

/** Time after which a page that has not sent its unsent text counts as silent, in milliseconds. */
const FLUSH_TIMEOUT = 3_000;

interface GroveWindowOptions
  extends Pick<Caller, 'withGrove' | 'findOpen' | 'checkForReading' | 'checkForOpening' | 'recoverCopy'> {
  readonly preload: string;
  readonly pageAddress: string;
  /** The name of the file that it is to show and that is still being checked; null for the welcome page or a grove. */
  readonly awaited: string | null;
  /** The place that the window of its grove had, or the last one; undefined for the default. */
  readonly bounds: WindowBounds | undefined;
  readonly log: Log;
  readonly printer: Printer;
  openGrove(path: string, create: boolean, from: GroveWindow): Promise<OpenGrove | null>;
  /** Opens a grove that will replace this window's own. */
  openInPlace(path: string | ResolvedFile, options?: GroveOpenOptions): Promise<OpenGrove>;
  /** Shows the welcome page, in any window. */
  showWelcome(): Promise<void>;
  /** The grove is about to be closed with the window, and has all its text. @returns called once it is closed */
  onClosing(grove: OpenGrove): () => void;
  /** Closing the window was cancelled. */
  onCloseCancelled(): void;
  /** The window shows another grove, or its grove may have another name. */
  onTitle(): void;
  /** The window's grove has switched to another file. */
  onFileSwitched(grove: OpenGrove): void;
  /** The window was destroyed although its grove has text that is saved nowhere else. */
  onDestroyedUnsaved(window: GroveWindow, grove: OpenGrove): Promise<void>;
  /** The window and its grove are closed. @param bounds null if the window was destroyed from outside */
  onClosed(window: GroveWindow, bounds: WindowBounds | null): void;
}

/** One window, which shows one grove or the welcome page. */
export class GroveWindow implements Caller {
  readonly browser: BrowserWindow;
  readonly #options: GroveWindowOptions;
  #grove: OpenGrove | undefined;
  #awaited: string | null;
  #isClosing = false;
  /** The first loading of the page. */
  #loading: Promise<void> | undefined;
  /** Cancels the running file task. */
  #cancelFileTask: () => void = () => undefined;
  /** The file task that runs or ran last. */
  #fileTask: Promise<unknown> = Promise.resolve();
  /** Settles when the page is no longer paused; until then the window does not close. */
  #pauseEnded: Promise<void> = Promise.resolve();
  /** The writer accepts losing unsaved text. */
  #isForced = false;
  #flush: PageFlush | undefined;
  readonly #typed: TypedDuringReload;
  /** A page listens to events; one that has not started yet has no text of its own. */
  #hasPageStarted = false;

  constructor(options: GroveWindowOptions) {
    this.#options = options;
    this.#awaited = options.awaited;
    this.browser = createBrowserWindow(options.preload, options.bounds);
    this.browser.on('close', (event) => {
      if (this.#isClosing) return;
      event.preventDefault();
      this.#isClosing = true;
      void this.#close();
    });
    // If the page is destroyed, its window goes with it and no question can be asked; what it sent is still saved.
    this.browser.on('closed', () => {
      if (this.#isClosing) return;
      this.#isClosing = true;
      void this.#close();
    });
    this.#typed = new TypedDuringReload(this.browser);
    this.browser.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#hasPageStarted = false;
    });
    reloadBrokenPage(
      this.browser,
      options.log,
      () => this.#isClosing,
      () => this.#grove?.generation.onPageCrashed(),
    );
  }

  /**
   * Loads the page; does nothing if that has begun. Resolves once the page listens to events, unless the
   * window is closed or the page crashes.
   */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      await this.browser.loadURL(this.#options.pageAddress);
    } catch (error) {
      // The loading stops before Electron reports that the page crashed.
      await setImmediate();
      if (this.isClosing) return;
      const { webContents } = this.browser;
      // A page that crashed is reloaded (`reloadBrokenPage`).
      if (!webContents.isCrashed() && !webContents.isLoading()) throw error;
    }
  }

  /** True while the window is closing or closed, unless the writer is asked and cancels that. */
  get isClosing(): boolean {
    return this.#isClosing || this.browser.isDestroyed();
  }

  /** Shows a grove in this window and forwards its events to the page, if there still is one. */
  show(grove: OpenGrove): void {
    this.#grove = grove;
    this.#awaited = null;
    let { path } = grove;
    grove.listen((name, value) => {
      this.send(name, value);
      if (name !== 'grove.changed') return;
      this.#options.onTitle();
      if (grove.path === path) return;
      path = grove.path;
      this.#options.onFileSwitched(grove);
      this.#updateRepresentedFile(grove);
    });
    this.#options.onTitle();
    this.#updateRepresentedFile(grove);
  }

  /** True while it shows the name of a file that is being checked. */
  get isAwaiting(): boolean {
    return this.#awaited !== null;
  }

  /** Moves to where the grove that it is about to show had its window. */
  moveInto(bounds: WindowBounds): void {
    if (this.browser.isDestroyed()) return;
    const place = placeOnScreen(bounds, workAreaOf);
    this.browser.setBounds({ ...this.browser.getNormalBounds(), ...place });
    if (bounds.maximized) this.browser.maximize();
  }

  /** The awaited file was not opened: shows the welcome page. */
  stopAwaiting(): void {
    this.#awaited = null;
    this.send('grove.changed', null);
  }

  #updateRepresentedFile(grove: OpenGrove): void {
    if (process.platform === 'darwin' && !this.browser.isDestroyed())
      this.browser.setRepresentedFilename(grove.path);
  }

  /** Tells the page that a file task runs, and which; null once it has ended. */
  notifyFileTask(name: string | null, cancel: () => void, wait: FileWait = 'opening'): void {
    this.#cancelFileTask = cancel;
    this.send('opening.changed', name === null ? null : { name, wait, share: null });
  }

  async runFileTask<T>(
    wait: FileWait,
    name: string,
    work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<T>,
  ): Promise<T | null> {
    const task = runFileTask({
      onStart: (cancel) => this.notifyFileTask(name, cancel, wait),
      onEnd: () => this.notifyFileTask(null, () => undefined),
      work: (signal) => work(signal, (share) => this.send('opening.changed', { name, wait, share })),
    });
    this.#fileTask = task;
    return task;
  }

  stopOpening(): void {
    this.#cancelFileTask();
  }

  bringToFront(): void {
    if (this.browser.isMinimized()) this.browser.restore();
    this.browser.show();
    this.browser.focus();
  }

  send<E extends EventName>(name: E, value: Events[E]): void {
    const { browser } = this;
    if (!browser.isDestroyed() && !browser.webContents.isDestroyed())
      browser.webContents.send(EVENT_CHANNEL, name, value);
  }

  findGrove(): OpenGrove | undefined {
    return this.#grove;
  }

  chooseNewFile(text?: NewFileText): Promise<string | null> {
    return chooseNewFile(this.browser, text);
  }

  findOpen(path: string): OpenGrove | undefined {
    return this.#options.findOpen(path);
  }

  checkForReading(path: string, signal: AbortSignal): Promise<void> {
    return this.#options.checkForReading(path, signal);
  }

  async withPagePaused(work: (grove: OpenGrove) => Promise<void>): Promise<PausedOutcome> {
    const grove = this.#grove;
    if (grove === undefined || this.#isClosing) return 'stopped';
    let endPause: () => void = () => undefined;
    this.#pauseEnded = new Promise((resolve) => {
      endPause = resolve;
    });
    const answer = await this.#flushPage('window.paused').wait(FLUSH_TIMEOUT);
    if (answer !== 'sent') {
      // Reloading the page would lose the text that only the page has.
      endPause();
      if (answer === 'refused') grove.warnUnsaved();
      else grove.notifyFailure(new AspenError('INVALID_ARGUMENT', PAGE_SILENT));
      this.send('window.resumed', {});
      return 'failed';
    }
    try {
      return await withPagePaused(grove, work, (error) =>
        this.#options.log.error('Work on a grove whose page is paused failed', error),
      );
    } finally {
      endPause();
      this.#reload();
    }
  }

  #reload(): void {
    if (this.browser.isDestroyed()) return;
    this.#typed.start();
    this.#hasPageStarted = false;
    this.browser.webContents.reload();
  }

  moveTo(path: string, write: () => void | Promise<void>): Promise<PausedOutcome> {
    return this.#replaceGrove(async () => {
      await write();
      return this.#options.openInPlace(path);
    });
  }

  migrateWithoutBackup(file: ResolvedFile): Promise<PausedOutcome> {
    return this.#replaceGrove(() =>
      this.#options.openInPlace(file, { ifNoBackup: 'migrate', allowRollback: true }),
    );
  }

  #replaceGrove(open: () => Promise<OpenGrove>): Promise<PausedOutcome> {
    return this.withPagePaused(async (before) => {
      this.show(await open());
      try {
        await before.close();
      } catch (error) {
        // The window already shows the new grove, which has everything.
        this.#options.log.error('A grove could not be closed cleanly', error);
      }
    });
  }

  chooseFile(purpose: 'open' | 'move' | 'merge' | 'find'): Promise<string | null> {
    return chooseFile(this.browser, purpose);
  }

  withGrove<T>(path: string, signal: AbortSignal, use: (grove: OpenGrove) => Promise<T>): Promise<T> {
    return this.#options.withGrove(path, signal, use);
  }

  isOpenElsewhere(path: string): boolean {
    const grove = this.#options.findOpen(path);
    return grove !== undefined && grove !== this.#grove;
  }

  checkForOpening(file: ResolvedFile, signal: AbortSignal): Promise<void> {
    return this.#options.checkForOpening(file, signal);
  }

  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered> {
    return this.#options.recoverCopy(path, target, signal);
  }

  showGrove(path: string, create: boolean): Promise<OpenGrove | null> {
    return this.#options.openGrove(path, create, this);
  }

  chooseDestination(name: string): Promise<string | null> {
    return chooseDestination(this.browser, name);
  }

  chooseFolder(): Promise<string | null> {
    return chooseFolder(this.browser);
  }

  chooseImports(kind: 'texts' | 'histories'): Promise<readonly string[]> {
    return chooseImports(this.browser, kind);
  }

  showInFolder(path: string): void {
    shell.showItemInFolder(path);
  }

  openWithSystem(path: string): Promise<void> {
    return openWithSystem(path);
  }

  printPage(page: PageToPrint): Promise<boolean> {
    return this.#options.printer.print(page);
  }

  pdfOfPage(page: PageToPrint): Promise<Uint8Array> {
    return this.#options.printer.pdf(page);
  }

  notifyProgress(progress: ExchangeProgress | null): void {
    this.send('exchange.progressed', progress);
  }

  useClipboard(action: ClipboardAction): void {
    this.browser.webContents[action]();
  }

  showWelcome(): Promise<void> {
    return this.#options.showWelcome();
  }

  close(): void {
    this.browser.close();
  }

  toggleFullScreen(): void {
    this.browser.setFullScreen(!this.browser.isFullScreen());
  }

  runCommand(id: string): void {
    this.send('command.run', { id });
  }

  closeAnyway(): void {
    this.#isForced = true;
    this.browser.close();
  }

  onPageStarted(): string | null {
    this.#hasPageStarted = true;
    return this.#awaited;
  }

  onPageFlushed(isUnsent: boolean): void {
    this.#flush?.onAnswer(isUnsent);
  }

  takeTyped(): string {
    return this.#typed.take();
  }

  /**
   * Flushes the page, writes its text, stops running work and closes the file, in this order. The window
   * stays open if text would be lost.
   */
  async #close(): Promise<void> {
    await this.#pauseEnded;
    const grove = this.#grove;
    try {
      if (grove !== undefined && !(await this.#mayClose(grove))) {
        if (this.browser.isDestroyed()) await this.#options.onDestroyedUnsaved(this, grove);
        else this.#isClosing = false;
        return;
      }
    } catch (error) {
      // A bug must not keep the window open forever.
      this.#options.log.error('A grove could not be made ready to close', error);
    }
    await this.#finishClosing(grove);
  }

  /** Asks the page for its unsent text; a paused page accepts no more input. */
  #flushPage(event: 'window.closing' | 'window.paused'): PageFlush {
    this.#flush = new PageFlush(this.browser, this.#hasPageStarted, () => this.send(event, {}));
    return this.#flush;
  }

  /**
   * Resolves to true if the window may close: all text is in the file, or the writer agrees that it is only in the
   * journal, or that a page that does not answer may have more of it.
   */
  async #mayClose(grove: OpenGrove): Promise<boolean> {
    const flush = this.#flushPage('window.closing');
    await flush.wait(FLUSH_TIMEOUT);
    // The page's requests wait for the check of the file, which the writer sees: that is no silence.
    while (flush.answer === null && isWaitingForCheck(this)) await flush.wait(FLUSH_TIMEOUT);
    let settled = await grove.settle();
    if (flush.answer === null && !this.#isForced) {
      const staysOpen = await askToKeepSilentOpen(this.browser, flush.answered);
      if (flush.answer === null && staysOpen) {
        this.#options.onCloseCancelled();
        return false;
      }
      settled = await grove.settle();
    }
    if (this.#isForced) return true;
    if (flush.answer === 'refused' && !this.browser.isDestroyed()) {
      grove.warnUnsaved();
      this.bringToFront();
      this.#options.onCloseCancelled();
      return false;
    }
    // The next opening writes the text in the journal.
    if (settled.where === 'file' || settled.where === 'waiting') return true;
    if (this.browser.isDestroyed()) return settled.where === 'journal' || settled.where === 'backup';
    if (settled.where === 'nowhere') this.bringToFront();
    const staysOpen = await askToStayOpen(this.browser, settled, this.#options.log);
    if (staysOpen) this.#options.onCloseCancelled();
    return !staysOpen;
  }

  async #finishClosing(grove: OpenGrove | undefined): Promise<void> {
    const bounds = findBounds(this.browser);
    this.#cancelFileTask();
    // Cancelled work cleans up after itself, even if the program quits with its last window.
    await Promise.allSettled([this.#fileTask, stopAndWait(this)]);
    try {
      if (grove !== undefined) {
        const onClosed = this.#options.onClosing(grove);
        await grove.close();
        onClosed();
      }
    } catch (error) {
      this.#options.log.error('A grove could not be closed cleanly', error);
    }
    if (!this.browser.isDestroyed()) this.browser.destroy();
    this.#options.onClosed(this, bounds);
  }
}

/**
 * Resolves to true if a window whose text did not reach the grove's file stays open: asks the writer, unless the text
 * is saved nowhere else, which a banner reports.
 */
async function askToStayOpen(
  browser: BrowserWindow,
  settled: Exclude<Settled, { readonly where: 'file' | 'waiting' }>,
  log: Log,
): Promise<boolean> {
  if (settled.where === 'backup') return askToKeepOverwrittenOpen(browser);
  if (settled.where === 'astray') return askToKeepMissingFileOpen(browser);
  log.error('Typed text could not be written to the grove', settled.error);
  if (settled.where === 'nowhere') return true;
  return askToKeepUnsavedOpen(browser, describeError(settled.error).sentence);
}

/**
 * A sandboxed, still hidden browser window, which shows itself once its page has been painted.
 * @param bounds where the last window was; undefined for the default size
 */
function createBrowserWindow(preload: string, bounds: WindowBounds | undefined): BrowserWindow {
  const browser = new BrowserWindow({
    ...placeOnScreen(bounds, workAreaOf),
    minWidth: 560,
    minHeight: 400,
    title: APP_NAME,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      // Typed text is saved on time even while another window covers this one.
      backgroundThrottling: false,
    },
  });
  if (bounds?.maximized) browser.maximize();
  browser.once('ready-to-show', () => browser.show());
  browser.on('page-title-updated', (event) => event.preventDefault());
  return browser;
}

/** The usable area of the screen that a rectangle is on. */
function workAreaOf(bounds: Rectangle): Rectangle {
  return screen.getDisplayMatching(bounds).workArea;
}

/** The bounds of a window, for the next one; null if it is destroyed. */
function findBounds(browser: BrowserWindow): WindowBounds | null {
  return browser.isDestroyed() ? null : { ...browser.getNormalBounds(), maximized: browser.isMaximized() };
}

/**
 * Records what is typed while a window is being reloaded: the old page is gone, and the new one does not
 * receive keys yet.
 */
class TypedDuringReload {
  /** Null while keys are left to the page. */
  #text: string | null = null;

  constructor(browser: BrowserWindow) {
    browser.webContents.on('before-input-event', (event, input) => {
      const typed = this.#text === null ? null : afterKey(this.#text, input);
      if (typed === null) return;
      this.#text = typed;
      event.preventDefault();
    });
    // There will be no page to ask for it.
    browser.webContents.on('render-process-gone', () => this.take());
  }

  start(): void {
    this.#text ??= '';
  }

  /** Returns the typed text, and leaves further keys to the page. */
  take(): string {
    const text = this.#text ?? '';
    this.#text = null;
    return text;
  }
}

/** The text after a key; null if the key is not typing. */
function afterKey(text: string, { type, key, control, meta, alt, isComposing }: Input): string | null {
  if (type !== 'keyDown' || control || meta || alt || isComposing) return null;
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  if (key === 'Enter') return `${text}\n`;
  return [...key].length === 1 ? text + key : null;
}

/**
 * A page's answer: main has everything, or has refused some of it. A page that has ended, or has not
 * started yet, has nothing to send.
 */
type FlushAnswer = 'sent' | 'refused';

/** One request to a page for its unsent text. */
class PageFlush {
  readonly #browser: BrowserWindow;
  readonly #controller = new AbortController();
  #answer: FlushAnswer | null = null;

  /** @param hasStarted whether the page listens to events @param ask sends the request */
  constructor(browser: BrowserWindow, hasStarted: boolean, ask: () => void) {
    this.#browser = browser;
    if (!hasStarted || browser.isDestroyed() || browser.webContents.isCrashed()) {
      this.#settle('sent');
      return;
    }
    const onEnded = () => this.#settle('sent');
    browser.webContents.once('render-process-gone', onEnded).once('destroyed', onEnded);
    ask();
  }

  /** Null as long as the page is silent: whether main has everything is then unknown. */
  get answer(): FlushAnswer | null {
    return this.#answer;
  }

  /** Aborts once there is an answer. */
  get answered(): AbortSignal {
    return this.#controller.signal;
  }

  /** The page answered. @param isUnsent whether main refused some of its text */
  onAnswer(isUnsent: boolean): void {
    this.#settle(isUnsent ? 'refused' : 'sent');
  }

  /** @returns the answer, or null if there is none within this time; `limit` is in milliseconds */
  async wait(limit: number): Promise<FlushAnswer | null> {
    if (this.#answer !== null) return this.#answer;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limit);
      this.answered.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    if (this.#browser.isDestroyed()) this.#settle('sent');
    return this.#answer;
  }

  #settle(answer: FlushAnswer): void {
    this.#answer ??= answer;
    this.#controller.abort();
  }
}

/** After this many crashes within this many milliseconds, the page reloads only if the writer agrees. */
const MAX_CRASHES = 3;
const CRASH_PERIOD = 30_000;

/**
 * Reloads a window's page when it crashes, or when it hangs and the writer does not want to wait. Main has
 * the text. If the page keeps crashing, the writer decides between reloading and closing.
 * @param isClosing true if the window is closing: its page is then left alone
 * @param onReload called before a page that crashed is loaded again
 */
function reloadBrokenPage(
  browser: BrowserWindow,
  log: Log,
  isClosing: () => boolean,
  onReload: () => void,
): void {
  /** When the page crashed recently. */
  let crashes: readonly number[] = [];
  /** Withdraws the question whether to wait for the page; null while it is not being asked. */
  let question: AbortController | null = null;

  const reloadCrashed = async () => {
    const now = performance.now();
    crashes = [...crashes.filter((time) => now - time < CRASH_PERIOD), now];
    if (crashes.length >= MAX_CRASHES && !(await askToReloadCrashed(browser))) {
      browser.close();
      return;
    }
    if (browser.isDestroyed()) return;
    onReload();
    browser.webContents.reload();
  };

  const offerToReload = async () => {
    if (isClosing() || question !== null) return;
    question = new AbortController();
    const reloads = await askToReload(browser, question.signal);
    question = null;
    // A hung page ignores a reload, so crash it; it then reloads like any crashed page.
    if (reloads && !browser.isDestroyed()) browser.webContents.forcefullyCrashRenderer();
  };

  browser.webContents.on('render-process-gone', (_event, details) => {
    log.error(`A page ended: ${details.reason}`);
    if (!isClosing() && details.reason !== 'clean-exit') void reloadCrashed();
  });
  browser.on('unresponsive', () => void offerToReload());
  browser.on('responsive', () => question?.abort());
}

const FILTERS = [{ name: GROVE_FILES, extensions: ['aspen'] }];

/** Asks where to create a grove, adding `.aspen` if it is missing; null if the writer cancels. */
async function chooseNewFile(
  window: BrowserWindow,
  { title, name }: NewFileText = NEW_GROVE_DIALOG,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    // A grove's name may contain path separators; the suggested name is not a path.
    defaultPath: name.replaceAll(/[/\\:]/g, '-'),
    filters: FILTERS,
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  return withExtension(window, filePath, '.aspen');
}

/** Asks for an existing grove; null if the writer cancels. */
async function chooseFile(
  window: BrowserWindow,
  purpose: keyof typeof CHOOSE_GROVE_DIALOGS,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...CHOOSE_GROVE_DIALOGS[purpose],
    properties: ['openFile'],
    filters: FILTERS,
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/**
 * Asks where to save a file; null if the writer cancels. The extension is always that of `name`, so that a
 * grove, which may be open, is never overwritten.
 */
async function chooseDestination(window: BrowserWindow, name: string): Promise<string | null> {
  const extension = extname(name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    ...SAVE_DIALOG,
    defaultPath: name,
    filters: [{ name: FILE_KINDS[extension] ?? extension.slice(1), extensions: [extension.slice(1)] }],
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  return withExtension(window, filePath, extension);
}

async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...FOLDER_DIALOG,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

const IMPORT_FILTERS = {
  texts: { name: TEXT_FILES, extensions: ['md', 'markdown', 'txt', 'text'] },
  histories: { name: HISTORY_FILES, extensions: ['json'] },
};

/** Asks which files to import; none if the writer cancels. */
async function chooseImports(
  window: BrowserWindow,
  kind: keyof typeof IMPORT_FILTERS,
): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...IMPORT_DIALOGS[kind],
    properties: ['openFile', 'multiSelections'],
    filters: [IMPORT_FILTERS[kind], { name: ALL_FILES, extensions: ['*'] }],
  });
  return canceled ? [] : filePaths;
}
