import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import { createStore, type Store } from '../store.ts';

/** What a command still has to know before it can be run. */
export interface PaletteQuestion {
  /** What is asked for: the field's name. */
  readonly label: string;
  /** What the field says while it is empty. */
  readonly hint: string;
  /** What stands in the field first. */
  readonly initial: string;
  /** What Enter would do with a text, or why it can do nothing with it. */
  explain(text: string): { readonly sentence: string; readonly fits: boolean };
  answer(text: string): void | Promise<void>;
}

/** What the palette shows: the commands, places to go to, or the question that one of them asks. */
export type PaletteState =
  | { readonly kind: 'commands' }
  | { readonly kind: 'places' }
  | { readonly kind: 'question'; readonly question: PaletteQuestion };

/** As `preferences-schema.ts` has it. */
const MOST_RECENT = 20;

export interface PaletteOptions {
  readonly preferences: Store<Preferences>;
  prefer(patch: PreferencesPatch): void;
}

/** The command palette of one window. */
export class PaletteSession {
  readonly #options: PaletteOptions;
  readonly #state = createStore<PaletteState | null>(null);

  constructor(options: PaletteOptions) {
    this.#options = options;
  }

  /** Null while it is closed. */
  get state(): Store<PaletteState | null> {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#state.get() !== null;
  }

  /** Opens it with the commands; closes it where they are shown already. */
  toggle(): void {
    this.#state.set(this.#state.get()?.kind === 'commands' ? null : { kind: 'commands' });
  }

  /** Opens it with places to go to; closes it where they are shown already. */
  togglePlaces(): void {
    this.#state.set(this.#state.get()?.kind === 'places' ? null : { kind: 'places' });
  }

  ask(question: PaletteQuestion): void {
    this.#state.set({ kind: 'question', question });
  }

  close(): void {
    this.#state.set(null);
  }

  /** Commands that were run from here, newest first. */
  get recent(): readonly string[] {
    return this.#options.preferences.get().recentCommands;
  }

  remember(id: string): void {
    this.#options.prefer({ recentCommands: withRecent(this.recent, id, MOST_RECENT) });
  }
}

/** The list of what was run with one more at its beginning, no longer than `most`. */
function withRecent(recent: readonly string[], id: string, most: number): readonly string[] {
  return [id, ...recent.filter((known) => known !== id)].slice(0, most);
}
