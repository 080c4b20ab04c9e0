import { basename, extname, resolve } from 'node:path';
import { app, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { AspenError } from '../../core/errors.ts';
import type { EventName, Events } from '../../ipc/contract.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { GroveRegistry, OpeningWish } from '../grove/registry.ts';
import type { Caller } from '../handlers/caller.ts';
import type { Log } from '../log.ts';
import type { Probe } from '../probe/probe.ts';
import { rememberGrove } from '../settings/recent-groves.ts';
import type { Settings } from '../settings/settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { findWayIn, type WayIn } from './find-way-in.ts';
import { GroveWindow } from './grove-window.ts';
import type { Page } from './page.ts';
import type { Printer } from './print.ts';
import { askAboutUse, askToOpenWithoutBackup } from './questions.ts';
import { isOurPage } from './security.ts';

/** Looking at a file may take so long before a window says so. Milliseconds. */
const UNTOLD = 300;

const STOPPED = Symbol('the writer does not want to wait');

export interface WindowsOptions {
  readonly preload: string;
  readonly page: Page;
  readonly registry: GroveRegistry;
  readonly settings: SettingsFile;
  readonly log: Log;
  readonly printer: Printer;
  /** Looks at a file before it is opened. */
  readonly probe: Probe;
  /** This computer's name, as sessions note it. */
  readonly host: string;
  newId(): string;
  /** The list of recent groves is another. */
  onRecentGroves(): void;
}

/** Every window of the program: one a grove (`interface.md`, *The window*). */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #windows = new Set<GroveWindow>();
  /** By path: files that are being looked at and opened. */
  readonly #openings = new Map<string, Promise<unknown>>();
  #quitting = false;

  constructor(options: WindowsOptions) {
    this.#options = options;
    app.on('before-quit', () => {
      this.#quitting = true;
    });
  }

  /** The window whose page sent a message; null for a foreign page or a sub-frame. */
  callerOf(event: IpcMainInvokeEvent): GroveWindow | null {
    if (!isOurPage(this.#options.page, event.sender, event.senderFrame)) return null;
    return this.#shown.find((window) => window.browser.webContents === event.sender) ?? null;
  }

  /** The window in front, for a command from the menu. */
  focused(): GroveWindow | undefined {
    return this.#shown.find((window) => window.browser.isFocused());
  }

  /** Tells every window but `caller`'s; null is none of them. */
  tellOthers<E extends EventName>(caller: Caller | null, event: E, value: Events[E]): void {
    for (const window of this.#shown) if (window !== caller) window.send(event, value);
  }

  /** Without those that are gone and whose groves are being closed. */
  get #shown(): readonly GroveWindow[] {
    return [...this.#windows].filter(({ browser }) => !browser.isDestroyed());
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  /** Whether the program is about to end: nothing is to be shown any more. */
  get isQuitting(): boolean {
    return this.#quitting;
  }

  /** The page of a window without a grove, which is opened where there is none, once it is there. */
  async openWelcome(): Promise<WebContents> {
    const empty = this.#shown.find((window) => window.findGrove() === undefined);
    if (empty !== undefined) {
      empty.bringToFront();
      return empty.browser.webContents;
    }
    const window = this.#make();
    await window.load();
    return window.browser.webContents;
  }

  bringAnyToFront(): void {
    this.#shown.at(-1)?.bringToFront();
  }

  /**
   * Shows the grove at `path`: the window it is open in comes to the front, else it opens in `from` if that shows the
   * welcome page, else in a window of its own. Answers with the grove when it opened in `from`, else null.
   * @throws {AspenError} what opening the file throws
   */
  async openGrove(path: string, create: boolean, from?: GroveWindow): Promise<OpenGrove | null> {
    const { registry } = this.#options;
    const known = registry.find(path) ?? (await registry.findOpening(path));
    if (known !== undefined) {
      this.#shown.find((window) => window.findGrove() === known)?.bringToFront();
      return null;
    }
    // A file is never looked at by another process while it is open here.
    const opening = this.#openings.get(resolve(path));
    if (opening !== undefined) {
      await opening.catch(() => undefined);
      return this.openGrove(path, create, from);
    }
    const opened = this.#openAnew(path, create, from);
    this.#openings.set(resolve(path), opened);
    try {
      return await opened;
    } finally {
      this.#openings.delete(resolve(path));
    }
  }

  async #openAnew(path: string, create: boolean, from: GroveWindow | undefined): Promise<OpenGrove | null> {
    const opened = await this.#openAsAnswered(path, create, from);
    if (opened === null) return null;
    const { grove, waiting } = opened;
    // The window that was to show it may have been closed meanwhile, and the program with it.
    if (this.#quitting) {
      await grove.close();
      return null;
    }
    this.#remember(grove);
    if (from !== undefined && from.findGrove() === undefined && !from.browser.isDestroyed()) {
      from.show(grove);
      return grove;
    }
    if (waiting !== undefined && !waiting.browser.isDestroyed()) {
      waiting.show(grove);
      waiting.send('grove.changed', grove.snapshot());
      return null;
    }
    const window = this.#make();
    window.show(grove);
    await window.load();
    return null;
  }

  /**
   * Where another program has the file, the writer says whether to try again, to read it or to leave it; where no backup
   * of one of an older version can be made, whether to go on without.
   */
  async #openAsAnswered(
    path: string,
    create: boolean,
    from: GroveWindow | undefined,
  ): Promise<{ readonly grove: OpenGrove; readonly waiting: GroveWindow | undefined } | null> {
    let readOnly = false;
    let withoutBackup = false;
    let waiting: GroveWindow | undefined;
    const onWaiting = (made: GroveWindow) => {
      waiting = made;
    };
    for (;;) {
      try {
        const way = await this.#lookAt(path, from ?? waiting, onWaiting);
        if (way === null) return null;
        const { isChecked } = way;
        const wish = { readOnly: way.readOnly || readOnly, withoutBackup, isChecked };
        return { grove: await this.#open(way.path, create, wish), waiting };
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
        const window = (from ?? waiting)?.browser;
        const name = basename(path, extname(path));
        if (error.code === 'NO_BACKUP') {
          if (!(await askToOpenWithoutBackup(window, name, error.detail))) return null;
          withoutBackup = true;
        } else if (error.code === 'IN_USE') {
          const answer = await askAboutUse(window, name);
          if (answer === 'cancel') throw error;
          readOnly = answer === 'readOnly';
        } else throw error;
      }
    }
  }

  /** A file that may not be written is opened for reading. */
  async #open(path: string, create: boolean, wish: OpeningWish): Promise<OpenGrove> {
    const { registry } = this.#options;
    try {
      // It was looked at: what a crash left half done is its own.
      return await registry.open(path, create, { ...wish, mayUndo: true });
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'READ_ONLY') throw error;
      return registry.open(path, false, { ...wish, readOnly: true });
    }
  }

  /**
   * Looks at a file before it is opened. Where that takes long a window says so, and offers to stop.
   * @param onWaiting told of the window that is made to say so, where there is none
   * @returns null where the writer changed their mind
   */
  async #lookAt(
    path: string,
    from: GroveWindow | undefined,
    onWaiting: (made: GroveWindow) => void,
  ): Promise<WayIn | null> {
    const { probe, host, registry } = this.#options;
    const stop = new AbortController();
    let shown: GroveWindow | undefined;
    let telling: Promise<void> = Promise.resolve();
    const tell = async () => {
      const window = from ?? this.#make();
      shown = window;
      const say = () => window.tellOfOpening(basename(path), () => stop.abort(STOPPED));
      if (from === undefined) {
        onWaiting(window);
        // It may be closed before its page is there.
        say();
        await window.load();
      }
      if (!stop.signal.aborted) say();
    };
    const timer = setTimeout(() => {
      telling = tell().catch((error: unknown) => {
        if (shown?.browser.isDestroyed() !== true)
          this.#options.log.error('A window could not say what is being opened', error);
      });
    }, UNTOLD);
    try {
      return await findWayIn(path, {
        probe,
        host,
        window: from?.browser,
        isOpen: (file) => (registry.find(file) ?? registry.findOpening(file)) !== undefined,
        onReplaced: (replaced) => registry.forgetFileAt(replaced),
        signal: stop.signal,
      });
    } catch (error) {
      if (error !== STOPPED) throw error;
      return null;
    } finally {
      clearTimeout(timer);
      stop.abort();
      // The page of a window that was made to say so is there before anything else is told it.
      await telling;
      shown?.tellOfOpening(null, () => undefined);
    }
  }

  async #lookThrough(path: string, signal = new AbortController().signal): Promise<void> {
    const inspection = await this.#options.probe.inspect(path, signal);
    if (inspection.kind === 'refused') throw new AspenError(inspection.code, inspection.detail);
    if (inspection.kind === 'staleJournal') throw withStaleJournal(path);
    if (inspection.kind === 'damaged') throw new AspenError('CORRUPT', inspection.faults[0] ?? '');
  }

  #make(): GroveWindow {
    const window = new GroveWindow({
      preload: this.#options.preload,
      pageAddress: this.#options.page.address,
      place: this.#options.settings.current.window,
      log: this.#options.log,
      printer: this.#options.printer,
      openGrove: (path, create, from) => this.openGrove(path, create, from),
      onStays: () => {
        this.#quitting = false;
      },
      withGrove: (path, use) => this.#options.registry.with(path, (file) => this.#lookThrough(file), use),
      findOpen: (path) => this.#options.registry.find(path),
      lookAt: (path, signal) => lookAt(path, this.#options.probe, signal),
      openInPlace: async (path) => {
        const grove = await this.#options.registry.open(path, false);
        this.#remember(grove);
        return grove;
      },
      lookThrough: (path, signal) => this.#lookThrough(path, signal),
      recoverCopy: (path, target, signal) => this.#options.probe.recover(path, target, signal),
      onGroveMoved: (grove) => this.#remember(grove),
      onGone: async (gone, grove) => {
        const window = this.#make();
        this.#windows.delete(gone);
        window.show(grove);
        await window.load();
      },
      onClosed: (closed, place) => {
        this.#windows.delete(closed);
        if (place !== null) this.#keep((settings) => ({ ...settings, window: place }));
        // Closing waited for the page's last words, which called the quitting off; it goes on here.
        if (this.#quitting || (this.isEmpty && process.platform !== 'darwin')) app.quit();
      },
    });
    this.#windows.add(window);
    return window;
  }

  #remember(grove: OpenGrove): void {
    const { newId, onRecentGroves } = this.#options;
    this.#keep((settings) => rememberGrove(settings, grove.path, grove.name, Date.now(), newId()));
    onRecentGroves();
  }

  /** What is remembered for the next time keeps no grove from being opened or closed, nor the program from ending. */
  #keep(change: (settings: Settings) => Settings): void {
    const { settings, log } = this.#options;
    try {
      settings.update(change);
    } catch (error) {
      log.error('The settings could not be written', error);
    }
  }
}

/** @throws {AspenError} where a file is not to be opened for reading */
async function lookAt(path: string, probe: Probe, signal: AbortSignal): Promise<void> {
  const inspection = await probe.inspect(path, signal);
  switch (inspection.kind) {
    case 'sound':
      return;
    case 'older':
      throw new AspenError(
        'INVALID_ARGUMENT',
        `${basename(path)} is of an older version: open it once by itself, so that it is brought up to date`,
      );
    case 'staleJournal':
      throw withStaleJournal(path);
    case 'damaged':
      throw new AspenError('CORRUPT', inspection.faults[0] ?? '');
    case 'refused':
      throw new AspenError(inspection.code, inspection.detail);
  }
}

function withStaleJournal(path: string): AspenError {
  return new AspenError(
    'INVALID_ARGUMENT',
    `an old journal lies beside ${basename(path)}: open it by itself, and you are offered a copy without the journal`,
  );
}
