/** The answers on the terminal that started the program, and questions about the files that it was started with. */
import type { DescribedError } from '../core/errors.ts';
import { APP_NAME } from './app.ts';
import type { QuestionText } from './questions.ts';

export const USAGE = `Usage: aspen-grove [options] [--] [FILE…]

Opens each FILE, a grove, in its own window; without one, the grove that was opened last.
A FILE is a path or a file: address. If there is no such file, the program asks before it creates a grove.

  --create       create a grove at each FILE that does not exist, without asking
  --             what follows is a FILE, even if it begins with -
  -h, --help     print this and end
  -v, --version  print the version and end

Switches of Chromium, such as --disable-gpu or --ozone-platform=wayland, are passed on.
`;

export function versionLine(version: string): string {
  return `${APP_NAME} ${version}\n`;
}

/** @param option as it was given */
export function unknownOption(option: string): string {
  return `There is no option ${option}. Try --help.\n`;
}

/** The program cannot keep anything: it does not start. @param reason as a sentence */
export function cannotStart(reason: string): string {
  return `${APP_NAME} cannot start. ${reason}`;
}

/** @param folder where the program keeps its own data */
export function dataFolderUnusable(folder: string): string {
  return `Its data folder cannot be written: ${folder}`;
}

/** A grove was named that does not exist. @param folder where it would be */
export function offerToCreate(fileName: string, folder: string): QuestionText {
  return {
    message: `There is no file “${fileName}”.`,
    detail: `Nothing was created. You can create a new grove of this name in ${folder}.`,
    buttons: ['Create a grove', 'Cancel'],
  };
}

export function fileMissing(fileName: string): DescribedError {
  return { code: 'NOT_FOUND', sentence: `There is no file “${fileName}”. Nothing was created.`, detail: '' };
}

/** The file's name leaves no room for what the program writes beside it. */
export const NAME_TOO_LONG = 'Its name is too long. Give it a shorter one.';

/** The beginning and the end of a name that would fill the screen. */
export function shortFileName(fileName: string): string {
  const letters = [...fileName];
  return letters.length <= 80 ? fileName : `${letters.slice(0, 50).join('')}…${letters.slice(-20).join('')}`;
}
