import { type BrowserWindow, dialog } from 'electron';

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
