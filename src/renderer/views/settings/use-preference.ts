import { useAppSession, useStore } from '../../session/hooks.ts';
import { defaultPreferences, type Preferences } from '../../session/settings/preferences-session.ts';

export interface Preference<V> {
  readonly value: V;
  /** It is what it is for whoever never opened the settings. */
  readonly isAsItWas: boolean;
  set(value: V): void;
}

/** One preference, to read and to change; a change is seen and kept at once. */
export function usePreference<K extends keyof Preferences>(name: K): Preference<Preferences[K]> {
  const session = useAppSession();
  const value = useStore(session.preferences)[name];
  const standard = defaultPreferences[name];
  return {
    value,
    isAsItWas: Array.isArray(value) ? value.length === 0 : value === standard,
    set: (next) => session.prefer({ [name]: next }),
  };
}
