import type { Preferences } from '../../ipc/preferences.ts';

/** What the system's own parts take on: they know light and dark only, and high contrast follows the computer's. */
export function themeSourceOf({ theme }: Pick<Preferences, 'theme'>): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'system' : theme;
}
