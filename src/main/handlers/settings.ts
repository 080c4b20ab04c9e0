import type { Preferences, SettingsTrouble } from '../../ipc/preferences.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { Caller } from './caller.ts';
import type { HandlersFor } from './handlers-for.ts';

export interface SettingsHandlerOptions {
  readonly settings: SettingsFile;
  /** What was not told yet of `settings.json`; each once. */
  takeTroubles(): readonly SettingsTrouble[];
  /** Tells every window but the caller's. */
  onPreferences(preferences: Preferences, caller: Caller): void;
}

export function settingsHandlers({
  settings,
  takeTroubles,
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
