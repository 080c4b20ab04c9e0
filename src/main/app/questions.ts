import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type MessageBoxReturnValue,
  type SaveDialogOptions,
} from 'electron';
import type { RecoveryReport } from '../probe/recover.ts';
import { recoveryMessage } from '../probe/recovery-message.ts';
import { withEnding } from './with-ending.ts';

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

/** A message box before a window or, where there is none any more, by itself. */
function ask(window: BrowserWindow | undefined, options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  return window === undefined || window.isDestroyed()
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options);
}

/**
 * Says that the grove's file is not where it was. It may have been moved, and all is well; or deleted, and this window is
 * the last that has it.
 * @returns whether the writer would rather keep the window open
 */
export async function askWhetherToLeave(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The grove’s file is not where it was.',
    detail:
      'If it was moved, everything you wrote is in it. If it was deleted, this window is the last that has the grove: keep it open, and save a copy.',
    buttons: ['Keep open', 'Close'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 0;
}

/** Says that another program has the file. @returns what the writer wants to try */
export async function askAboutUse(
  window: BrowserWindow | undefined,
  name: string,
): Promise<'again' | 'readOnly' | 'cancel'> {
  const { response } = await ask(window, {
    type: 'warning',
    message: `Another program is using “${name}”.`,
    detail:
      'Nothing was changed. When the other program is done, try again; until then it may be possible to read it.',
    buttons: ['Try again', 'Open for reading', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return response === 0 ? 'again' : response === 1 ? 'readOnly' : 'cancel';
}

/**
 * Says that a grove of an older version would be changed without a backup.
 * @param reason why none could be made, in words
 * @returns whether it is to be opened all the same
 */
export async function askToOpenWithoutBackup(
  window: BrowserWindow | undefined,
  name: string,
  reason: string,
): Promise<boolean> {
  const { response } = await ask(window, {
    type: 'warning',
    message: `No backup of “${name}” could be made.`,
    detail: `${reason}\n\nThe grove is of an older version and would be changed. Nothing was changed yet. You can make room or copy the file yourself first, and open it again.`,
    buttons: ['Open without a backup', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** Says that another computer may have the grove open. @param openedAt milliseconds since 1970 UTC */
export async function askAboutOtherHost(
  window: BrowserWindow | undefined,
  name: string,
  host: string,
  openedAt: number,
): Promise<'readOnly' | 'open' | 'cancel'> {
  const { response } = await ask(window, {
    type: 'warning',
    message: `“${name}” was not closed on the computer “${host}”.`,
    detail: `It was opened there on ${new Date(openedAt).toLocaleString()}, and may be open still. Two computers that write one grove lose each other’s words. It can be read safely.`,
    buttons: ['Open for reading', 'Open for writing', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return response === 0 ? 'readOnly' : response === 1 ? 'open' : 'cancel';
}

/** Says that a file is damaged and was not changed. @returns whether what can be read is to be recovered */
export async function askToRecover(
  window: BrowserWindow | undefined,
  name: string,
  faults: readonly string[],
): Promise<boolean> {
  const { response } = await ask(window, {
    type: 'warning',
    message: `“${name}” is damaged or was changed by another program.`,
    detail: `It was not opened and not changed. What can be read of it can be recovered into a new grove.\n\n${faults.slice(0, 3).join('\n')}`,
    buttons: ['Recover a copy…', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/**
 * Says that an old journal lies beside a file and would set it back.
 * @param changes how many it would take away; null where that cannot be told
 * @returns whether a copy of the file as it stands is to be opened
 */
export async function askToCopyAsItStands(
  window: BrowserWindow | undefined,
  name: string,
  changes: number | null,
): Promise<boolean> {
  const lost =
    changes === null || changes <= 0
      ? 'what was written since'
      : changes === 1
        ? 'its last change'
        : `its last ${changes} changes`;
  const { response } = await ask(window, {
    type: 'warning',
    message: `An old journal lies beside “${name}”.`,
    detail: `It was left by an earlier crash, or put back by a program that syncs or restores files. Opening the grove with it would undo ${lost}. A copy of the grove without the journal has everything. The grove and the journal stay as they are.`,
    buttons: ['Open a copy…', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** Where a copy is to stand; null when the writer changed their mind. */
export async function askForCopy(
  window: BrowserWindow | undefined,
  title: string,
  defaultPath: string,
): Promise<string | null> {
  const options = {
    title,
    defaultPath,
    filters: [{ name: 'Grove', extensions: ['aspen'] }],
    properties: ['showOverwriteConfirmation'],
  } satisfies SaveDialogOptions;
  const { canceled, filePath } = await (window === undefined || window.isDestroyed()
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === '') return null;
  return withEnding(window, filePath, '.aspen');
}

/** Lists in words what was recovered and what was lost. */
export async function tellOfRecovery(
  window: BrowserWindow | undefined,
  report: RecoveryReport,
): Promise<void> {
  const { kept, doubt } = recoveryMessage(report);
  await ask(window, {
    type: 'info',
    message: kept,
    detail: [doubt, '', 'Lost:', ...report.lost].join('\n'),
    buttons: ['Open the copy'],
    noLink: true,
  });
}
