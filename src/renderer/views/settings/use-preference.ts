import { useAppSession, useStore } from '../../session/hooks.ts';
import { defaultPreferences, type Preferences } from '../../session/settings/preferences-session.ts';

export interface Preference<V> {
  readonly value: V;
  /** It has its default value. */
  readonly isDefault: boolean;
  set(value: V): void;
}

/** Reads and changes one preference; a change is applied and saved at once. */
export function usePreference<K extends keyof Preferences>(name: K): Preference<Preferences[K]> {
  const session = useAppSession();
  const value = useStore(session.preferences)[name];
  const defaultValue = defaultPreferences[name];
  return {
    value,
    isDefault: Array.isArray(value) ? value.length === 0 : value === defaultValue,
    set: (next) => session.setPreferences({ [name]: next }),
  };
}
