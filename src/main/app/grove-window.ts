import { BrowserWindow } from 'electron';
import { describeError } from '../../core/errors.ts';
import type { ClipboardAction, EventName, Events } from '../../ipc/contract.ts';
import type { ExchangeProgress } from '../../ipc/wire/exchange.ts';
import type { FileWait } from '../../ipc/wire/grove.ts';
import type { Recovered } from '../grove/grove-notices.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { Caller, NewFileWish, PageToPrint } from '../handlers/caller.ts';
import { stopForGood } from '../handlers/stoppable.ts';
import { type RestOutcome, withPagePaused } from '../handlers/with-page-paused.ts';
import { sendEvent } from '../ipc/events.ts';
import type { Log } from '../log.ts';
import type { WindowPlace } from '../settings/settings.ts';
import {
  askWhetherToClose,
  chooseDestination,
  chooseFile,
  chooseNewFile,
  chooseTextFiles,
} from './dialogs.ts';
import type { Printer } from './print.ts';
import { askToReload, askToShowAgain, askWhetherToLeave } from './questions.ts';
import { underWay } from './under-way.ts';

/** How long a page may take to hand over its last words before the window closes without them, in milliseconds. */
const LAST_WORDS = 3_000;

/** A page that ends so often within so many milliseconds is not loaded again unasked. */
const MANY_ENDS = 3;
const ENDS_WITHIN = 30_000;

export interface GroveWindowOptions {
  readonly preload: string;
  readonly pageAddress: string;
  readonly place: WindowPlace | undefined;
  readonly log: Log;
  readonly printer: Printer;
  openGrove(path: string, create: boolean, from: GroveWindow): Promise<OpenGrove | null>;
  /** The window was to be closed, and stays. */
  onStays(): void;
  withGrove<T>(path: string, use: (grove: OpenGrove) => Promise<T>): Promise<T>;
  findOpen(path: string): OpenGrove | undefined;
  lookAt(path: string, signal: AbortSignal): Promise<void>;
  /** Opens a grove that this window is to show in place of its own. */
  openInPlace(path: string): Promise<OpenGrove>;
  /** Looks at a file before it is opened. @throws {AspenError} */
  lookThrough(path: string, signal: AbortSignal): Promise<void>;
  /** Writes what can be read of a damaged file into a new one. @throws {AspenError} as `Probe.recover` */
  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered>;
  /** The grove of the window has another file now. */
  onGroveMoved(grove: OpenGrove): void;
  /** The window is gone by itself, and its grove has what is nowhere else. */
  onGone(window: GroveWindow, grove: OpenGrove): Promise<void>;
  /** The window is gone and its grove closed. @param place null where it went by itself */
  onClosed(window: GroveWindow, place: WindowPlace | null): void;
}

/** One window, with one grove in it or the welcome page. */
export class GroveWindow implements Caller {
  readonly browser: BrowserWindow;
  readonly #options: GroveWindowOptions;
  #grove: OpenGrove | undefined;
  #closing = false;
  /** Ends what is being done with a file. */
  #stopOpening: () => void = () => undefined;
  /** What is being done with a file, or was done last. */
  #done: Promise<unknown> = Promise.resolve();
  /** Resolves when the grove is at rest no more: nothing else is done with it meanwhile. */
  #rested: Promise<void> = Promise.resolve();
  /** The writer would rather lose what cannot be saved. */
  #forced = false;
  #pageFlushed: ((isUnsent: boolean) => void) | undefined;
  /** Takes back the question whether to wait for the page; null while it is not asked. */
  #stopAsking: AbortController | null = null;
  /** When the page ended unexpectedly, of late. */
  #ends: readonly number[] = [];

