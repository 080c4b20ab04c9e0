import { defaultPreferences, type Preferences, type PreferencesPatch } from '../../../ipc/preferences.ts';
import { createStore, type Store } from '../store.ts';

export {
  defaultPreferences,
  type NumberDeclaration,
  type NumberPreference,
  type NumericSampling,
  type PreferenceName,
  type Preferences,
  type PreferencesPatch,
  type Preset,
  type PresetKey,
  preferenceDeclarations,
  SAMPLING_RANGES,
  SHORTCUT_PRESETS,
  type ShortcutPresetId,
  type Shortcuts,
} from '../../../ipc/preferences.ts';

export interface PreferencesSessionOptions {
  /** Sends a change to main, which saves it. */
  send(patch: PreferencesPatch): Promise<unknown>;
  onError(error: unknown): void;
}

/** The writer's preferences. Changes apply here at once, and in `settings.json` and other windows a moment later. */
export class PreferencesSession {
  readonly #options: PreferencesSessionOptions;
  readonly #store = createStore<Preferences>(defaultPreferences);
  readonly store: Store<Preferences> = this.#store;
  #unsent: PreferencesPatch | null = null;
  /** One request at a time: a dragged slider changes faster than a file is written. */
  #sending: Promise<void> | null = null;

  constructor(options: PreferencesSessionOptions) {
    this.#options = options;
  }

  /** Main sent the preferences; unsent changes stay on top. */
  onPreferences(preferences: Preferences): void {
    this.#store.set({ ...preferences, ...this.#unsent });
  }

  update(patch: PreferencesPatch): void {
    this.#store.set({ ...this.#store.get(), ...patch });
    this.#unsent = { ...this.#unsent, ...patch };
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when main has every change. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#unsent !== null) {
      const patch = this.#unsent;
      this.#unsent = null;
      try {
        await this.#options.send(patch);
      } catch (error) {
        this.#options.onError(error);
      }
    }
    this.#sending = null;
  }
}
