import { app } from 'electron';
import type { Log } from '../../log.ts';

/** Time to wait for the recovery journal to close before quitting anyway, in milliseconds. */
const JOURNAL_TIMEOUT = 2_000;

/** Finishes the journal's pending writes before the program quits, unless the disk does not respond. */
export function closeJournalOnQuit(
  log: Log,
  closeJournal: () => Promise<void>,
  onFatalError: (error: unknown) => void,
): void {
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