  constructor(options: GroveWindowOptions) {
    this.#options = options;
    const { place } = options;
    this.browser = new BrowserWindow({
      width: place?.width ?? 1280,
      height: place?.height ?? 860,
      ...(place?.x === undefined || place.y === undefined ? {} : { x: place.x, y: place.y }),
      minWidth: 560,
      minHeight: 400,
      title: 'Aspen Grove',
      show: false,
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        // What is typed is sent in time even when the window is covered.
        backgroundThrottling: false,
      },
    });
    if (place?.maximized) this.browser.maximize();
    this.browser.once('ready-to-show', () => this.browser.show());
    this.browser.on('page-title-updated', (event) => event.preventDefault());
    this.browser.on('close', (event) => {
      if (this.#closing) return;
      event.preventDefault();
      this.#closing = true;
      void this.#close();
    });
    // A page that is ended takes the window with it, and nobody can be asked: what it had sent is written all the same.
    this.browser.on('closed', () => {
      if (this.#closing) return;
      this.#closing = true;
      void this.#close();
    });
    this.browser.webContents.on('render-process-gone', (_event, details) => {
      options.log.error(`A page ended: ${details.reason}`);
      if (!this.#closing && details.reason !== 'clean-exit') void this.#showAgain();
    });
    this.browser.on('unresponsive', () => void this.#askToReload());
    this.browser.on('responsive', () => this.#stopAsking?.abort());
  }

  load(): Promise<void> {
    return this.browser.loadURL(this.#options.pageAddress);
  }

  /** Puts a grove into the window and tells its page, where it has one still. */
  show(grove: OpenGrove): void {
    this.#grove = grove;
    const showName = () => {
      if (!this.browser.isDestroyed()) this.browser.setTitle(`${grove.name} – Aspen Grove`);
    };
    grove.listen((name, value) => {
      this.send(name, value);
      if (name === 'grove.changed') showName();
    });
    showName();
    this.#showPlace(grove);
  }

  #showPlace(grove: OpenGrove): void {
    if (process.platform === 'darwin' && !this.browser.isDestroyed())
      this.browser.setRepresentedFilename(grove.path);
  }

  /** Says that something is done with a file, which may be stopped; null when that is over. */
  tellOfOpening(name: string | null, stop: () => void, wait: FileWait = 'opening'): void {
    this.#stopOpening = stop;
    this.send('opening.changed', name === null ? null : { name, wait });
  }

  async underWay<T>(
    wait: FileWait,
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const done = underWay({
      tell: (stop) => this.tellOfOpening(name, stop, wait),
      end: () => this.tellOfOpening(null, () => undefined),
      work,
    });
    this.#done = done;
    return done;
  }

  stopOpening(): void {
    this.#stopOpening();
  }

  bringToFront(): void {
    if (this.browser.isMinimized()) this.browser.restore();
    this.browser.show();
    this.browser.focus();
  }

  send<E extends EventName>(name: E, value: Events[E]): void {
    if (!this.browser.isDestroyed()) sendEvent(this.browser.webContents, name, value);
  }

  findGrove(): OpenGrove | undefined {
    return this.#grove;
  }

  chooseNewFile(wish?: NewFileWish): Promise<string | null> {
    return chooseNewFile(this.browser, wish);
  }

  findOpen(path: string): OpenGrove | undefined {
    return this.#options.findOpen(path);
  }

  lookAt(path: string, signal: AbortSignal): Promise<void> {
    return this.#options.lookAt(path, signal);
  }

  async atRest(work: (grove: OpenGrove) => Promise<void>): Promise<RestOutcome> {
    const grove = this.#grove;
    if (grove === undefined || this.#closing) return 'stopped';
    let rest: () => void = () => undefined;
    this.#rested = new Promise((resolve) => {
      rest = resolve;
    });
    if (await this.#lastWords('window.paused')) {
      // A page that is loaded anew would lose them.
      rest();
      grove.tellOfUnsaved();
      this.send('window.resumed', {});
      return 'failed';
    }
    try {
      return await withPagePaused(grove, work, (error) =>
        this.#options.log.error('What was to be done with the grove failed', error),
      );
    } finally {
      rest();
      if (!this.browser.isDestroyed()) this.browser.webContents.reload();
    }
  }

  moveTo(path: string, write: () => void | Promise<void>): Promise<RestOutcome> {
    return this.atRest(async (before) => {
      await write();
      this.show(await this.#options.openInPlace(path));
      try {
        await before.close();
      } catch (error) {
        // The window shows the other by now, which has everything.
        this.#options.log.error('A grove could not be closed cleanly', error);
      }
    });
  }

  chooseFile(purpose: 'open' | 'move' | 'merge' | 'find'): Promise<string | null> {
    return chooseFile(this.browser, purpose);
  }

  withGrove<T>(path: string, use: (grove: OpenGrove) => Promise<T>): Promise<T> {
    return this.#options.withGrove(path, use);
  }

  isOpenElsewhere(path: string): boolean {
    const grove = this.#options.findOpen(path);
    return grove !== undefined && grove !== this.#grove;
  }

  lookThrough(path: string, signal: AbortSignal): Promise<void> {
    return this.#options.lookThrough(path, signal);
  }

  recoverCopy(path: string, target: string, signal: AbortSignal): Promise<Recovered> {
    return this.#options.recoverCopy(path, target, signal);
  }

  groveMoved(): void {
    const grove = this.#grove;
    if (grove === undefined) return;
    this.#options.onGroveMoved(grove);
    this.#showPlace(grove);
  }

  showGrove(path: string, create: boolean): Promise<OpenGrove | null> {
    return this.#options.openGrove(path, create, this);
  }

  chooseDestination(name: string): Promise<string | null> {
    return chooseDestination(this.browser, name);
  }

  chooseTextFiles(): Promise<readonly string[]> {
    return chooseTextFiles(this.browser);
  }

  printPage(page: PageToPrint): Promise<boolean> {
    return this.#options.printer.print(page);
  }

  pdfOfPage(page: PageToPrint): Promise<Uint8Array> {
    return this.#options.printer.pdf(page);
  }

  tellProgress(progress: ExchangeProgress | null): void {
    this.send('exchange.progressed', progress);
  }

  useClipboard(action: ClipboardAction): void {
    this.browser.webContents[action]();
  }

  toggleFullScreen(): void {
    this.browser.setFullScreen(!this.browser.isFullScreen());
  }

  runCommand(id: string): void {
    this.send('command.run', { id });
  }

  closeAnyway(): void {
    this.#forced = true;
    this.browser.close();
  }

  pageFlushed(isUnsent: boolean): void {
    this.#pageFlushed?.(isUnsent);
  }

  /** Main has the text: the page is loaded anew, unless it ends again and again, which only the writer can stop. */
  async #showAgain(): Promise<void> {
    const now = performance.now();
    this.#ends = [...this.#ends.filter((time) => now - time < ENDS_WITHIN), now];
    if (this.#ends.length >= MANY_ENDS && !(await askToShowAgain(this.browser))) {
      this.browser.close();
      return;
    }
    if (!this.browser.isDestroyed()) this.browser.webContents.reload();
  }

  /** A page that does not answer may do so yet: whether to wait is the writer's to say. */
  async #askToReload(): Promise<void> {
    if (this.#closing || this.#stopAsking !== null) return;
    const stop = new AbortController();
    this.#stopAsking = stop;
    const reloads = await askToReload(this.browser, stop.signal);
    this.#stopAsking = null;
    // It cannot be asked to go: it is ended, and loaded again as after a crash.
    if (reloads && !this.browser.isDestroyed()) this.browser.webContents.forcefullyCrashRenderer();
  }

  /**
   * Asks the page for what it has not sent, writes it, stops what runs and closes the file, in this order. The window
   * stays open where what was typed would be lost.
   */
  async #close(): Promise<void> {
    await this.#rested;
    const grove = this.#grove;
    const isUnsent = grove !== undefined && (await this.#lastWords());
    try {
      if (grove !== undefined && !(await this.#mayClose(grove, isUnsent))) {
        if (this.browser.isDestroyed()) await this.#options.onGone(this, grove);
        else this.#closing = false;
        return;
      }
    } catch (error) {
      // A mistake of ours keeps nobody's window open for ever.
      this.#options.log.error('A grove could not be made ready to close', error);
    }
    await this.#end(grove);
  }

  /**
   * Asks the page for what it has not sent; it is not to be written in after this.
   * @returns whether some of it was refused, and is in the page alone
   */
  async #lastWords(event: 'window.closing' | 'window.paused' = 'window.closing'): Promise<boolean> {
    if (this.browser.isDestroyed() || this.browser.webContents.isCrashed()) return false;
    const lastWords = new Promise<boolean>((resolve) => {
      this.#pageFlushed = resolve;
    });
    this.send(event, {});
    const silence = new Promise<false>((resolve) => setTimeout(() => resolve(false), LAST_WORDS));
    return Promise.race([lastWords, silence]);
  }

  /**
   * Whether everything typed is in the file or in the journal; in the journal alone, the writer is told.
   * @param isUnsent the page alone has some of it
   */
  async #mayClose(grove: OpenGrove, isUnsent: boolean): Promise<boolean> {
    const settled = await grove.settle();
    if (this.#forced) return true;
    if (isUnsent && !this.browser.isDestroyed()) {
      grove.tellOfUnsaved();
      this.bringToFront();
      this.#options.onStays();
      return false;
    }
    if (settled.where === 'file') return true;
    if (this.browser.isDestroyed()) return settled.where === 'journal';
    if (settled.where === 'astray') {
      const stays = await askWhetherToLeave(this.browser);
      if (stays) this.#options.onStays();
      return !stays;
    }
    this.#options.log.error('What was typed could not be written to the grove', settled.error);
    if (settled.where === 'nowhere') {
      this.bringToFront();
      this.#options.onStays();
      return false;
    }
    const stays = await askWhetherToClose(this.browser, describeError(settled.error));
    if (stays) this.#options.onStays();
    return !stays;
  }

  #findPlace(): WindowPlace | null {
    if (this.browser.isDestroyed()) return null;
    return { ...this.browser.getNormalBounds(), maximized: this.browser.isMaximized() };
  }

  async #end(grove: OpenGrove | undefined): Promise<void> {
    const place = this.#findPlace();
    this.#stopOpening();
    // What is stopped leaves nothing behind, also where the program ends with its last window.
    await Promise.allSettled([this.#done, stopForGood(this)]);
    try {
      await grove?.close();
    } catch (error) {
      this.#options.log.error('A grove could not be closed cleanly', error);
    }
    if (!this.browser.isDestroyed()) this.browser.destroy();
    this.#options.onClosed(this, place);
  }
}
