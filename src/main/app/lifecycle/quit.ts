import { app, type BrowserWindow, powerMonitor } from 'electron';
import type { Log } from '../../log.ts';

/** Time to wait for the recovery journal to close before quitting anyway, in milliseconds. */
const JOURNAL_TIMEOUT = 2_000;

/** Finishes the journal's pending writes before the program quits, unless the disk does not respond. */
export function closeJournalOnQuit(
  log: Log,
  closeJournal: () => Promise<void>,
  onFatalError: (error: unknown) => void,
): void {
  quitWithSession();
  // The windows quit the program themselves once the last one has closed its grove.
  app.on('window-all-closed', () => undefined);
  let isJournalClosed = false;
  app.on('will-quit', (event) => {
    if (isJournalClosed) return;
    event.preventDefault();
    const timeout = new Promise((resolve) => setTimeout(resolve, JOURNAL_TIMEOUT));
    Promise.race([closeJournal(), timeout])
      .catch((error: unknown) => log.error('The recovery journal could not be closed', error))
      .then(() => {
        isJournalClosed = true;
        app.quit();
      })
      .catch(onFatalError);
  });
}

/**
 * Quits the program when the system's session ends, so that every window sends its text and closes its grove. The system
 * waits meanwhile; if the writer keeps a window open, because text could not be saved, it asks them.
 */
function quitWithSession(): void {
  const quit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    app.quit();
  };
  // Windows asks windows, and Linux the program; on macOS, the end of a session is a quit.
  const watch = (_event: unknown, window: BrowserWindow) => window.on('query-session-end', quit);
  app.on('browser-window-created', watch);
  // Its types leave out the event that keeps the system waiting.
  const monitor: NodeJS.EventEmitter = powerMonitor;
  if (process.platform === 'linux') monitor.on('shutdown', quit);
}
