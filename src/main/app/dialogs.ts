import { extname } from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import {
  ALL_FILES,
  CHOOSE_GROVE_DIALOGS,
  FILE_KINDS,
  GROVE_FILES,
  HISTORY_FILES,
  IMPORT_DIALOGS,
  NEW_GROVE_DIALOG,
  type NewFileText,
  SAVE_DIALOG,
  TEXT_FILES,
} from '../../ui-text/dialogs.ts';
import { withExtension } from './with-extension.ts';

const FILTERS = [{ name: GROVE_FILES, extensions: ['aspen'] }];

/** Asks where to create a grove, adding `.aspen` if it is missing; null if the writer cancels. */
export async function chooseNewFile(
  window: BrowserWindow,
  { title, name }: NewFileText = NEW_GROVE_DIALOG,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    // A grove's name may contain path separators; the suggested name is not a path.
    defaultPath: name.replaceAll(/[/\\:]/g, '-'),
    filters: FILTERS,
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  return withExtension(window, filePath, '.aspen');
}

/** Asks for an existing grove; null if the writer cancels. */
export async function chooseFile(
  window: BrowserWindow,
  purpose: keyof typeof CHOOSE_GROVE_DIALOGS,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...CHOOSE_GROVE_DIALOGS[purpose],
    properties: ['openFile'],
    filters: FILTERS,
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/**
 * Asks where to save a file; null if the writer cancels. The extension is always that of `name`, so that a
 * grove, which may be open, is never overwritten.
 */
export async function chooseDestination(window: BrowserWindow, name: string): Promise<string | null> {
  const extension = extname(name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    ...SAVE_DIALOG,
    defaultPath: name,
    filters: [{ name: FILE_KINDS[extension] ?? extension.slice(1), extensions: [extension.slice(1)] }],
    properties: ['showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return null;
  return withExtension(window, filePath, extension);
}

const IMPORT_FILTERS = {
  texts: { name: TEXT_FILES, extensions: ['md', 'markdown', 'txt', 'text'] },
  histories: { name: HISTORY_FILES, extensions: ['json'] },
};

/** Asks which files to import; none if the writer cancels. */
export async function chooseImports(
  window: BrowserWindow,
  kind: keyof typeof IMPORT_FILTERS,
): Promise<readonly string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...IMPORT_DIALOGS[kind],
    properties: ['openFile', 'multiSelections'],
    filters: [IMPORT_FILTERS[kind], { name: ALL_FILES, extensions: ['*'] }],
  });
  return canceled ? [] : filePaths;
}
