import { existsSync } from 'node:fs';
import { AspenError } from '../../core/errors.ts';
import type { Preferences, SettingsTrouble } from '../../ipc/preferences.ts';
import type { AppInfo, RecentGrove } from '../../ipc/wire/app.ts';
import { RECENT_GROVE_FORGOTTEN } from '../../ui-text/refusals.ts';
import { shortFolder } from '../settings/recent-groves.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Caller, HandlersFor } from './access/caller.ts';
import type { UntitledGroves } from './name-grove.ts';

export interface AppHandlerOptions {
  readonly version: string;
  readonly platform: string;
  /** Compares digests of the draft on both sides after every save. */
  readonly checks: boolean;
  readonly settings: SettingsFile;
  readonly untitled: UntitledGroves;
  /** @param keys by command id */
  onKeys(keys: Readonly<Record<string, string>>): void;
}

export function appHandlers(options: AppHandlerOptions): HandlersFor<'app.' | 'window.'> {
  return {
    'window.takeTyped': (_input, caller) => ({ text: caller.takeTyped() }),
    'window.pageStarted': (_input, caller) => ({ awaited: caller.onPageStarted() }),
    'window.pageFlushed': ({ unsent }, caller) => {
      caller.onPageFlushed(unsent);
      return {};
    },
    'window.showWelcome': async (_input, caller) => {
      await caller.showWelcome();
      return {};
    },
    'window.close': (_input, caller) => {
      caller.close();
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

/** The facts about the program and this computer that a window needs. */
export function appInfo({ version, platform, checks, settings, untitled }: AppHandlerOptions): AppInfo {
  return {
    version,
    platform: platformOf(platform),
    checks,
    recentGroves: settings.current.recentGroves.map(
      ({ handle, name, path, openedAt, lastLine = null, words = null }): RecentGrove => ({
        handle,
        name,
        folder: shortFolder(path),
        openedAt,
        lastLine,
        words,
        isUntitled: untitled.has(path),
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
  if (entry === undefined) throw new AspenError('NOT_FOUND', RECENT_GROVE_FORGOTTEN);
  return entry.path;
}

export const editHandlers: HandlersFor<'edit.'> = {
  'edit.clipboard': ({ action }, caller) => {
    caller.useClipboard(action);
    return {};
  },
};

export interface SettingsHandlerOptions {
  readonly settings: SettingsFile;
  /** Returns the problems with `settings.json` that were not reported yet, each once. */
  drainTroubles(): readonly SettingsTrouble[];
  /** Notifies every window except the caller's. */
  onPreferences(preferences: Preferences, caller: Caller): void;
}

export function settingsHandlers({
  settings,
  drainTroubles: takeTroubles,
  onPreferences,
}: SettingsHandlerOptions): HandlersFor<'settings.'> {
  return {
    'settings.read': () => settings.current.preferences,
    'settings.troubles': () => takeTroubles(),
    'settings.update': (patch, caller) => {
      settings.update((current) => ({ ...current, preferences: { ...current.preferences, ...patch } }));
      const { preferences } = settings.current;
      onPreferences(preferences, caller);
      return preferences;
    },
  };
}
