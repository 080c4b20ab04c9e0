/** The groves to open: those that other programs and the command line name, and the one to start with. */

import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { app } from 'electron';
import { describeOpeningError } from '../../../ui-text/errors.ts';
import { groveNotOpened } from '../../../ui-text/refusals.ts';
import type { Log } from '../../log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Windows } from '../windows.ts';

/** The grove named on a command line, if any. @param folder the working directory */
export function groveFileIn(args: readonly string[], folder: string): string | undefined {
  const file = args.slice(1).find((arg) => !arg.startsWith('-') && arg.endsWith('.aspen'));
  return file === undefined ? undefined : resolve(folder, file);
}

/** Opens a grove; if that fails, the window in front or the welcome page shows why. */
type OpenFromOutside = (path: string, create?: boolean) => Promise<void>;

/**
 * Opens groves named by a second instance or by the system from now on.
 * @param onFatalError a window could not be opened
 */
export function openOutsideFiles(
  windows: Windows,
  log: Log,
  onFatalError: (error: unknown) => void,
): OpenFromOutside {
  const open: OpenFromOutside = async (path, create = true) => {
    try {
      await windows.openGrove(path, create);
    } catch (error) {
      // Even after a bug, the other windows keep working.
      log.error(`Could not open ${path}`, error);
      const described = describeOpeningError(error);
      const sentence = groveNotOpened(basename(path), described.sentence);
      await windows.showError({ ...described, sentence });
    }
  };
  app.on('second-instance', (_event, args, folder) => {
    const file = groveFileIn(args, folder);
    if (file !== undefined) open(file).catch(onFatalError);
    else windows.bringAnyToFront();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path).catch(onFatalError);
  });
  app.on('activate', () => {
    if (windows.isEmpty) windows.openWelcome().catch(onFatalError);
  });
  return open;
}

/**
 * The path of the grove to start with: the one that was opened last, if the writer wants that and it is still there.
 */
export function findLastGrove({ preferences, recentGroves }: Settings): string | undefined {
  const path = recentGroves.at(0)?.path;
  return preferences.openLastGrove && path !== undefined && existsSync(path) ? path : undefined;
}

/**
 * The path of this computer's sample grove, which is created if it does not exist. It is written under
 * another name and renamed when complete, so an interrupted start leaves no partial file.
 * @param write writes the sample grove to a path
 */
export function getSampleGrove(folder: string, write: (path: string) => void): string {
  const path = join(folder, 'Sample.aspen');
  // A link that leads nowhere is there, too: opening it reports that.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  const partial = join(folder, 'Sample.partial.aspen');
  rmSync(partial, { force: true });
  write(partial);
  renameSync(partial, path);
  return path;
}
