import { constants, copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Log } from '../main/log.ts';
import { findPortableFolder } from '../main/portable-folder.ts';
import { createServices } from '../main/services.ts';
import type { Keychain } from '../main/settings/key-store.ts';
import { APP_NAME } from '../ui-text/app.ts';
import type { CommandContext, Installation } from './command-context.ts';
import { startChild } from './start-child.ts';

/** There is no keychain without Electron, and no command sends a request to a service. */
const NO_KEYCHAIN: Keychain = {
  isSafe: () => false,
  encrypt: () => new Uint8Array(),
  decrypt: () => '',
};

/** @param dataFolder for settings and backups @param workFolder for what does not outlive the command */
export function createCommandServices(
  { installation, version, terminal }: CommandContext,
  dataFolder: string,
  workFolder: string,
) {
  // Warnings are about speed and about what is tried again: a command ends with an error or well.
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (message, error) => terminal.say(`${message}: ${String(error)}`),
  };
  return createServices({
    ...installation,
    dataFolder,
    workFolder,
    nativeBinding: process.env.ASPEN_SQLITE_BINDING,
    appVersion: version,
    keychain: NO_KEYCHAIN,
    log,
    startProbe: startChild,
    findService: () => undefined,
  });
}

/**
 * The program's data folder: beside a portable program, else where Electron puts it.
 * @param chosen with `--data`
 */
export function dataFolderOf(chosen: string | undefined, { installation }: CommandContext): string {
  if (chosen !== undefined) return resolve(chosen);
  return portableFolder(installation) ?? usualFolder();
}

/** In a package, the bundle is two folders below the program's own. */
function portableFolder({ root }: Installation): string | undefined {
  return findPortableFolder({
    isPackaged: basename(root) === 'app.asar.unpacked',
    platform: process.platform,
    executable: join(root, '..', '..', APP_NAME),
    appImage: undefined,
    isDataFolderNamed: false,
    isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  });
}

function usualFolder(): string {
  const { env, platform } = process;
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), APP_NAME);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', APP_NAME);
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), APP_NAME);
}

/** A data folder with a copy of the settings, for commands that write nothing. */
export function copyDataFolder(dataFolder: string, workFolder: string): string {
  const copy = join(workFolder, 'data');
  mkdirSync(copy);
  const settings = join(dataFolder, 'settings.json');
  if (existsSync(settings)) copyFileSync(settings, join(copy, 'settings.json'), constants.COPYFILE_FICLONE);
  return copy;
}
