import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, readableOf, type Store } from '../store.ts';

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
export function createPanes(
  preferences: Store<Preferences>,
  setPreferences: (patch: PreferencesPatch) => void,
) {
  const shown = createStore<ShownPanes>(NONE);
  let isWindowNarrow = false;
  let isFocused = false;
  /** The panes shown in focus mode or a narrow window; null while the preference applies. */
  let temporary: ShownPanes | null = null;
  preferences.subscribe(() => update());
  update();

  function update(): void {
    const { focusMode, grovePane, inspector } = preferences.get();
    if (focusMode && !isFocused) temporary = NONE;
    isFocused = focusMode;
    if (!focusMode && !isWindowNarrow) temporary = null;
    const next = temporary ?? { grove: grovePane, inspector };
    const now = shown.get();
    if (next.grove !== now.grove || next.inspector !== now.inspector) shown.set(next);
  }

  return {
    shown: readableOf(shown),

    /** @param isNarrow the window is too narrow for three columns */
    fit(isNarrow: boolean): void {
      if (isNarrow && !isWindowNarrow) temporary = NONE;
      isWindowNarrow = isNarrow;
      update();
    },

    toggle(name: keyof ShownPanes): void {
      const isShown = !shown.get()[name];
      if (temporary !== null) {
        temporary = { ...temporary, [name]: isShown };
        update();
      } else setPreferences(name === 'grove' ? { grovePane: isShown } : { inspector: isShown });
    },
  };
}

export type Panes = ReturnType<typeof createPanes>;
