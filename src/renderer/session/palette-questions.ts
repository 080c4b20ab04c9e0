/** What commands ask in the palette before they can be run. */
import type { PaletteQuestion } from './palette-session.ts';

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
