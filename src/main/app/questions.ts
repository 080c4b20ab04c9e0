import { type BrowserWindow, dialog } from 'electron';

/**
 * Says that the page does not answer.
 * @param signal takes the question back: the page answers again
 * @returns whether it is to be loaded anew
 */
export async function askToReload(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'This window does not answer.',
    detail: 'What you typed up to a moment ago is kept. You can wait, or load the window again.',
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1;
}

/** Says that the page ends again and again. @returns whether it is to be loaded once more */
export async function askToShowAgain(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'This window ended unexpectedly several times.',
    detail: 'What you typed is kept. You can load the window again, or close it.',
    buttons: ['Load again', 'Close'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
