import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { handFiles } from '../../src/main/app/lifecycle/command-line.ts';
import { launchProgram } from './launch.ts';

/** The window bounds of a first start; only other bounds replace remembered ones. */
const DEFAULT_BOUNDS = { width: 1280, height: 860, maximized: false };

/** Electron's own functions, kept in the main process while tests replace them. */
interface ElectronOriginals {
  aspenOriginalDialogs?: object;
  aspenOriginalOpenExternal?: Electron.Shell['openExternal'];
  aspenOriginalName?: string;
  aspenOriginalQuit?: () => void;
}

/**
 * One app in which the tests of a worker open their groves in sequence, as a second start of the app would: a start
 * costs more than most tests. Each test finds it as after a first start with the test's own `settings.json`, if it has
 * one: no recent, untitled or sample groves, its preferences and services, Electron's own dialogs, an empty clipboard, no zoom. Keys stay in
 * memory, each for an address that no other test has. It keeps running when its last window closes.
 */
export class SharedProgram {
  /** The folder of the app's own data. */
  readonly data = mkdtempSync(join(tmpdir(), 'aspen-data-'));
  #app: Promise<ElectronApplication> | undefined;
  /** `settings.json` as the first start wrote it. */
  #settings: object | undefined;

  /**
   * Opens the grove at `path` in its own window, or the welcome page; returns the window and its app.
   *
   * @param settings a `settings.json` to begin with, which need not exist; without it, the settings stay as they are
   */
  async open(
    path: string | undefined,
    settings?: string,
  ): Promise<{ readonly app: ElectronApplication; readonly page: Page }> {
    this.#app ??= this.#start();
    const app = await this.#app;
    if (settings !== undefined) this.#beginAnew(settings);
    await app.evaluate(({ app: program, clipboard, dialog, shell }) => {
      const originals = globalThis as ElectronOriginals;
      Object.assign(dialog, originals.aspenOriginalDialogs);
      shell.openExternal = originals.aspenOriginalOpenExternal ?? shell.openExternal;
      program.setName(originals.aspenOriginalName ?? program.getName());
      clipboard.clear();
      // Rereads the settings, as after a change by hand.
      program.emit('browser-window-focus', {}, null);
    });
    const opened = app.waitForEvent('window');
    await app.evaluate(
      ({ app: program }, file) => {
        if (file === undefined) program.emit('activate');
        else program.emit('second-instance', {}, [], '/', file);
      },
      path === undefined ? undefined : handFiles({ paths: [path], creates: true }),
    );
    return { app, page: await opened };
  }

  /** Closes every window as a writer would and waits until the groves are closed too. */
  async closeWindows(): Promise<void> {
    const app = await this.#app;
    if (app === undefined) return;
    // Playwright may keep a page of a window that never closes: main knows what is open.
    const isClosed = await app.evaluate(async ({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        // Zoom belongs to the page's address, so the next window would inherit it.
        window.webContents.setZoomFactor(1);
        window.close();
      }
      const until = Date.now() + 30_000;
      while (BrowserWindow.getAllWindows().length > 0 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return BrowserWindow.getAllWindows().length === 0;
    });
    if (!isClosed) throw new Error('a window stays open');
  }

  /** Copies the settings, the keys and the known agents to another data folder, so that an app started there continues from this one. */
  copySettings(data: string): void {
    for (const name of ['settings.json', 'keys.json', 'known-agents.json']) {
      const file = join(this.data, name);
      if (existsSync(file)) copyFileSync(file, join(data, name));
    }
  }

  /** Quits the app and deletes its data. */
  async end(): Promise<void> {
    const app = await this.#app;
    if (app !== undefined) {
      const closed = app.waitForEvent('close');
      await app.evaluate(({ app: program }) => {
        program.quit = (globalThis as ElectronOriginals).aspenOriginalQuit ?? program.quit;
        program.quit();
      });
      await closed;
    }
    rmSync(this.data, { recursive: true, force: true });
  }

  async #start(): Promise<ElectronApplication> {
    const app = await launchProgram([`--user-data-dir=${this.data}`]);
    const welcome = await app.firstWindow();
    await app.evaluate(({ app: program, dialog, shell }) => {
      const originals = globalThis as ElectronOriginals;
      originals.aspenOriginalDialogs = { ...dialog };
      originals.aspenOriginalOpenExternal = shell.openExternal;
      originals.aspenOriginalName = program.getName();
      originals.aspenOriginalQuit = program.quit.bind(program);
      // Keep running without a window, as on macOS.
      program.quit = () => undefined;
    });
    const closed = welcome.waitForEvent('close');
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    });
    await closed;
    this.#settings = JSON.parse(readFileSync(this.#settingsFile, 'utf8'));
    return app;
  }

  get #settingsFile(): string {
    return join(this.data, 'settings.json');
  }

  #beginAnew(settingsFile: string): void {
    for (const name of ['Untitled', 'Sample.aspen'])
      rmSync(join(this.data, name), { recursive: true, force: true });
    const settings = existsSync(settingsFile) ? JSON.parse(readFileSync(settingsFile, 'utf8')) : {};
    writeFileSync(
      this.#settingsFile,
      JSON.stringify({ ...this.#settings, window: DEFAULT_BOUNDS, ...settings }),
    );
  }
}
