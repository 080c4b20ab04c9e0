import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import { AspenError } from '../../core/errors.ts';
import type { AgentId } from '../../core/ids.ts';
import { countWords } from '../../core/text/count-words.ts';
import { lastLine } from '../../core/text/last-words.ts';
import type { EventName, Events } from '../../ipc/contract.ts';
import type { WireError } from '../../ipc/wire/app.ts';
import { groveWindowTitle } from '../../ui-text/app.ts';
import { copyDialog, recoverDialog } from '../../ui-text/dialogs.ts';
import { fileOpenInWindow } from '../../ui-text/refusals.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { GroveOpenOptions, GroveRegistry, ResolvedFile } from '../grove/registry.ts';
import type { Caller } from '../handlers/access/caller.ts';
import type { UntitledGroves } from '../handlers/name-grove.ts';
import type { Log } from '../log.ts';
import { checkForOpening, checkForReading } from '../probe/check-for-opening.ts';
import type { Opener, Probe } from '../probe/probe.ts';
import {
  addRecentGrove,
  keepWindow,
  noteRecentText,
  removeRecentGroveAt,
  shortFolder,
  windowOf,
} from '../settings/recent-groves.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { GroveWindow } from './grove-window.ts';
import { isBlank } from './is-blank.ts';
import type { Page } from './page.ts';
import type { Printer } from './print.ts';
import {
  askAboutFileInUse,
  askAboutOtherComputer,
  askForCopyPath,
  askToCopyWithoutJournal,
  askToRecover,
  showRecoveryReport,
} from './questions.ts';
import { isOurPage } from './security.ts';

/** An inspection that takes longer than this shows its progress, in milliseconds. */
const PROGRESS_DELAY = 300;

const CANCELLED = Symbol('the writer cancelled it');

interface WindowsOptions {
  readonly preload: string;
  readonly page: Page;
  readonly registry: GroveRegistry;
  readonly settings: SettingsFile;
  /** Groves that the writer has not named. */
  readonly untitled: UntitledGroves;
  readonly log: Log;
  readonly printer: Printer;
  /** Inspects files before they are opened. */
  readonly probe: Probe;
  newId(): string;
  /** The list of recent groves changed. */
  onRecentGroves(): void;
}

/** All windows of the program, one per grove (`interface.md`, *The window*). */
export class Windows {
  readonly #options: WindowsOptions;
  readonly #windows = new Set<GroveWindow>();
  /** Files that are being inspected and opened, by real path, each with the window that asked for it. */
  readonly #openings = new Map<
    string,
    { readonly opened: Promise<unknown>; readonly from: GroveWindow | undefined }
  >();
  #isQuitting = false;

  constructor(options: WindowsOptions) {
    this.#options = options;
    app.on('before-quit', () => {
      this.#isQuitting = true;
    });
  }

