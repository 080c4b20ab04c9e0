import { app, nativeTheme } from 'electron';
import type { Preferences } from '../../../ipc/preferences.ts';
import type { Caller } from '../../handlers/access/caller.ts';
import type { SettingsFile, SettingsTroubles } from '../../settings/settings-file.ts';
import type { Windows } from '../windows.ts';

/**
 * Applies the theme before any window is painted, rereads the settings when a window gains focus, because the writer may have edited them in another program,
 * and lets the window in front show problems with them.
 */
export function reloadSettingsOnFocus(
  settings: SettingsFile,
  windows: Windows,
  troubles: SettingsTroubles,
): void {
  nativeTheme.themeSource = themeSourceOf(settings.current.preferences);
  const showTroubles = () => windows.findInFront()?.send('settings.troubled', {});
  troubles.listen(showTroubles);
  app.on('browser-window-focus', () => {
    if (settings.reload()) applyPreferences(windows, settings.current.preferences, null);
    if (troubles.hasAny) showTroubles();
  });
}

/** Applies changed preferences to the system's theme and to every window except `caller`'s; null for every window. */
export function applyPreferences(windows: Windows, preferences: Preferences, caller: Caller | null): void {
  nativeTheme.themeSource = themeSourceOf(preferences);
  windows.sendToOthers(caller, 'settings.changed', preferences);
}

/** The theme for native menus and dialogs, which are light or dark; high contrast follows the system. */
function themeSourceOf({ theme }: Pick<Preferences, 'theme'>): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'system' : theme;
}
