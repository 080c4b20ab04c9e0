import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { AspenError, type DescribedError } from '../../core/errors.ts';

const FILTERS = [{ name: 'Grove', extensions: ['aspen'] }];

/** Where to make a new grove; null when the writer changed their mind. The ending `.aspen` is added if missing. */
export async function chooseNewFile(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'New grove',
    defaultPath: 'Untitled.aspen',
    filters: FILTERS,
  });
  if (canceled || filePath === '') return null;
  return filePath.endsWith('.aspen') ? filePath : `${filePath}.aspen`;
}

/** Which grove to open; null when the writer changed their mind. */
export async function chooseFile(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Open a grove',
    properties: ['openFile'],
    filters: FILTERS,
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/**
 * Says that the file could not be written, and that what was typed is in the recovery journal.
 * @returns whether the writer would rather keep the window open
 */
export async function askWhetherToClose(
  window: BrowserWindow,
  { sentence, detail }: DescribedError,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'info',
    message: 'The grove could not be written. What you typed is safe on this computer.',
    detail: `${sentence} (${detail}) It comes back when you open the grove again.`,
    buttons: ['Close', 'Keep open'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 1;
}

/**
 * Writes a text to a file of the writer's choice; false when they changed their mind. The ending is always that of
 * `name`: nothing is written over a grove, which may be open.
 * @throws {AspenError} DISK_FULL; IO_ERROR
 */
export async function saveTextFile(window: BrowserWindow, name: string, text: string): Promise<boolean> {
  const ending = extname(name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save',
    defaultPath: name,
    filters: [{ name: ending.slice(1).toUpperCase(), extensions: [ending.slice(1)] }],
  });
  if (canceled || filePath === '') return false;
  const path = filePath.endsWith(ending) ? filePath : `${filePath}${ending}`;
  try {
    await writeFile(path, text);
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw new AspenError(isFull ? 'DISK_FULL' : 'IO_ERROR', `${basename(path)} could not be written.`, {
      cause: error,
    });
  }
  return true;
}
