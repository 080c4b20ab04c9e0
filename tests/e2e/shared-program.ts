import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { PreferencesPatch } from '../../src/ipc/preferences.ts';
import { launchProgram } from './launch.ts';

/** The window bounds of a first start; only other bounds replace remembered ones. */
const DEFAULT_BOUNDS = { width: 1280, height: 860, maximized: false };

/** Electron's own functions, kept in the main process while tests replace them. */
interface ElectronOriginals {
  aspenOriginalDialogs?: object;
  aspenOriginalQuit?: () => void;
}

/**
 * One app in which the tests of a worker open their groves in sequence, as a second start of the app would: a start
 * costs more than most tests. Each test finds it as after a first start: no recent groves, the requested preferences,
 * Electron's own dialogs, an empty clipboard, no zoom. It keeps running when its last window closes.
 */
export class SharedProgram {
  readonly #data = mkdtempSync(join(tmpdir(), 'aspen-data-'));
  #app: Promise<ElectronApplication> | undefined;
  /** `settings.json` as the first start wrote it. */
  #settings: { readonly preferences: object } | undefined;

  /** Opens the grove at `path` in its own window; returns the window and its app. */
  async open(
    path: string,
    preferences: PreferencesPatch,
  ): Promise<{ readonly app: ElectronApplication; readonly page: Page }> {
    this.#app ??= this.#start();
    const app = await this.#app;
    this.#writePreferences(preferences);
    await app.evaluate(({ app: program, clipboard, dialog }) => {
      Object.assign(dialog, (globalThis as ElectronOriginals).aspenOriginalDialogs);
      clipboard.clear();
      // Rereads the settings, as after a change by hand.
      program.emit('browser-window-focus', {}, null);
    });
    const opened = app.waitForEvent('window');
    await app.evaluate(
      ({ app: program }, { args, folder }) => {
        program.emit('second-instance', {}, args, folder, null);
      },
      { args: ['aspen-grove', path], folder: dirname(path) },
    );
    return { app, page: await opened };
  }

  /** Closes every window as a writer would and waits until the groves are closed too. */
  async closeWindows(): Promise<void> {
    const app = await this.#app;
    if (app === undefined) return;
    const open = app.windows();
    const closed = open.map((page) => page.waitForEvent('close'));
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        // Zoom belongs to the page's address, so the next window would inherit it.
        window.webContents.setZoomFactor(1);
        window.close();
      }
    });
    await Promise.all(closed);
  }

  /** Copies the settings to another data folder, so that an app started there continues from this one. */
  copySettings(data: string): void {
    copyFileSync(this.#settingsFile, join(data, 'settings.json'));
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
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #start(): Promise<ElectronApplication> {
    const app = await launchProgram([`--user-data-dir=${this.#data}`]);
    const welcome = await app.firstWindow();
    await app.evaluate(({ app: program, dialog }) => {
      const originals = globalThis as ElectronOriginals;
      originals.aspenOriginalDialogs = { ...dialog };
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
    return join(this.#data, 'settings.json');
  }

  #writePreferences(patch: PreferencesPatch): void {
    const preferences = { ...this.#settings?.preferences, ...patch };
    const settings = { ...this.#settings, window: DEFAULT_BOUNDS, preferences };
    writeFileSync(this.#settingsFile, JSON.stringify(settings));
  }
}
