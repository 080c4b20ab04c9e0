import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/**
 * A path as the system's dialog answered it, its ending added where it is missing. The dialog asks about replacing what
 * stands at the name that was typed: of the name with its ending nobody has asked yet.
 * @param window before which is asked; undefined for before nothing
 * @returns null where what stands there is to stay
 */
export async function withEnding(
  window: BrowserWindow | undefined,
  filePath: string,
  ending: string,
): Promise<string | null> {
  if (filePath.endsWith(ending)) return filePath;
  const path = `${filePath}${ending}`;
  if (!existsSync(path)) return path;
  const question: MessageBoxOptions = {
    type: 'warning',
    message: `“${basename(path)}” is there already.`,
    detail: 'If you replace it, what it holds now is gone.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window === undefined || window.isDestroyed()
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question));
  return response === 0 ? path : null;
}
