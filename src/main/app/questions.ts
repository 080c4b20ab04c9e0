import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type BrowserWindow, dialog, type MessageBoxOptions, type SaveDialogOptions } from 'electron';
import { GROVE_FILES } from '../../ui-text/dialogs.ts';
import { offerToCreate } from '../../ui-text/launching.ts';
import {
  CLOSE_MISSING_FILE,
  CLOSE_OVERWRITTEN_FILE,
  CLOSE_SILENT,
  CRASHING_WINDOW,
  closeUnsaved,
  fileInUse,
  openOnOtherComputer,
  type QuestionText,
  recoverDamaged,
  recoveryReport,
  replaceFile,
  staleJournal,
  UNRESPONSIVE_WINDOW,
} from '../../ui-text/questions.ts';
import { textsRecovered, textsVerified } from '../../ui-text/recovery.ts';
import type { RecoveryReport } from '../probe/recover.ts';

/**
 * Asks what to do with a page that does not respond.
 * @param signal withdraws the question because the page responds again
 * @returns whether to reload the page
 */
export async function askToReload(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const response = await showQuestion(window, UNRESPONSIVE_WINDOW, {
    type: 'warning',
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  return response === 1;
}

/** Asks what to do with a page that keeps crashing. @returns whether to reload it */
export async function askToReloadCrashed(window: BrowserWindow): Promise<boolean> {
  const response = await showQuestion(window, CRASHING_WINDOW, { type: 'error', defaultId: 0, cancelId: 1 });
  return response === 0;
}

/**
 * Asks whether to close a window whose page does not answer, so that it may have text that main lacks.
 * @param signal withdraws the question because the page has answered
 * @returns whether to keep the window open
 */
export async function askToKeepSilentOpen(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const behaviour = { type: 'warning', defaultId: 0, cancelId: 0, signal } as const;
  return (await showQuestion(window, CLOSE_SILENT, behaviour)) === 0;
}

/** Asks whether to close a grove whose file was moved or deleted. @returns whether to keep the window open */
export async function askToKeepMissingFileOpen(window: BrowserWindow): Promise<boolean> {
  const response = await showQuestion(window, CLOSE_MISSING_FILE, {
    type: 'warning',
    defaultId: 0,
    cancelId: 0,
  });
  return response === 0;
}

/**
 * Asks whether to close a grove whose file was overwritten, while the backups have its own version.
 * @returns whether to keep the window open
 */
export async function askToKeepOverwrittenOpen(window: BrowserWindow): Promise<boolean> {
  const response = await showQuestion(window, CLOSE_OVERWRITTEN_FILE, {
    type: 'warning',
    defaultId: 0,
    cancelId: 0,
  });
  return response === 0;
}

/**
 * Asks whether to close a grove that could not be saved, while the recovery journal has all of its text.
 * @param reason the sentence of the error
 * @returns whether to keep the window open
 */
export async function askToKeepUnsavedOpen(window: BrowserWindow, reason: string): Promise<boolean> {
  const response = await showQuestion(window, closeUnsaved(reason), {
    type: 'info',
    defaultId: 0,
    cancelId: 1,
  });
  return response === 1;
}

/** Asks whether to create a grove that another program or the command line named. */
export async function askToCreate(
  window: BrowserWindow | undefined,
  name: string,
  folder: string,
): Promise<boolean> {
  const question = offerToCreate(name, folder);
  return (await showQuestion(window, question, { type: 'question', defaultId: 1, cancelId: 1 })) === 0;
}

/** Asks what to do with a file that another program is using. */
export async function askAboutFileInUse(
  window: BrowserWindow | undefined,
  name: string,
): Promise<'again' | 'readOnly' | 'cancel'> {
  const response = await showQuestion(window, fileInUse(name), {
    type: 'warning',
    defaultId: 0,
    cancelId: 2,
  });
  return response === 0 ? 'again' : response === 1 ? 'readOnly' : 'cancel';
}

/** Asks how to open a grove that another computer may have open. @param openedAt milliseconds since 1970 UTC */
export async function askAboutOtherComputer(
  window: BrowserWindow | undefined,
  name: string,
  host: string,
  openedAt: number,
): Promise<'readOnly' | 'open' | 'cancel'> {
  const response = await showQuestion(window, openOnOtherComputer(name, host, openedAt), {
    type: 'warning',
    defaultId: 0,
    cancelId: 2,
  });
  return response === 0 ? 'readOnly' : response === 1 ? 'open' : 'cancel';
}

/** Asks whether to recover the readable part of a damaged file. */
export async function askToRecover(
  window: BrowserWindow | undefined,
  name: string,
  faults: readonly string[],
): Promise<boolean> {
  const response = await showQuestion(window, recoverDamaged(name, faults), {
    type: 'warning',
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

/**
 * Asks whether to open a copy of a file without its journal, which is stale and would roll the file back.
 * @param changes how many changes the journal would undo; null if unknown
 */
export async function askToCopyWithoutJournal(
  window: BrowserWindow | undefined,
  name: string,
  changes: number | null,
): Promise<boolean> {
  const response = await showQuestion(window, staleJournal(name, changes), {
    type: 'warning',
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

/** Asks where to write a copy, starting at `defaultPath`; null if the writer cancels. */
export async function askForCopyPath(
  window: BrowserWindow | undefined,
  title: string,
  defaultPath: string,
): Promise<string | null> {
  const options = {
    title,
    defaultPath,
    filters: [{ name: GROVE_FILES, extensions: ['aspen'] }],
    properties: ['showOverwriteConfirmation'],
  } satisfies SaveDialogOptions;
  const { canceled, filePath } = await (window === undefined || window.isDestroyed()
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === '') return null;
  return withExtension(window, filePath, '.aspen');
}

/** Reports what was recovered and what was lost. */
export async function showRecoveryReport(
  window: BrowserWindow | undefined,
  { nodes, unverified, lost }: RecoveryReport,
): Promise<void> {
  const text = recoveryReport(textsRecovered(nodes), textsVerified(unverified), lost);
  await showQuestion(window, text, { type: 'info' });
}

/**
 * Adds the extension to a path from the system's save dialog if it is missing. The dialog confirmed replacing
 * the path that was typed, not the path with its extension, so this asks again if that exists.
 * @param window the parent of the question; undefined for none
 * @returns null if the existing file is to stay
 */
export async function withExtension(
  window: BrowserWindow | undefined,
  filePath: string,
  extension: string,
): Promise<string | null> {
  if (filePath.endsWith(extension)) return filePath;
  const path = `${filePath}${extension}`;
  if (!existsSync(path)) return path;
  const question = replaceFile(basename(path));
  const response = await showQuestion(window, question, { type: 'warning', defaultId: 1, cancelId: 1 });
  return response === 0 ? path : null;
}

/** The behaviour of a question: its icon, the default and cancel buttons by index, and the signal that withdraws it. */
type QuestionOptions = Pick<MessageBoxOptions, 'type' | 'defaultId' | 'cancelId' | 'signal'>;

/**
 * Shows a question in front of a window or, if that is undefined or destroyed, on its own.
 * @returns the index of the button that was chosen
 */
async function showQuestion(
  window: BrowserWindow | undefined,
  { message, detail, buttons }: QuestionText<readonly string[]>,
  behaviour: QuestionOptions,
): Promise<number> {
  const options: MessageBoxOptions = { message, detail, buttons: [...buttons], noLink: true, ...behaviour };
  const { response } = await (window === undefined || window.isDestroyed()
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}
