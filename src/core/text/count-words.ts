const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;
/** Joins two letters into one word: the apostrophe in “don’t”, the hyphen in “well-known”, invisible characters. */
const JOINER = 3;
/** A word on its own: Chinese and Japanese do not put spaces between words. */
const SYMBOL = 4;
/** Length of a run of words that only a dictionary can separate: Thai, Lao, Khmer and Burmese. */
const RUN = 5;

/** A longer run counts as one word, so that a change has to read no more. UTF-16 code units. */
export const MAX_RUN = 1_000;

const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

/** The class of each UTF-16 code unit, computed on first use. */
const classes = new Uint8Array(0x10000);

function classify(code: number): number {
  // High surrogates of Han characters; other surrogate pairs are emoji and the like.
  if (code >= 0xd840 && code <= 0xd888) return SYMBOL;
  const character = String.fromCharCode(code);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return SYMBOL;
  if (/(?=[\p{L}\p{M}])[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(character)) return RUN;
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return LETTER;
  return /['’-]|\u00ad|\u200c|\u200d/.test(character) ? JOINER : OTHER;
}

/** Returns true if a code unit belongs to a run whose words depend on all of it. */
export function isInRun(code: number): boolean {
  if (classes[code] === UNKNOWN) classes[code] = classify(code);
  return classes[code] === RUN;
}

/**
 * Counts the words in a text: runs of letters, digits and marks. In Chinese and Japanese each character is a word, as
 * their writers count; other scripts without spaces have the words of a dictionary.
 */
export function countWords(text: string): number {
  let words = 0;
  let previous = OTHER;
  let beforePrevious = OTHER;
  // Switching a sibling counts a whole tail: avoid a function call per character.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let current = classes[code] as number;
    if (current === UNKNOWN) {
      current = classify(code);
      classes[code] = current;
    }
    if (current === LETTER) {
      if (previous !== LETTER && (previous !== JOINER || beforePrevious !== LETTER)) words += 1;
    } else if (current === SYMBOL) words += 1;
    else if (current === RUN) {
      const from = i;
      while (isInRun(text.charCodeAt(i + 1))) i += 1;
      words += countRun(text.slice(from, i + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return words;
}

function countRun(run: string): number {
  return run.length > MAX_RUN ? 1 : Array.from(dictionary.segment(run)).length;
}
