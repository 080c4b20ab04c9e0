import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { replaceFile } from '../../ui-text/questions.ts';
import { showQuestion } from './show-question.ts';

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
