import type { PresetKey } from '../../../session/settings/preferences-session.ts';

/** The label of a preset's key on `platform`. */
export function keyName(key: PresetKey, platform: 'linux' | 'darwin' | 'win32'): string {
  return platform === 'darwin' ? key.replace('Mod+', '⌘') : key.replace('Mod+', 'Ctrl+');
}
