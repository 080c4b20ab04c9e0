/** Notices of what was done, with which file, and their buttons. */
import { countOf, listOf } from '../plural.ts';
import { dateAndTime } from '../time.ts';

export const NOTICES = 'Notices';
export const DISMISS_NOTICE = 'Close notice';
export const UNDO = 'Undo';
export const UNDO_REVERTS = 'Undo reverts this.';

/** Shows the file in its folder. */
export const SHOW_FILE = 'Show';
/** Opens the file with the system's program for it. */
export const OPEN_FILE = 'Open';

export const NOTHING_WRITTEN = 'Stopped. Nothing was written.';
export const NOTHING_MERGED = 'Stopped. Nothing was merged.';

/** Amount of text that was exported or printed. */
interface TextAmount {
  readonly words: number;
  /** 0 if it is not divided into chapters. */
  readonly chapters: number;
}

export function textExported(amount: TextAmount, fileName: string): string {
  return `Exported ${describeAmount(amount)} to ${fileName}.`;
}

export function textPrinted(amount: TextAmount): string {
  return `Sent ${describeAmount(amount)} to the printer.`;
}

function describeAmount({ words, chapters }: TextAmount): string {
  return listOf([...(chapters === 0 ? [] : [countOf(chapters, 'chapter')]), countOf(words, 'word')]);
}

/** @param count of texts */
export function folderExported(kind: 'branches' | 'documents', count: number, folderName: string): string {
  const what = kind === 'branches' ? countOf(count, 'branch', 'branches') : countOf(count, 'document');
  return `Exported ${what} to ${folderName}.`;
}

export function reportExported(fileName: string): string {
  return `Wrote the report of authorship to ${fileName}.`;
}

/** @param time by the service */
export function reportStamped(time: number, fileName: string): string {
  return `Stamped at ${dateAndTime(time)}. The stamp is ${fileName}, beside the report.`;
}

export const NO_STAMP = 'Stopped. The report is saved without a stamp.';

export function treeExported(fileName: string): string {
  return `Exported the whole tree to ${fileName}.`;
}

export function historyExported(fileName: string): string {
  return `Exported the history to ${fileName}.`;
}

export function traceExported(fileName: string): string {
  return `Exported the trace to ${fileName}.`;
}

export function recordSaved(fileName: string): string {
  return `Saved the record as ${fileName}.`;
}

export function groveDuplicated(fileName: string): string {
  return `Duplicated as ${fileName}.`;
}

export function copyShared(fileName: string): string {
  return `Saved the copy to share as ${fileName}.`;
}

export function savedAs(fileName: string): string {
  return `Saved as ${fileName}.`;
}

/** @param count of the imported files. @param title of the first */
export function textsImported(count: number, title: string): string {
  return count === 1 ? `Imported “${title}”.` : `Imported ${countOf(count, 'text')}.`;
}

export function filesNotImported(count: number): string {
  return count === 1 ? 'A file was not imported.' : `${countOf(count, 'file')} were not imported.`;
}

export const IMPORT_STOPPED = 'Stopped. The texts imported so far are put away, below the trees.';
