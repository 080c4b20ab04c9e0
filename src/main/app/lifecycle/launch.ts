import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { APP_NAME } from '../../../ui-text/app.ts';
import {
  cannotStart,
  dataFolderUnusable,
  USAGE,
  unknownOption,
  versionLine,
} from '../../../ui-text/launching.ts';
import { PORTABLE_FOLDER } from '../portable.ts';
import {
  type CommandLine,
  handFiles,
  type LaunchFiles,
  ownArguments,
  readCommandLine,
} from './command-line.ts';
import { collectOutsideFiles, type OutsideFiles } from './outside-files.ts';

/** The exit code for a command line that cannot be read. */
const MISUSED = 2;

/**
 * Starts the program once Electron is ready, unless the command line asks for a word on the terminal only, or the
 * program runs already and has been handed the files.
 * @param prepare makes what does not need Electron to be ready, while it becomes so
 * @param start receives that, the files that the command line names, and those that come later
 * @param onFailure receives what they throw
 */
export function launch<T>(
  prepare: () => T,
  start: (prepared: T, named: LaunchFiles, outside: OutsideFiles) => void,
  onFailure: (error: unknown) => void,
): void {
  const commandLine = readCommandLine(ownArguments(process.argv, process.defaultApp), process.cwd());
  if (commandLine.kind !== 'open') {
    answerCommandLine(commandLine);
    return;
  }
  const { files } = commandLine;
  if (PORTABLE_FOLDER !== undefined) app.setPath('userData', PORTABLE_FOLDER);
  if (findDataFolder() === undefined) {
    refuseDataFolder();
    return;
  }
  // The program that runs has the files by now.
  if (!app.requestSingleInstanceLock(handFiles(files))) {
    app.quit();
    return;
  }
  const outside = collectOutsideFiles();
  let prepared: T;
  try {
    prepared = prepare();
  } catch (error) {
    onFailure(error);
    return;
  }
  // Never a top-level await of `whenReady`: in an ES module it waits for itself.
  app
    .whenReady()
    .then(() => start(prepared, files, outside))
    .catch(onFailure);
}

/** Answers on the terminal, and ends the program: no window, and no word to one that runs. */
function answerCommandLine(commandLine: Exclude<CommandLine, { readonly kind: 'open' }>): void {
  if (commandLine.kind === 'unknown')
    writeAndExit(process.stderr, unknownOption(commandLine.option), MISUSED);
  else writeAndExit(process.stdout, commandLine.kind === 'help' ? USAGE : versionLine(app.getVersion()), 0);
}

/** The program's data folder, where Chromium keeps its own data too; undefined if it cannot be used. */
function findDataFolder(): string | undefined {
  try {
    const folder = app.getPath('userData');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}

/** Says on the screen and on the terminal that the program cannot keep its data, and ends it. */
function refuseDataFolder(): void {
  const sentence = cannotStart(dataFolderUnusable(join(app.getPath('appData'), app.name)));
  // Without a folder to write in, Chromium cannot even show a message.
  app.setPath('userData', mkdtempSync(join(tmpdir(), 'aspen-grove-')));
  void app.whenReady().then(() => {
    process.stderr.write(`${sentence}\n`);
    dialog.showErrorBox(APP_NAME, sentence);
    app.exit(1);
  });
}

/** Writes to a terminal or a pipe, and exits even if its other end is gone. */
function writeAndExit(stream: NodeJS.WriteStream, text: string, code: number): void {
  const exit = () => app.exit(code);
  stream.once('error', exit);
  stream.write(text, exit);
}
