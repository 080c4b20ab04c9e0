import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';

/** Which panes stand beside the text. */
export interface ShownPanes {
  readonly grove: boolean;
  readonly inspector: boolean;
}

const NONE: ShownPanes = { grove: false, inspector: false };

/**
 * The panes of one window. Which are shown is remembered as a preference; in focus mode and in a window too narrow for
 * three columns the text begins alone, and what is shown then is for that while only.
 */
export class Panes {
  readonly #preferences: Store<Preferences>;
  readonly #prefer: (patch: PreferencesPatch) => void;
  readonly #shown = createStore<ShownPanes>(NONE);
  #isNarrow = false;
  #isFocused = false;
  /** What is shown while the text is to be alone; null where what is remembered holds. */
  #forNow: ShownPanes | null = null;

  constructor(preferences: Store<Preferences>, prefer: (patch: PreferencesPatch) => void) {
    this.#preferences = preferences;
    this.#prefer = prefer;
    preferences.subscribe(() => this.#update());
    this.#update();
  }

  get shown(): Store<ShownPanes> {
    return this.#shown;
  }

  /** The window became too narrow for three columns, or wide enough again. */
  fit(isNarrow: boolean): void {
    if (isNarrow && !this.#isNarrow) this.#forNow = NONE;
    this.#isNarrow = isNarrow;
    this.#update();
  }

  /** Shows what is hidden and hides what is shown. */
  toggle(name: keyof ShownPanes): void {
    const isShown = !this.#shown.get()[name];
    if (this.#forNow !== null) {
      this.#forNow = { ...this.#forNow, [name]: isShown };
      this.#update();
    } else this.#prefer(name === 'grove' ? { grovePane: isShown } : { inspector: isShown });
  }

  #update(): void {
    const { focusMode, grovePane, inspector } = this.#preferences.get();
    if (focusMode && !this.#isFocused) this.#forNow = NONE;
    this.#isFocused = focusMode;
    if (!focusMode && !this.#isNarrow) this.#forNow = null;
    const next = this.#forNow ?? { grove: grovePane, inspector };
    const now = this.#shown.get();
    if (next.grove !== now.grove || next.inspector !== now.inspector) this.#shown.set(next);
  }
}
