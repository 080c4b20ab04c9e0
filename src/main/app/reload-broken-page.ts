import type { BrowserWindow } from 'electron';
import type { Log } from '../log.ts';
import { askToReload, askToReloadCrashed } from './questions.ts';

/** After this many crashes within this many milliseconds, the page reloads only if the writer agrees. */
const MAX_CRASHES = 3;
const CRASH_PERIOD = 30_000;

export interface BrokenPageOptions {
  readonly browser: BrowserWindow;
  readonly log: Log;
  /** Returns true if the window is closing: its page is then left alone. */
  isClosing(): boolean;
  /** Called before a page that crashed is loaded again. */
  onReload(): void;
}

/**
 * Reloads a window's page when it crashes, or when it hangs and the writer does not want to wait. Main has
 * the text. If the page keeps crashing, the writer decides between reloading and closing.
 */
export function reloadBrokenPage({ browser, log, isClosing, onReload }: BrokenPageOptions): void {
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
