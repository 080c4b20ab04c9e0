import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';

/** The panes shown beside the text. */
export interface ShownPanes {
  readonly grove: boolean;
  readonly inspector: boolean;
}

const NONE: ShownPanes = { grove: false, inspector: false };

/**
 * The panes of one window. Which are shown is a preference. In focus mode, and in a window too narrow for
 * three columns, both start hidden, and changes last only as long as that state.
 */
export class Panes {
  readonly #preferences: Store<Preferences>;
  readonly #setPreferences: (patch: PreferencesPatch) => void;
  readonly #shown = createStore<ShownPanes>(NONE);
  readonly shown: Store<ShownPanes> = this.#shown;
  #isNarrow = false;
  #isFocused = false;
  /** The panes shown in focus mode or a narrow window; null while the preference applies. */
  #temporary: ShownPanes | null = null;

  constructor(preferences: Store<Preferences>, setPreferences: (patch: PreferencesPatch) => void) {
    this.#preferences = preferences;
    this.#setPreferences = setPreferences;
    preferences.subscribe(() => this.#update());
    this.#update();
  }

  /** @param isNarrow the window is too narrow for three columns */
  fit(isNarrow: boolean): void {
    if (isNarrow && !this.#isNarrow) this.#temporary = NONE;
    this.#isNarrow = isNarrow;
    this.#update();
  }

  toggle(name: keyof ShownPanes): void {
    const isShown = !this.#shown.get()[name];
    if (this.#temporary !== null) {
      this.#temporary = { ...this.#temporary, [name]: isShown };
      this.#update();
    } else this.#setPreferences(name === 'grove' ? { grovePane: isShown } : { inspector: isShown });
  }

  #update(): void {
    const { focusMode, grovePane, inspector } = this.#preferences.get();
    if (focusMode && !this.#isFocused) this.#temporary = NONE;
    this.#isFocused = focusMode;
    if (!focusMode && !this.#isNarrow) this.#temporary = null;
    const next = this.#temporary ?? { grove: grovePane, inspector };
    const now = this.#shown.get();
    if (next.grove !== now.grove || next.inspector !== now.inspector) this.#shown.set(next);
  }
}
