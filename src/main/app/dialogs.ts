import { extname } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import type { DescribedError } from '../../core/errors.ts';
import type { NewFileWish } from '../handlers/caller.ts';
import { withEnding } from './with-ending.ts';

const FILTERS = [{ name: 'Grove', extensions: ['aspen'] }];

/** Where to make a new grove; null when the writer changed their mind. The ending `.aspen` is added if missing. */
export async function chooseNewFile(
  window: BrowserWindow,
  { title, name }: NewFileWish = { title: 'New grove', name: 'Untitled.aspen' },
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    // A name is no path, whatever a grove is called.
    defaultPath: name.replaceAll(/[/\\:]/g, '-'),
    filters: FILTERS,
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  return withEnding(window, filePath, '.aspen');
}

const CHOICES = {
  open: { title: 'Open a grove' },
  find: { title: 'Find the grove', buttonLabel: 'This is it' },
  move: { title: 'Move the tree to another grove', buttonLabel: 'Move' },
  merge: { title: 'Merge a copy into this grove', buttonLabel: 'Merge' },
} as const;

/** Which grove to open, or to move a tree to; null when the writer changed their mind. */
export async function chooseFile(
  window: BrowserWindow,
  purpose: keyof typeof CHOICES,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...CHOICES[purpose],
    properties: ['openFile'],
    filters: FILTERS,
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** What the endings of files are called, for the system's dialog. */
const NAMES: Readonly<Record<string, string>> = {
  '.md': 'Markdown',
  '.txt': 'Text',
  '.html': 'Web page',
  '.pdf': 'PDF',
  '.json': 'JSON',
};

/**
 * Says that the file could not be written, and that what was typed is in the recovery journal.
 * @returns whether the writer would rather keep the window open
 */
export async function askWhetherToClose(
  window: BrowserWindow,
  { sentence }: DescribedError,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'info',
    message: 'The grove could not be written. What you typed is safe on this computer.',
    detail: `${sentence} It comes back when you open the grove again.`,
    buttons: ['Close', 'Keep open'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 1;
}

/**
 * Where to keep a file; null when the writer changed their mind. The ending is always that of `name`: nothing is
 * written over a grove, which may be open.
 */
export async function chooseDestination(window: BrowserWindow, name: string): Promise<string | null> {
  const ending = extname(name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Save',
    defaultPath: name,
    filters: [{ name: NAMES[ending] ?? ending.slice(1), extensions: [ending.slice(1)] }],
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  return withEnding(window, filePath, ending);
}

/** Which text files to read; none when the writer changed their mind. */
export async function chooseTextFiles(window: BrowserWindow): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import texts',
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: 'Markdown and text', extensions: ['md', 'markdown', 'txt', 'text'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? [] : filePaths;
}
