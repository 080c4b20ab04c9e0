import type { Preferences, PreferencesPatch, SettingsTrouble } from '../preferences.ts';
import { preferencesPatchSchema } from '../preferences-schema.ts';
import { nothing, type SchemasOf } from './fields.ts';

export interface SettingsRequests {
  'settings.read'(input: Record<string, never>): Preferences;
  /** Saves the changed preferences; the other windows receive `settings.changed`. */
  'settings.update'(input: PreferencesPatch): Preferences;
  /** The parts of `settings.json` that could not be read and have not been reported yet. */
  'settings.troubles'(input: Record<string, never>): readonly SettingsTrouble[];
}

export const settingsSchemas: SchemasOf<SettingsRequests> = {
  'settings.read': nothing,
  'settings.update': preferencesPatchSchema,
  'settings.troubles': nothing,
};
