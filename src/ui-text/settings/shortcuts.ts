/** The keys for each command, in the settings. */

export const SHORTCUT_SET = 'Shortcut set';
export const RESETS_CHANGES = 'Choosing a set resets your changes below.';
export const UNAVAILABLE_KEYS = 'Keys that are not available';
export const FILTER_SHORTCUTS = 'Filter by name or key';
export const RESET_ALL = 'Reset all';
export const ALL_RESET = 'Every command has its original keys again.';
export const NO_KEY = 'No key';
export const REASSIGN = 'Reassign';
export const CANCEL = 'Cancel';
export const PRESS_A_KEY = 'Press a key';
export const PRESS_NEW_KEY = 'Press the new key. Escape cancels.';
export const PRESS_OTHER_KEY = 'Press the new key. Backspace removes this one, Escape cancels.';
export const newKeyFor = (title: string) => `New key for ${title}`;
export const belongsTo = (key: string, titles: readonly string[]) =>
  `${key} belongs to ${titles.map((title) => `“${title}”`).join(' and ')}.`;
export const keySet = (title: string, key: string) => `${title}: ${key}`;
export const keyRemoved = (title: string, key: string) => `${title}: ${key} removed`;
export const changeKey = (key: string, title: string) => `${key}: change this key of ${title}`;

/** How many commands a filter leaves; empty without one. */
export function commandCount(count: number, filter: string): string {
  if (filter.trim() === '') return '';
  if (count === 0) return `No command’s name or key matches “${filter.trim()}”.`;
  return count === 1 ? '1 command' : `${count} commands`;
}

/** The button that adds a key: its name, and its tooltip. */
export const addKeyFor = (title: string, isFirst: boolean) =>
  isFirst ? `Add a key for ${title}` : `Add another key for ${title}`;
export const addKey = (isFirst: boolean) => (isFirst ? 'Add a key' : 'Add another key');
export const alsoBelongsTo = (key: string, title: string) => `${key} also belongs to “${title}”.`;
export const removeFrom = (titles: readonly string[]) => `Remove it from ${titles.join(' and ')}`;
export const REMOVE_THERE = 'Remove it there';

/** The commands that choose a preset. */
export const PRESETS_GROUP = 'Presets';
