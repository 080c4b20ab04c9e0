/** The questions that commands ask in the palette. */

import { MAX_NAME_LENGTH } from '../../../core/text/limits.ts';
import { MARK_QUESTION } from '../../../ui-text/history/timeline.ts';
import {
  ALTERNATIVE_QUESTION,
  BOOKMARK_QUESTION,
  GROVE_NAME_QUESTION,
  markAs,
  nameTooLong,
} from '../../../ui-text/window/palette.ts';
import type { PaletteQuestion } from './palette-session.ts';

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
