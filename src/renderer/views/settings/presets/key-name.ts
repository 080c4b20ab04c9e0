import type { PresetKey } from '../../../session/settings/preferences-session.ts';

/** A preset's key as people write it on a keyboard of `platform`. */
export function keyName(key: PresetKey, platform: 'linux' | 'darwin' | 'win32'): string {
  return platform === 'darwin' ? key.replace('Mod+', '⌘') : key.replace('Mod+', 'Ctrl+');
}
