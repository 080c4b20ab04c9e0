import type { HeadingNumbers, HeadingStyle } from './book-settings.ts';

/** Returns what stands before the words of the next heading of a level: `Chapter IV: `, `4. `, or nothing. */
export function headingCounter(headings: readonly HeadingStyle[]): (level: number) => string {
  const counts = headings.map(() => 0);
  return (level) => {
    const style = headings[level - 1];
    if (style === undefined || style.numbers === 'none') return '';
    const count = (counts[level - 1] ?? 0) + 1;
    counts[level - 1] = count;
    const number = headingNumber(count, style.numbers);
    return style.word === '' ? `${number}. ` : `${style.word} ${number}: `;
  };
}

/** A number from 1 on before a heading; empty for `none`. Words are English, up to ninety-nine. */
export function headingNumber(number: number, numbers: HeadingNumbers): string {
  switch (numbers) {
    case 'none':
      return '';
    case 'arabic':
      return String(number);
    case 'roman':
      return roman(number);
    case 'words':
      return number < 100 ? inWords(number) : String(number);
  }
}

const ROMAN: readonly (readonly [value: number, letters: string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  let rest = number;
  return ROMAN.map(([value, letters]) => {
    const count = Math.floor(rest / value);
    rest -= count * value;
    return letters.repeat(count);
  }).join('');
}

const ONES =
  'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const TENS = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');

function inWords(number: number): string {
  if (number < 20) return ONES[number - 1] ?? '';
  const tens = TENS[Math.floor(number / 10) - 2] ?? '';
  const ones = ONES[(number % 10) - 1];
  return ones === undefined ? tens : `${tens}-${ones.toLowerCase()}`;
}
