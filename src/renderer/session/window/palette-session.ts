import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, readableOf, type Store } from '../store.ts';

/** A command's question before it can run. */
export interface PaletteQuestion {
  /** The field's accessible name. */
  readonly label: string;
  /** The placeholder. */
  readonly hint: string;
  /** The field's initial text. */
  readonly initial: string;
  /** Describes the effect of Enter on a text, or the reason that it cannot be used. */
  explain(text: string): { readonly sentence: string; readonly fits: boolean };
  answer(text: string): void | Promise<void>;
}

/** One of several things that a command asks for. */
export interface Choice {
  /** Unique among the choices. */
  readonly id: string;
  readonly title: string;
  /** A distinction from another one of its title; may be empty. */
  readonly note: string;
  run(): void | Promise<void>;
}

/** A choice among several things that a command asks for, before it can run. */
export interface PaletteChoice {
  /** The field's accessible name. */
  readonly label: string;
  /** The placeholder. */
  readonly hint: string;
  readonly choices: readonly Choice[];
}

/** The content of the palette: the commands, positions to go to, or a command's question. */
export type PaletteState =
  | { readonly kind: 'commands' }
  | { readonly kind: 'places' }
  | { readonly kind: 'question'; readonly question: PaletteQuestion }
  | { readonly kind: 'choice'; readonly choice: PaletteChoice };

/** The limit in `preferences-schema.ts`. */
const MAX_RECENT = 20;

export interface PaletteOptions {
  readonly preferences: Store<Preferences>;
  setPreferences(patch: PreferencesPatch): void;
}

/** The command palette of one window. */
export function createPaletteSession({ preferences, setPreferences }: PaletteOptions) {
  const state = createStore<PaletteState | null>(null);

  /** Ids of the commands last run from the palette, newest first. */
  function recent(): readonly string[] {
    return preferences.get().recentCommands;
  }

  return {
    /** Null while the palette is closed. */
    state: readableOf(state),

    get isOpen(): boolean {
      return state.get() !== null;
    },

    /** Opens the palette with the commands, or closes it if they are shown. */
    toggle(): void {
      state.set(state.get()?.kind === 'commands' ? null : { kind: 'commands' });
    },

    /** Opens the palette with positions to go to, or closes it if they are shown. */
    togglePlaces(): void {
      state.set(state.get()?.kind === 'places' ? null : { kind: 'places' });
    },

    ask(question: PaletteQuestion): void {
      state.set({ kind: 'question', question });
    },

    askWhich(choice: PaletteChoice): void {
      state.set({ kind: 'choice', choice });
    },

    close(): void {
      state.set(null);
    },
    get recent(): readonly string[] {
      return recent();
    },

    remember(id: string): void {
      setPreferences({ recentCommands: withRecent(recent(), id, MAX_RECENT) });
    },
  };
}

export type PaletteSession = ReturnType<typeof createPaletteSession>;

/** Moves an id to the front, and cuts the list to `max`. */
function withRecent(recent: readonly string[], id: string, max: number): readonly string[] {
  return [id, ...recent.filter((known) => known !== id)].slice(0, max);
}
