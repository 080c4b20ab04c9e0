/** The questions that commands ask in the palette. */
import { MAX_NAME_LENGTH } from '../../../core/text/limits.ts';
import type { PaletteQuestion } from './palette-session.ts';

/** Asks for the number of a sibling, from 1. */
export function siblingQuestion(
  { index, count }: { readonly index: number; readonly count: number },
  goTo: (index: number) => void | Promise<void>,
): PaletteQuestion {
  const range = `A number from 1 to ${count}.`;
  return {
    label: 'Number of the sibling',
    hint: range,
    initial: '',
    explain: (text) => {
      const number = numberIn(text);
      if (text.trim() === '') return { sentence: `${range} This is ${index}.`, fits: false };
      if (number === null || number < 1 || number > count) return { sentence: range, fits: false };
      if (number === index) return { sentence: `This is ${index} already.`, fits: false };
      return { sentence: `Go to ${number} of ${count}`, fits: true };
    },
    answer: (text) => goTo(numberIn(text) ?? index),
  };
}

function numberIn(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;
}

/** A choice of a question that asks for part of a title. */
export interface Choosable {
  readonly title: string;
}

/**
 * Asks for part of a title. An equal title wins, then one that begins so, then one that contains it.
 * @param verb what Enter does with the choice: `Restore`
 */
export function choiceQuestion<T extends Choosable>(
  label: string,
  verb: string,
  choices: readonly T[],
  choose: (choice: T) => void | Promise<void>,
): PaletteQuestion {
  const find = (text: string) => {
    const wanted = text.trim().toLowerCase();
    const titled = (fits: (title: string) => boolean) =>
      choices.find(({ title }) => fits(title.trim().toLowerCase()));
    return (
      titled((title) => title === wanted) ??
      titled((title) => title.startsWith(wanted)) ??
      titled((title) => title.includes(wanted))
    );
  };
  return {
    label,
    hint: 'Part of its title',
    initial: '',
    explain: (text) => {
      const choice = find(text);
      if (choice === undefined) return { sentence: `Nothing is called “${text.trim()}”.`, fits: false };
      return { sentence: `${verb} “${choice.title}”`, fits: true };
    },
    answer: (text) => {
      const choice = find(text);
      return choice === undefined ? undefined : choose(choice);
    },
  };
}

/** Asks for a new name of the grove. */
export function groveNameQuestion(
  name: string,
  rename: (name: string) => void | Promise<void>,
): PaletteQuestion {
  return {
    label: 'Name of the grove',
    hint: 'A name; the file name stays',
    initial: name,
    explain: (text) => {
      if (text.trim() === '') return { sentence: 'A grove needs a name.', fits: false };
      if (text.trim().length > MAX_NAME_LENGTH)
        return { sentence: `A name has at most ${MAX_NAME_LENGTH} characters.`, fits: false };
      return { sentence: `Call the grove “${text.trim()}”`, fits: true };
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
    label: 'Name of the bookmark',
    hint: 'A name, or nothing',
    initial: name ?? '',
    explain: (text) => {
      if (text.trim().length > MAX_NAME_LENGTH)
        return { sentence: `A name has at most ${MAX_NAME_LENGTH} characters.`, fits: false };
      if (text.trim() !== '') return { sentence: `Bookmark as “${text.trim()}”`, fits: true };
      return { sentence: 'Bookmark without a name', fits: true };
    },
    answer: (text) => setName(text.trim() === '' ? null : text.trim()),
  };
}