  /** The window whose page sent a message; null for a foreign page or a subframe. */
  callerOf(event: IpcMainInvokeEvent): GroveWindow | null {
    if (!isOurPage(this.#options.page, event.sender, event.senderFrame)) return null;
    return this.#live.find((window) => window.browser.webContents === event.sender) ?? null;
  }

  /** The focused window, for a command from the menu. */
  focused(): GroveWindow | undefined {
    return this.#live.find((window) => window.browser.isFocused());
  }

  /** Sends an event to every window except `caller`'s; to every window if that is null. */
  sendToOthers<E extends EventName>(caller: Caller | null, event: E, value: Events[E]): void {
    for (const window of this.#live) if (window !== caller) window.send(event, value);
  }

  /** The windows without those that are destroyed while their groves still close. */
  get #live(): readonly GroveWindow[] {
    return [...this.#windows].filter(({ browser }) => !browser.isDestroyed());
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  /** True while the program is quitting, so that no window may open. */
  get isQuitting(): boolean {
    return this.#isQuitting;
  }

  /** Brings the welcome page to the front, opening a window for it if there is none; loads it. */
  async openWelcome(): Promise<void> {
    const empty = this.#live.find((window) => canShow(window) && !window.isAwaiting);
    empty?.bringToFront();
    await (empty ?? this.#createWindow()).load();
  }

  /** Shows an error in the window in front, or on the welcome page if there is no window. */
  async showError(error: WireError): Promise<void> {
    if (this.findInFront() === undefined) await this.openWelcome();
    const window = this.findInFront();
    window?.bringToFront();
    await window?.load();
    window?.send('error.raised', error);
  }

  /** The focused window, or else the newest; undefined while there is none. */
  findInFront(): GroveWindow | undefined {
    const open = this.#live.filter((window) => !window.isClosing);
    return open.find((window) => window.browser.isFocused()) ?? open.at(-1);
  }

  bringAnyToFront(): void {
    this.#live.at(-1)?.bringToFront();
  }

  /**
   * Shows the grove at `path`. If it is already open, its window comes to the front; otherwise it opens in
   * `from` if that shows the welcome page, else in a window of its own.
   * @returns the grove if it opened in `from`, else null
   * @throws {AspenError} what opening the file throws
   */
  async openGrove(path: string, create: boolean, from?: GroveWindow): Promise<OpenGrove | null> {
    const { registry } = this.#options;
    const file = registry.resolve(path);
    const known = registry.find(file.real) ?? (await registry.findOpening(file.real));
    if (known !== undefined) {
      this.#live.find((window) => window.findGrove() === known)?.bringToFront();
      return null;
    }
    // The child process must not inspect a file that this process has open.
    const opening = this.#openings.get(file.real);
    if (opening !== undefined) {
      await opening.opened.catch(() => undefined);
      return this.openGrove(path, create, from);
    }
    const opened = this.#openFile(file, create, from);
    this.#openings.set(file.real, { opened, from });
    try {
      return await opened;
    } finally {
      this.#openings.delete(file.real);
    }
  }

  async #openFile(
    file: ResolvedFile,
    create: boolean,
    from: GroveWindow | undefined,
  ): Promise<OpenGrove | null> {
    const place: OpeningPlace = { from, waiting: undefined };
    let grove: OpenGrove | null = null;
    try {
      grove = await this.#openWithQuestions(file, create, place);
    } finally {
      if (grove === null) this.#closeUnused(place.waiting);
    }
    if (grove === null) {
      // The program shows something, unless the writer closed what was being opened.
      if (place.waiting === undefined && this.isEmpty && !this.#isQuitting) await this.openWelcome();
      return null;
    }
    const host = from ?? place.waiting;
    const isUnwanted = host?.isClosing === true && host.findGrove() === undefined;
    // If the window that would show it, or the program, is closing, the writer no longer wants it.
    if (isUnwanted || this.#isQuitting) {
      await grove.close();
      return null;
    }
    this.#rememberRecent(grove);
    if (from !== undefined && canShow(from)) {
      const kept = windowOf(this.#options.settings.current, grove.path);
      if (kept !== undefined) from.moveInto(kept);
      from.show(grove);
      return grove;
    }
    const waiting = place.waiting !== undefined && canShow(place.waiting) ? place.waiting : undefined;
    const window = waiting ?? this.#createWindow(grove.path);
    window.show(grove);
    // A page that has asked already what to show was told to wait.
    waiting?.send('grove.changed', grove.snapshot());
    const loaded = window.load();
    grove.readAhead();
    await loaded;
    return null;
  }

  /**
   * Closes a window that was created to show the progress of an opening, which failed. The only window stays,
   * as the welcome page; so does one from which the writer is opening another file.
   */
  #closeUnused(window: GroveWindow | undefined): void {
    if (window === undefined || !canShow(window)) return;
    const isLast = this.#live.every((other) => other === window || other.isClosing);
    const isUsed = [...this.#openings.values()].some(({ from }) => from === window);
    if (isLast || isUsed) window.stopAwaiting();
    else window.browser.close();
  }

  /** Opens a file, asking the writer what to do if another program is using it. @returns null if the writer cancels */
  async #openWithQuestions(
    file: ResolvedFile,
    create: boolean,
    place: OpeningPlace,
  ): Promise<OpenGrove | null> {
    let readOnly = false;
    for (;;) {
      let isInspected = true;
      try {
        const plan = await this.#planOpening(file, place);
        if (plan === null) return null;
        isInspected = plan.isInspected !== false;
        const { isChecked, checksLater = false, changedRecords = [] } = plan;
        const isReadOnly = plan.readOnly || readOnly;
        const options = {
          readOnly: isReadOnly,
          ifNoBackup: 'read',
          isChecked,
          checksLater,
          changedRecords,
        } as const;
        return await this.#open(plan.file, create, options);
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
        // The inspection says what is wrong with it, and what can be done.
        if (!isInspected && error.code === 'CORRUPT') continue;
        if (error.code !== 'IN_USE') throw error;
        const name = basename(file.given, extname(file.given));
        const answer = await askAboutFileInUse((place.from ?? place.waiting)?.browser, name);
        if (answer === 'cancel') return null;
        readOnly = answer === 'readOnly';
      }
    }
  }

  /** Opens a file, read-only if it cannot be written. */
  async #open(file: ResolvedFile | string, create: boolean, options: GroveOpenOptions): Promise<OpenGrove> {
    const { registry } = this.#options;
    try {
      // The inspection found that a hot journal is this file's own, so it may be rolled back.
      return await registry.open(file, create, { ...options, allowRollback: true });
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'READ_ONLY') throw error;
      return registry.open(file, false, { ...options, readOnly: true });
    }
  }

  /**
   * Inspects a file before it is opened, with progress and a way to cancel in a window if that takes long.
   * @param place receives the window that is created to show the progress, if it has none
   * @returns null if the writer cancels
   */
  async #planOpening(file: ResolvedFile, place: OpeningPlace): Promise<OpeningPlan | null> {
    const { probe, registry } = this.#options;
    if (await registry.isAsClosed(file))
      return { file, readOnly: false, isInspected: false, isChecked: false };
    const controller = new AbortController();
    const name = basename(file.given);
    const cancel = () => controller.abort(CANCELLED);
    const waitInWindow = () => {
      const window = this.#createWindow(file.given, name);
      place.waiting = window;
      // Closing the window before its page has loaded must cancel, too.
      window.notifyFileTask(name, cancel);
      return window;
    };
    // The program's first window loads its page while the file is checked; it stays, even if the file is refused.
    const first = place.from === undefined && this.isEmpty ? waitInWindow() : undefined;
    // A failure is reported where the page is awaited.
    first?.load().catch(() => undefined);
    const known = place.from ?? place.waiting;
    let progressWindow = first;
    let progressShown: Promise<void> = Promise.resolve();
    const showProgress = async () => {
      const window = known ?? waitInWindow();
      progressWindow = window;
      if (window === place.waiting) await window.load();
      if (!controller.signal.aborted) window.notifyFileTask(name, cancel);
    };
    const timer = setTimeout(() => {
      progressShown = showProgress().catch((error: unknown) =>
        this.#options.log.error('A window could not show what is being opened', error),
      );
    }, PROGRESS_DELAY);
    try {
      return await planOpening(file, {
        probe,
        host: hostname(),
        window: known?.browser,
        writerId: this.#options.settings.current.writer.id as AgentId,
        hasJournaled: (groveId) => registry.hasJournaled(groveId),
        isOpen: (target) => (registry.find(target) ?? registry.findOpening(target)) !== undefined,
        onReplaced: (replaced) => registry.forgetFileAt(replaced),
        signal: controller.signal,
      });
    } catch (error) {
      if (error !== CANCELLED) throw error;
      return null;
    } finally {
      clearTimeout(timer);
      controller.abort();
      // A new window's page must have loaded before it receives further events.
      await progressShown;
      progressWindow?.notifyFileTask(null, () => undefined);
    }
  }

  /**
   * @param path of the grove that it is to show; undefined for the welcome page
   * @param awaited the name of its file while that is still being checked
   */
  #createWindow(path?: string, awaited: string | null = null): GroveWindow {
    const { current } = this.#options.settings;
    const window = new GroveWindow({
      awaited,
      preload: this.#options.preload,
      pageAddress: this.#options.page.address,
      bounds: (path === undefined ? undefined : windowOf(current, path)) ?? current.window,
      log: this.#options.log,
      printer: this.#options.printer,
      openGrove: (path, create, from) => this.openGrove(path, create, from),
      onCloseCancelled: () => {
        this.#isQuitting = false;
      },
      withGrove: (path, signal, use) =>
        this.#options.registry.with(path, (file) => checkForOpening(file, this.#options.probe, signal), use),
      findOpen: (path) => this.#options.registry.find(path),
      checkForReading: (path, signal) => checkForReading(path, this.#options.probe, signal),
      openInPlace: async (path, options) => {
        const grove = await this.#options.registry.open(path, false, { checksLater: true, ...options });
        this.#rememberRecent(grove);
        return grove;
      },
      checkForOpening: (file, signal) => checkForOpening(file, this.#options.probe, signal),
      recoverCopy: (path, target, signal) => this.#options.probe.recover(path, target, signal),
      showWelcome: () => this.openWelcome(),
      onClosing: (grove) => this.#onClosing(grove),
      onTitle: () => updateWindowTitles(this.#live),
      onFileSwitched: (grove) => this.#rememberRecent(grove),
      onDestroyedUnsaved: async (destroyed, grove) => {
        const window = this.#createWindow(grove.path);
        this.#windows.delete(destroyed);
        window.show(grove);
        await window.load();
      },
      onClosed: (closed, bounds) => {
        this.#windows.delete(closed);
        updateWindowTitles(this.#live);
        const path = closed.findGrove()?.path;
        if (bounds !== null) this.#options.settings.update((current) => keepWindow(current, path, bounds));
        // Waiting for the page to flush cancelled the quit, so resume it.
        if (this.#isQuitting || (this.isEmpty && process.platform !== 'darwin')) app.quit();
      },
    });
    this.#windows.add(window);
    return window;
  }

  /**
   * Notes for the list of recent groves where the text ends; an untitled grove without anything in it is not kept.
   * @returns what remains to be done once the grove is closed
   */
  #onClosing(grove: OpenGrove): () => void {
    const { settings, untitled, log, onRecentGroves } = this.#options;
    const { path, realPath } = grove;
    try {
      if (untitled.has(realPath) && isBlank(grove))
        return () => {
          untitled.remove(realPath);
          settings.update((current) => removeRecentGroveAt(current, path));
          onRecentGroves();
        };
      const text = describeText(grove);
      if (text !== null) settings.update((current) => noteRecentText(current, path, text));
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      // The grove is closed all the same: what cannot be read has its own banner.
      log.warn(`the end of a text could not be read: ${error.message}`);
    }
    return () => undefined;
  }

  #rememberRecent(grove: OpenGrove): void {
    const { settings, newId, onRecentGroves } = this.#options;
    settings.update((current) => addRecentGrove(current, grove.path, grove.name, Date.now(), newId()));
    onRecentGroves();
  }
}

/** The window in which an opening shows its progress and its result. */
interface OpeningPlace {
  /** The window that asked for it; undefined for another program or the command line. */
  readonly from: GroveWindow | undefined;
  /** The window that was created to show the progress. */
  waiting: GroveWindow | undefined;
}

/** Returns true if a window shows no grove and will not close. */
function canShow(window: GroveWindow): boolean {
  return window.findGrove() === undefined && !window.isClosing;
}

/**
 * The last line and the number of words of the text in a grove's window, for the list of recent groves. Null if it is
 * blank, or cannot be read without writing a file that is not checked yet.
 * @throws {AspenError} what reading the file throws
 */
function describeText(grove: OpenGrove): { readonly lastLine: string; readonly words: number } | null {
  if (grove.isOverwritten) return null;
  const { openTreeId } = grove.snapshot();
  if (grove.check.isWaiting && !grove.read.hasPath(openTreeId)) return null;
  const { text } = grove.exportPath(openTreeId, true).path;
  const line = lastLine(text);
  return line === null ? null : { lastLine: line, words: countWords(text) };
}

/** Titles windows by the groves that they show, and by their folders where two groves have one name. */
function updateWindowTitles(windows: readonly GroveWindow[]): void {
  const shown = windows.flatMap((window) => {
    const grove = window.findGrove();
    return grove === undefined ? [] : [{ window, name: grove.name, path: grove.path }];
  });
  for (const { window, name, path } of shown) {
    const isAmbiguous = shown.some((other) => other.window !== window && other.name === name);
    window.browser.setTitle(groveWindowTitle(name, isAmbiguous ? shortFolder(path) : null));
  }
}

interface PlanOpeningOptions extends Opener {
  readonly probe: Probe;
  /** This computer's name, as sessions record it. */
  readonly host: string;
  /** The parent of the questions; undefined for none. */
  readonly window: BrowserWindow | undefined;
  /** Returns true if this program has the file open or is opening it. */
  isOpen(path: string): boolean;
  /** A copy replaced the file at a path. */
  onReplaced(path: string): Promise<void>;
  readonly signal: AbortSignal;
}

/** The file to open, and how. */
interface OpeningPlan {
  /** The inspected file; or the path of a copy that was just made, as the writer chose it. */
  readonly file: ResolvedFile | string;
  readonly readOnly: boolean;
  /** False if it is as this program left it. */
  readonly isInspected?: boolean;
  /** The whole file was checked, so checking it again is unnecessary. */
  readonly isChecked: boolean;
  /** It will be migrated, and is checked again after that; the migration was tried on a copy. */
  readonly checksLater?: boolean;
  /** The records that are not as they were written. */
  readonly changedRecords?: readonly string[];
}

/**
 * Inspects a file in a child process before it is opened, without writing to it, and asks the writer how to
 * proceed where there is a choice (`storage.md`, *Opening, in order*).
 * @returns null if the writer cancels
 * @throws {AspenError} why the file is refused; INVALID_ARGUMENT if a copy would replace an open file; the
 *   reason of `signal` once it aborts
 */
async function planOpening(file: ResolvedFile, options: PlanOpeningOptions): Promise<OpeningPlan | null> {
  const stats = statSync(file.real, { throwIfNoEntry: false });
  // Opening reports a path that is missing or not a file.
  if (stats?.isFile() !== true || stats.size === 0) return { file, readOnly: false, isChecked: false };
  const { probe, host, window, signal } = options;
  const inspection = await probe.inspectForOpening(file, signal, options);
  switch (inspection.kind) {
    case 'older':
      return {
        file,
        readOnly: false,
        isChecked: false,
        checksLater: true,
        changedRecords: inspection.changed,
      };
    case 'sound': {
      const { unclosed, whole: isChecked, changed: changedRecords } = inspection;
      if (unclosed === null || unclosed.host === host)
        return { file, readOnly: false, isChecked, changedRecords };
      const answer = await askAboutOtherComputer(window, nameOf(file), unclosed.host, unclosed.openedAt);
      return answer === 'cancel'
        ? null
        : { file, readOnly: answer === 'readOnly', isChecked, changedRecords };
    }
    case 'refused':
      throw new AspenError(inspection.code, inspection.detail);
    case 'staleJournal':
      return copyWithoutJournal(file, inspection.changes, options);
    case 'damaged':
      return recoverCopy(file, inspection.faults, options);
  }
}

/** Leaves the file and its journal untouched, because the program that restored the journal may need it. */
async function copyWithoutJournal(
  file: ResolvedFile,
  changes: number | null,
  { probe, window, isOpen, onReplaced, signal }: PlanOpeningOptions,
): Promise<OpeningPlan | null> {
  if (!(await askToCopyWithoutJournal(window, nameOf(file), changes))) return null;
  const { title, name } = copyDialog(nameOf(file));
  const target = await askForCopyPath(window, title, join(dirname(file.given), name));
  if (target === null) return null;
  if (isOpen(target)) throw refuseReplacing(target);
  await probe.copy(file.real, target, signal);
  await onReplaced(target);
  return { file: target, readOnly: false, isChecked: true };
}

async function recoverCopy(
  file: ResolvedFile,
  faults: readonly string[],
  { probe, window, isOpen, onReplaced, signal }: PlanOpeningOptions,
): Promise<OpeningPlan | null> {
  const damage = new AspenError('CORRUPT', faults[0] ?? '');
  if (!(await askToRecover(window, nameOf(file), faults))) throw damage;
  const { title, name } = recoverDialog(nameOf(file));
  const target = await askForCopyPath(window, title, join(dirname(file.given), name));
  if (target === null) throw damage;
  if (isOpen(target)) throw refuseReplacing(target);
  const report = await probe.recover(file.real, target, signal);
  await onReplaced(target);
  await showRecoveryReport(window, report);
  return { file: target, readOnly: false, isChecked: true };
}

/** Replacing an open file would leave it without a name on disk. */
function refuseReplacing(path: string): AspenError {
  return new AspenError('INVALID_ARGUMENT', fileOpenInWindow(basename(path)));
}

function nameOf({ given }: ResolvedFile): string {
  return basename(given, extname(given));
}
