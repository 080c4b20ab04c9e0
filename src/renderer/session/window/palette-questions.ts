/** What commands ask in the palette before they can be run. */
import type { PaletteQuestion } from './palette-session.ts';

/** A name and no passage: main would take 1,000. UTF-16 code units. */
const LONGEST_NAME = 200;

/** Asks for the number of a sibling, counted from 1. */
export function siblingQuestion(
  { index, count }: { readonly index: number; readonly count: number },
  goTo: (index: number) => void | Promise<void>,
): PaletteQuestion {
  const wish = `A number from 1 to ${count}.`;
  return {
    label: 'Number of the sibling',
    hint: wish,
    initial: '',
    explain: (text) => {
      const number = numberIn(text);
      if (text.trim() === '') return { sentence: `${wish} This is ${index}.`, fits: false };
      if (number === null || number < 1 || number > count) return { sentence: wish, fits: false };
      if (number === index) return { sentence: `This is ${index} already.`, fits: false };
      return { sentence: `Go to ${number} of ${count}`, fits: true };
    },
    answer: (text) => goTo(numberIn(text) ?? index),
  };
}

function numberIn(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;
}

/** One of several that a question asks for by a part of its title. */
export interface Choosable {
  readonly title: string;
}

/**
 * Asks which of several is meant, by a part of its title: the one that begins so, else one that has it.
 * @param verb what Enter does with it: `Restore`
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
    hint: 'A part of its title',
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

/** Asks for another name of the grove. */
export function groveNameQuestion(
  name: string,
  rename: (name: string) => void | Promise<void>,
): PaletteQuestion {
  return {
    label: 'Name of the grove',
    hint: 'A name; the file keeps its own',
    initial: name,
    explain: (text) => {
      if (text.trim() === '') return { sentence: 'A grove has a name.', fits: false };
      if (text.trim().length > LONGEST_NAME)
        return { sentence: `A name has at most ${LONGEST_NAME} characters.`, fits: false };
      return { sentence: `Call the grove “${text.trim()}”`, fits: true };
    },
    answer: (text) => rename(text.trim()),
  };
}

/** Asks for the name of a bookmark; an empty one takes the name away. */
export function bookmarkQuestion(
  name: string | null,
  setName: (name: string | null) => void | Promise<void>,
): PaletteQuestion {
  return {
    label: 'Name of the bookmark',
    hint: 'A name, or nothing',
    initial: name ?? '',
    explain: (text) => {
      if (text.trim().length > LONGEST_NAME)
        return { sentence: `A name has at most ${LONGEST_NAME} characters.`, fits: false };
      if (text.trim() !== '') return { sentence: `Bookmark as “${text.trim()}”`, fits: true };
      return { sentence: 'Bookmark without a name', fits: true };
    },
    answer: (text) => setName(text.trim() === '' ? null : text.trim()),
  };
}
