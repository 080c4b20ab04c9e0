import type { Preferences } from '../../ipc/preferences.ts';

/** The theme for native menus and dialogs, which are light or dark; high contrast follows the system. */
export function themeSourceOf({ theme }: Pick<Preferences, 'theme'>): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'system' : theme;
}
