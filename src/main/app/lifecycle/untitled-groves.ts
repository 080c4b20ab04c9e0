import { lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { untitledName } from '../../../ui-text/dialogs.ts';
import type { UntitledGroves } from '../../handlers/name-grove.ts';

/**
 * The groves in `Untitled/` in the data folder: those that have no file of the writer's choice yet. Only this user can
 * read the folder.
 * @param dataFolder the program's data folder
 */
export function untitledGrovesIn(dataFolder: string): UntitledGroves {
  const folder = join(dataFolder, 'Untitled');
  return {
    newPath: () => {
      makeFolder(folder);
      for (let number = 1; ; number++) {
        const path = join(folder, `${untitledName(number)}.aspen`);
        // A journal that was left behind would be taken for the new file's own.
        if (!isTaken(path) && !isTaken(journalOf(path))) return path;
      }
    },
    has: (path) => isTaken(folder) && [folder, realpathSync.native(folder)].includes(dirname(path)),
    remove: (path) => {
      // In this order: a journal without its file is never played back.
      for (const file of [path, journalOf(path)]) removeFile(file);
    },
  };
}

function journalOf(path: string): string {
  return `${path}-journal`;
}

/** Also of a link that leads nowhere. */
function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new AspenError('IO_ERROR', String(error), { cause: error });
  }
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw new AspenError('IO_ERROR', String(error), { cause: error });
  }
}
