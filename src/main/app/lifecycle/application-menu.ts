import { app, Menu } from 'electron';
import type { SettingsFile } from '../../settings/settings-file.ts';
import { type MenuOptions, menuTemplate } from '../menu-template.ts';
import { followRecentGroves } from '../recent-documents.ts';
import type { Windows } from '../windows.ts';
import type { OutsideOpener } from './outside-files.ts';

export interface ApplicationMenuOptions {
  readonly windows: Windows;
  readonly settings: SettingsFile;
  readonly opener: OutsideOpener;
  /** A window could not be opened. */
  onFatalError(error: unknown): void;
}

export interface ApplicationMenu {
  /** Rebuilds the menu bar from the current keys and recent groves. */
  update(): void;
  /** Follows the list of recent groves, and has the system's own list follow it. */
  onRecentGroves(): void;
  /** @param keys of the commands, by id, as a page last reported them */
  setKeys(keys: Readonly<Record<string, string>>): void;
}

export function createApplicationMenu(options: ApplicationMenuOptions): ApplicationMenu {
  const { windows, settings, opener, onFatalError } = options;
  const openRecent = (path: string) => void opener.open(path, 'refuse').catch(onFatalError);
  let keys: Readonly<Record<string, string>> = {};

  const run = (id: string) => {
    const window = windows.focused();
    if (window !== undefined) window.send('command.run', { id });
    // On macOS the program runs on without windows; the welcome page lets the writer start again.
    else if (windows.isEmpty) windows.openWelcome().catch(onFatalError);
  };
  const update = () => {
    const isMac = process.platform === 'darwin';
    const { recentGroves } = settings.current;
    Menu.setApplicationMenu(buildMenu({ isMac, keys, recentGroves, run, openRecent }));
  };
  const recentPaths = () => settings.current.recentGroves.map(({ path }) => path);
  let shownPaths = recentPaths();
  return {
    update,
    onRecentGroves: () => {
      update();
      const { clears, adds } = followRecentGroves(shownPaths, recentPaths());
      if (clears) app.clearRecentDocuments();
      for (const path of adds) app.addRecentDocument(path);
      shownPaths = recentPaths();
    },
    setKeys: (reported) => {
      keys = reported;
      update();
    },
  };
}

/** Builds the native menu bar. */
function buildMenu(options: MenuOptions): Menu {
  return Menu.buildFromTemplate(menuTemplate(options));
}
