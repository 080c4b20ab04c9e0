/** Trouble with `settings.json` and `keys.json`. */

export const SETTINGS_UNREADABLE =
  'The settings file could not be read. The previous settings stay in effect.';

/** @param fileName the name under which the unreadable file will be kept */
export function unreadableSettingsKept(fileName: string): string {
  return `It will be kept as ${fileName} when the settings are next saved.`;
}

export const SETTINGS_PARTLY_UNREADABLE =
  'Part of the settings could not be read and was reset. The rest is in effect.';

/** @param names of the settings that could not be read */
export function unreadableSettings(fileName: string, names: readonly string[]): string {
  return `In ${fileName}: ${names.join(', ')}.`;
}

export const DATA_DISK_FULL = 'The disk with the program’s own data is full.';
export const DATA_FOLDER_READ_ONLY = 'The folder of the program’s own data is not writable.';

export const SETTINGS_NOT_SAVED =
  'The settings could not be saved. They stay in effect until you quit the program.';
export const SETTINGS_COPY_NOT_SAVED =
  'The backup copy of the settings could not be saved. The settings themselves are in effect.';

export const KEYS_UNREADABLE = 'The stored keys of your providers could not be read. Enter them again.';
export const KEY_NOT_SAVED = 'The key could not be saved. It is in use until you quit the program.';

export const KNOWN_AGENTS_UNREADABLE =
  'Which agents you have confirmed could not be read. Those that may act without asking ask again.';
export const KNOWN_AGENTS_NOT_SAVED =
  'That you have confirmed an agent could not be saved. It counts until you quit the program.';

/** @param reason why, as a sentence */
export function keyNotRemoved(reason: string): string {
  return `The key is still stored on this computer. ${reason}`;
}
