/** The system's open and save dialogs, and the file names they suggest. */

export const GROVE_FILES = 'Grove';
export const TEXT_FILES = 'Markdown and text';
export const HISTORY_FILES = 'Histories';
export const ALL_FILES = 'All files';

/** Names of kinds of files in the save dialog, by extension. */
export const FILE_KINDS: Readonly<Record<string, string>> = {
  '.md': 'Markdown',
  '.txt': 'Text',
  '.html': 'Web page',
  '.pdf': 'PDF',
  '.json': 'JSON',
};

export const NEW_GROVE_DIALOG = { title: 'New grove', name: 'Untitled story.aspen' } as const;
export const SAVE_DIALOG = { title: 'Save' } as const;
/** Asks for the folder in which a new one is written. */
export const FOLDER_DIALOG = { title: 'Where to put the new folder', buttonLabel: 'Export here' } as const;

/** By what is imported. */
export const IMPORT_DIALOGS = {
  texts: { title: 'Import texts' },
  histories: { title: 'Import histories' },
} as const;

/** By what the file is chosen for. */
export const CHOOSE_GROVE_DIALOGS = {
  open: { title: 'Open a grove' },
  find: { title: 'Find the grove', buttonLabel: 'Use this file' },
  move: { title: 'Move the tree to another grove', buttonLabel: 'Move' },
  merge: { title: 'Merge a copy into this grove', buttonLabel: 'Merge' },
} as const;

export interface NewFileText {
  readonly title: string;
  /** The suggested file name. */
  readonly name: string;
}

/** The name of a grove that the writer has not named, and of its file. @param number from 1 */
export function untitledName(number: number): string {
  return number === 1 ? 'Untitled story' : `Untitled story ${number}`;
}

/** Asks for the file of a grove that was just named. */
export function nameGroveDialog(groveName: string): NewFileText {
  return { title: 'Where to keep the grove', name: `${groveName}.aspen` };
}

export function saveAsDialog(groveName: string): NewFileText {
  return { title: 'Save As', name: `${groveName}.aspen` };
}

export function duplicateDialog(groveName: string): NewFileText {
  return { title: 'Duplicate the grove', name: `${groveName} copy.aspen` };
}

/** @param name the tree's title if only a path is shared, else the grove's name */
export function shareDialog(name: string): NewFileText {
  return { title: 'Share a copy', name: `${name} to share.aspen` };
}

export function backupCopyDialog(fileName: string): NewFileText {
  return { title: 'Open a copy of the backup', name: fileName };
}

export function copyDialog(groveName: string): NewFileText {
  return { title: 'Open a copy', name: `${groveName} copy.aspen` };
}

export function recoverDialog(groveName: string): NewFileText {
  return { title: 'Recover a copy', name: `${groveName} recovered.aspen` };
}
