import { existsSync } from 'node:fs';
import { AspenError } from '../../core/errors.ts';
import type { AppInfo, RecentGrove } from '../../ipc/wire/app.ts';
import { shortFolder } from '../settings/recent-groves.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface AppHandlerOptions {
  readonly version: string;
  readonly platform: string;
  /** Both sides compare digests of the draft after every save. */
  readonly checks: boolean;
  readonly settings: SettingsFile;
  /** @param keys of commands, by their ids */
  onKeys(keys: Readonly<Record<string, string>>): void;
}

export function appHandlers(options: AppHandlerOptions): HandlersFor<'app.' | 'window.'> {
  return {
    'window.pageFlushed': ({ unsent }, caller) => {
      caller.pageFlushed(unsent);
      return {};
    },
    'window.toggleFullScreen': (_input, caller) => {
      caller.toggleFullScreen();
      return {};
    },
    'app.showKeys': ({ keys }) => {
      options.onKeys(keys);
      return {};
    },
    'app.info': () => appInfo(options),
  };
}

/** What a window is told of the program and of this computer. */
export function appInfo({ version, platform, checks, settings }: AppHandlerOptions): AppInfo {
  return {
    version,
    platform: platformOf(platform),
    checks,
    recentGroves: settings.current.recentGroves.map(
      ({ handle, name, path, openedAt }): RecentGrove => ({
        handle,
        name,
        where: shortFolder(path),
        openedAt,
        isMissing: !existsSync(path),
      }),
    ),
  };
}

function platformOf(name: string): AppInfo['platform'] {
  return name === 'darwin' || name === 'win32' ? name : 'linux';
}

/** @throws {AspenError} NOT_FOUND when there is no such handle */
export function getRecentPath(settings: SettingsFile, handle: string): string {
  const entry = settings.current.recentGroves.find((recent) => recent.handle === handle);
  if (entry === undefined) throw new AspenError('NOT_FOUND', 'that grove is no longer among the recent ones');
  return entry.path;
}
