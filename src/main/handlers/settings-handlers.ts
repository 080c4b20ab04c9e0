import type { Preferences, SettingsTrouble } from '../../ipc/preferences.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Caller, HandlersFor } from './access/caller.ts';

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
