import { createStore, type WritableStore } from './store.ts';

/** Which parts of the window are shown; of this window alone, never of the grove. */
export interface Panes {
  readonly grove: boolean;
  readonly inspector: boolean;
  /** Colour says who wrote what; off, a thin underline does. */
  readonly authorColours: boolean;
}

export function createPanes(): WritableStore<Panes> {
  return createStore<Panes>({ grove: true, inspector: true, authorColours: true });
}

/** A window too narrow for three columns begins with the text alone; wide again, it shows both panes. */
export function fitPanes(panes: WritableStore<Panes>, isNarrow: boolean): void {
  panes.set({ ...panes.get(), grove: !isNarrow, inspector: !isNarrow });
}

/** Shows what is hidden and hides what is shown. */
export function togglePane(panes: WritableStore<Panes>, name: keyof Panes): void {
  const now = panes.get();
  panes.set({ ...now, [name]: !now[name] });
}
