/**
 * The space between a document and an answer that begins at the margin, as chat models do (`generation.md`, *The seam*):
 * nobody wrote it, and without it two words would be one.
 */

/** Scripts whose words stand without spaces, after a sentence's end too. */
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** The end of a sentence or a clause. */
const STOP = /[.,;:!?…)\]}،؛؟۔।॥]$/u;
const PICTURE_END = /(?:\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]?|\p{Regional_Indicator})$/u;
/** Marks that close after anything but a space or a bracket; a single one after a stop only, for `l’` is a word begun. */
const CLOSES = /(?:[^\s([{]["”»«]|[.,;:!?…—–-]['’])$/u;
/** Marks that open before a word. */
const OPENS = /^[“‘„"'«»([¿¡]$/u;
/** They belong to the word before them as often as they open: `don` and `’t`. */
const APOSTROPHE = /^['’‘]$/u;
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]*/u;
const LAST_WORD = /[\p{L}\p{M}\p{N}]+$/u;

/** Code units of a document's end in which words are looked for. */
const REACH = 4_000;

/** True when nothing that comes later changes what `needsSpace` says of an answer that begins like this. */
export function isSpaceClear(answer: string): boolean {
  const { opening, rest } = openingOf(answer);
  if (rest === '') return false;
  return opening !== '' || (FIRST_WORD.exec(rest)?.[0] ?? '').length < rest.length;
}

/**
 * Whether a space belongs between the two. A word that only goes on, `cas` and `tle`, is known by the document's having
 * it whole somewhere; otherwise a writer is taken to have stopped after a word, not inside one.
 */
export function needsSpace(document: string, answer: string): boolean {
  const { opening, rest } = openingOf(answer);
  const first = [...rest.slice(0, 2)][0] ?? '';
  const last = [...document.slice(-2)].at(-1) ?? '';
  const startsPicture = PICTURE.test(first);
  if (!startsPicture && !isSpaced(first)) return false;
  const end = document.slice(-4);
  // Pictures stand in a row.
  if (PICTURE_END.test(end)) return !startsPicture;
  // `3.14`, `10:30`.
  if (STOP.test(end)) return !(opening === '' && DIGIT.test(first) && /\p{Nd}[.,:]$/u.test(end));
  if (CLOSES.test(end)) return true;
  if (!isSpaced(last)) return false;
  if (APOSTROPHE.test(opening)) return false;
  if (opening !== '' || startsPicture) return true;
  if (DIGIT.test(first) && DIGIT.test(last)) return false;
  return !hasWord(document.slice(-REACH), lastWordOf(document) + (FIRST_WORD.exec(rest)?.[0] ?? ''));
}

/** The letters and digits that a text ends in. */
export function lastWordOf(text: string): string {
  return LAST_WORD.exec(text.slice(-REACH))?.[0] ?? '';
}

/** Whether a text has this word, whole, in capitals or not. */
export function hasWord(text: string, word: string): boolean {
  const lowerText = text.toLowerCase();
  const lowerWord = word.toLowerCase();
  for (let at = lowerText.indexOf(lowerWord); at >= 0; at = lowerText.indexOf(lowerWord, at + 1)) {
    const isWhole = !endsInWord(lowerText.slice(0, at)) && !startsInWord(lowerText.slice(at + word.length));
    if (isWhole) return true;
  }
  return false;
}

function openingOf(answer: string): { readonly opening: string; readonly rest: string } {
  const opening = OPENS.test(answer.charAt(0)) ? answer.charAt(0) : '';
  return { opening, rest: answer.slice(opening.length) };
}

/** A letter of a script that has spaces between its words, or a digit. */
function isSpaced(letter: string): boolean {
  return DIGIT.test(letter) || (LETTER.test(letter) && !NO_SPACES.test(letter));
}

function endsInWord(text: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(text.slice(-2));
}

function startsInWord(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}]/u.test(text.slice(0, 2));
}
