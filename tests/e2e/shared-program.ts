import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { PreferencesPatch } from '../../src/ipc/preferences.ts';
import { launchProgram } from './launch.ts';

/** As a first start has it: a window's place is only forgotten where another is named. */
const FIRST_PLACE = { width: 1280, height: 860, maximized: false };

/** What the main process keeps for us: functions of Electron's, in whose place there are others for a while. */
interface Kept {
  aspenDialogs?: object;
  aspenQuit?: () => void;
}

/**
 * One program that the tests of a worker open their groves in, one after the other, as a second start of the program
 * does: a start costs more than most tests. Each finds it as after a first start: no recent groves, the preferences
 * asked for, dialogs that ask, an empty clipboard, no zoom. It stays when its last window is closed.
 */
export class SharedProgram {
  readonly #data = mkdtempSync(join(tmpdir(), 'aspen-data-'));
  #app: Promise<ElectronApplication> | undefined;
  /** `settings.json` of the first start. */
  #settings: { readonly preferences: object } | undefined;

  /** A window of its own for the grove at `path`, and the program that it belongs to. */
  async open(
    path: string,
    preferences: PreferencesPatch,
  ): Promise<{ readonly app: ElectronApplication; readonly page: Page }> {
    this.#app ??= this.#start();
    const app = await this.#app;
    this.#prefer(preferences);
    await app.evaluate(async ({ app: program, clipboard, dialog }) => {
      Object.assign(dialog, (globalThis as Kept).aspenDialogs);
      clipboard.clear();
      // The settings are read again, as for whoever comes back after changing them by hand.
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

  /** Closes every window as a writer does, and waits until the groves are closed too. */
  async closeWindows(): Promise<void> {
    const app = await this.#app;
    if (app === undefined) return;
    const open = app.windows();
    const closed = open.map((page) => page.waitForEvent('close'));
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        // The zoom is the page's address's, and the next window would have it.
        window.webContents.setZoomFactor(1);
        window.close();
      }
    });
    await Promise.all(closed);
  }

  /** Puts the settings into another folder of data: a program that is started there comes after this one. */
  copySettings(data: string): void {
    copyFileSync(this.#settingsFile, join(data, 'settings.json'));
  }

  /** Ends the program, and forgets what it knew. */
  async end(): Promise<void> {
    const app = await this.#app;
    if (app !== undefined) {
      const gone = app.waitForEvent('close');
      await app.evaluate(({ app: program }) => {
        program.quit = (globalThis as Kept).aspenQuit ?? program.quit;
        program.quit();
      });
      await gone;
    }
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #start(): Promise<ElectronApplication> {
    const app = await launchProgram([`--user-data-dir=${this.#data}`]);
    const welcome = await app.firstWindow();
    await app.evaluate(({ app: program, dialog }) => {
      const kept = globalThis as Kept;
      kept.aspenDialogs = { ...dialog };
      kept.aspenQuit = program.quit.bind(program);
      // It goes on without a window, as it does on macOS.
      program.quit = () => undefined;
    });
    const closed = welcome.waitForEvent('close');
    const window = await app.browserWindow(welcome);
    await window.evaluate(async (browser) => {
      // A window that is closed while its page is on the way ends a program that has just started.
      const { webContents } = browser;
      if (webContents.isLoading())
        await new Promise((resolve) => webContents.once('did-stop-loading', resolve));
      browser.close();
    });
    await closed;
    this.#settings = JSON.parse(readFileSync(this.#settingsFile, 'utf8'));
    return app;
  }

  get #settingsFile(): string {
    return join(this.#data, 'settings.json');
  }

  #prefer(patch: PreferencesPatch): void {
    const preferences = { ...this.#settings?.preferences, ...patch };
    const settings = { ...this.#settings, window: FIRST_PLACE, preferences };
    writeFileSync(this.#settingsFile, JSON.stringify(settings));
  }
}
