import { statSync } from 'node:fs';
import { app } from 'electron';
import { findPortableFolder } from '../portable-folder.ts';

/** The data folder beside the program, as it was when the program started; undefined for none. */
export const PORTABLE_FOLDER = findPortableFolder({
  isPackaged: app.isPackaged,
  platform: process.platform,
  executable: process.execPath,
  appImage: process.env.APPIMAGE,
  isDataFolderNamed: app.commandLine.hasSwitch('user-data-dir'),
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
});
