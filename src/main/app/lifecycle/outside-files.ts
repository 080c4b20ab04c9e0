/** The groves to open: those that other programs and the command line name, and the one to start with. */

import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { app } from 'electron';
import { AspenError } from '../../../core/errors.ts';
import { describeOpeningError } from '../../../ui-text/errors.ts';
import { fileMissing, NAME_TOO_LONG, shortFileName } from '../../../ui-text/launching.ts';
import { groveNotOpened } from '../../../ui-text/refusals.ts';
import type { Log } from '../../log.ts';
import type { Settings } from '../../settings/settings.ts';
import { askToCreate } from '../questions.ts';
import type { Windows } from '../windows.ts';
import { type LaunchFiles, readHandedFiles } from './command-line.ts';

/** Receives the files of another start of the program; none if that named none. */
type FilesListener = (files: LaunchFiles) => void;

export interface OutsideFiles {
  /**
   * Reports files to `listener` from now on.
   * @returns the paths that came before; macOS names the files of a start before the program is ready
   */
  listen(listener: FilesListener): readonly string[];
}

/** Collects the files that further starts of the program and the system name, from now on. */
export function collectOutsideFiles(): OutsideFiles {
  const early: string[] = [];
  let report: FilesListener = ({ paths }) => early.push(...paths);
  app.on('second-instance', (_event, _args, _folder, handed) => report(readHandedFiles(handed)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    report({ paths: [path], creates: false });
  });
  return {
    listen: (listener) => {
      report = listener;
      return early.splice(0);
    },
  };
}

/** The longest names of a grove's file, in bytes: file systems allow 255, and a journal has 8 more, a new file 17. */
const MAX_NAME = 247;
const MAX_NEW_NAME = 238;

/** The treatment of a path without a file. */
type IfMissing = 'create' | 'ask' | 'refuse';

/** Opens the groves that are named outside the program's windows. */
export class OutsideOpener {
  readonly #windows: Windows;
  readonly #log: Log;

  constructor(windows: Windows, log: Log) {
    this.#windows = windows;
    this.#log = log;
  }

  /**
   * Opens what the program starts with, and from now on what comes from outside.
   * @param last the grove to open if no file is named; undefined for the welcome page
   * @param onFatalError a window could not be opened
   */
  async start(
    named: LaunchFiles,
    outside: OutsideFiles,
    last: string | undefined,
    onFatalError: (error: unknown) => void,
  ): Promise<void> {
    const early = outside.listen((files) => void this.openAll(files).catch(onFatalError));
    app.on('activate', () => {
      if (this.#windows.isEmpty) this.#windows.openWelcome().catch(onFatalError);
    });
    const paths = [...named.paths, ...early];
    if (paths.length > 0 || last === undefined) await this.openAll({ ...named, paths });
    else await this.open(last, 'refuse');
  }

  /** Opens files one after the other, so that there is one question at a time; without any, the program comes to the front. */
  async openAll({ paths, creates }: LaunchFiles): Promise<void> {
    for (const path of paths) await this.open(path, creates ? 'create' : 'ask');
    if (paths.length > 0) return;
    if (this.#windows.isEmpty) await this.#windows.openWelcome();
    else this.#windows.bringAnyToFront();
  }

  /** Opens a grove; if that fails, the window in front or the welcome page shows why. */
  async open(path: string, ifMissing: IfMissing): Promise<void> {
    const windows = this.#windows;
    const name = shortFileName(basename(path));
    try {
      if (Buffer.byteLength(basename(path)) > (existsSync(path) ? MAX_NAME : MAX_NEW_NAME))
        throw new AspenError('INVALID_ARGUMENT', NAME_TOO_LONG);
      const isMissing = ifMissing === 'ask' && isNowhere(path);
      if (isMissing && !(await this.#mayCreate(path))) {
        if (windows.isEmpty && !windows.isQuitting) await windows.openWelcome();
        return;
      }
      await windows.openGrove(path, isMissing || ifMissing === 'create');
    } catch (error) {
      // Even after a bug, the other windows keep working.
      this.#log.error(`Could not open ${name}`, error);
      const described = describeOpeningError(error);
      const sentence = groveNotOpened(name, described.sentence);
      await windows.showError({ ...described, sentence });
    }
  }

  /** Asks if a mistyped name is meant, where a grove can be created. */
  async #mayCreate(path: string): Promise<boolean> {
    const [name, folder] = [basename(path), dirname(path)];
    const window = this.#windows.findInFront();
    if (extname(name).toLowerCase() === '.aspen' && existsSync(folder))
      return askToCreate(window?.browser, name, folder);
    await this.#windows.showError(fileMissing(name));
    return false;
  }
}

/**
 * Returns true if there is nothing at a path, not even a link.
 * @throws {AspenError} IO_ERROR if the system gives no answer
 */
function isNowhere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    throw new AspenError('IO_ERROR', String(error), { cause: error });
  }
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
