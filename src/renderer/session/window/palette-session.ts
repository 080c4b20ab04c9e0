import { MAX_NAME_LENGTH } from '../../../core/text/limits.ts';
import { MARK_QUESTION } from '../../../ui-text/history/timeline.ts';
import {
  ALTERNATIVE_QUESTION,
  BOOKMARK_QUESTION,
  GROVE_NAME_QUESTION,
  markAs,
  nameTooLong,
} from '../../../ui-text/window/palette.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

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
  /** One more, made of what is typed; null if that is none. */
  make?(typed: string): Choice | null;
}

/** The content of the palette: the commands, positions to go to, or a command's question. */
export type PaletteState =
  | { readonly kind: 'commands' }
  | { readonly kind: 'places' }
  | { readonly kind: 'question'; readonly question: PaletteQuestion }
  | { readonly kind: 'choice'; readonly choice: PaletteChoice };

/** More would push what is at hand out of sight. */
const MAX_RECENT = 5;

/** The command palette of one window. */
export function createPaletteSession({
  preferences,
  setPreferences,
}: Pick<WindowScope, 'preferences' | 'setPreferences'>) {
  const state = createStore<PaletteState | null>(null);

  /** Ids of the commands last run from the palette, newest first. */
  function recent(): readonly string[] {
    return preferences.get().recentCommands.slice(0, MAX_RECENT);
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

// The questions that commands ask in the palette.

/** Asks for the number of a sibling, from 1. */
export function siblingQuestion(
  { index, count }: { readonly index: number; readonly count: number },
  goTo: (index: number) => void | Promise<void>,
): PaletteQuestion {
  const range = ALTERNATIVE_QUESTION.range(count);
  return {
    label: ALTERNATIVE_QUESTION.label,
    hint: range,
    initial: '',
    explain: (text) => {
      const number = numberIn(text);
      if (text.trim() === '') return { sentence: ALTERNATIVE_QUESTION.current(range, index), fits: false };
      if (number === null || number < 1 || number > count) return { sentence: range, fits: false };
      if (number === index) return { sentence: ALTERNATIVE_QUESTION.same(index), fits: false };
      return { sentence: ALTERNATIVE_QUESTION.go(number, count), fits: true };
    },
    answer: (text) => goTo(numberIn(text) ?? index),
  };
}

function numberIn(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;
}

/** Asks for a new name of the grove. */
export function groveNameQuestion(
  name: string,
  rename: (name: string) => void | Promise<void>,
): PaletteQuestion {
  return {
    label: GROVE_NAME_QUESTION.label,
    hint: GROVE_NAME_QUESTION.hint,
    initial: name,
    explain: (text) => {
      if (text.trim() === '') return { sentence: GROVE_NAME_QUESTION.empty, fits: false };
      if (text.trim().length > MAX_NAME_LENGTH)
        return { sentence: nameTooLong(MAX_NAME_LENGTH), fits: false };
      return { sentence: GROVE_NAME_QUESTION.call(text.trim()), fits: true };
    },
    answer: (text) => rename(text.trim()),
  };
}

/** Asks for the name of a bookmark; an empty one removes the name. */
export function bookmarkQuestion(
  name: string | null,
  setName: (name: string | null) => void | Promise<void>,
): PaletteQuestion {
  return {
    label: BOOKMARK_QUESTION.label,
    hint: BOOKMARK_QUESTION.hint,
    initial: name ?? '',
    explain: (text) => {
      if (text.trim().length > MAX_NAME_LENGTH)
        return { sentence: nameTooLong(MAX_NAME_LENGTH), fits: false };
      if (text.trim() !== '') return { sentence: BOOKMARK_QUESTION.call(text.trim()), fits: true };
      return { sentence: BOOKMARK_QUESTION.nameless, fits: true };
    },
    answer: (text) => setName(text.trim() === '' ? null : text.trim()),
  };
}

/** Asks for the label of a moment of the time line; an empty one removes the label it has. */
export function momentQuestion(
  label: string,
  setLabel: (label: string) => void | Promise<void>,
): PaletteQuestion {
  return {
    label: MARK_QUESTION.label,
    hint: MARK_QUESTION.hint,
    initial: label,
    explain: (text) => {
      const name = text.trim();
      if (name.length > MAX_NAME_LENGTH) return { sentence: nameTooLong(MAX_NAME_LENGTH), fits: false };
      if (name !== '') return { sentence: markAs(name), fits: true };
      return label === ''
        ? { sentence: MARK_QUESTION.empty, fits: false }
        : { sentence: MARK_QUESTION.remove, fits: true };
    },
    answer: (text) => setLabel(text.trim()),
  };
}
