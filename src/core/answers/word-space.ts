/**
 * Decides whether to insert a space between a document and the response of a chat model, which starts without
 * one (`generation.md`, *The seam*). Without it, two words would run together.
 */

/** Scripts written without spaces, even after the end of a sentence. */
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** The end of a sentence or a clause. */
const STOP = /[.,;:!?…)\]}،؛؟۔।॥]$/u;
const EMOJI_END = /(?:\p{Extended_Pictographic}[\u{fe0f}\u{1f3fb}-\u{1f3ff}]?|\p{Regional_Indicator})$/u;
/**
 * Marks that close if they follow anything but a space or an opening bracket; a single quote only after a
 * stop, because `l’` starts a word.
 */
const CLOSES = /(?:[^\s([{]["”»«]|[.,;:!?…—–-]['’])$/u;
/** Marks that open a word. */
const OPENS = /^[“‘„"'«»([¿¡]$/u;
/** As often an apostrophe as an opening quote: `don` and `’t`. */
const APOSTROPHE = /^['’‘]$/u;
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]*/u;
const LAST_WORD = /[\p{L}\p{M}\p{N}]+$/u;

/** Length of the document's end searched for words, in UTF-16 code units. */
const SEARCH_LENGTH = 4_000;

/** Returns true if `needsSpace` is settled for a response with this beginning, whatever follows. */
export function isSpaceDecided(answer: string): boolean {
  const { opening, body } = openingOf(answer);
  if (body === '') return false;
  return opening !== '' || (FIRST_WORD.exec(body)?.[0] ?? '').length < body.length;
}

/**
 * Returns true if a space belongs between a document and a response. An unfinished word that the response continues
 * (`cas`, `tle`) is recognised if the document contains the whole word; otherwise the document is assumed to end after
 * a whole word.
 */
export function needsSpace(document: string, answer: string): boolean {
  const { opening, body } = openingOf(answer);
  const first = [...body.slice(0, 2)][0] ?? '';
  const last = [...document.slice(-2)].at(-1) ?? '';
  const startsEmoji = EMOJI.test(first);
  if (!startsEmoji && !isSpaced(first)) return false;
  const end = document.slice(-4);
  // No space between emoji.
  if (EMOJI_END.test(end)) return !startsEmoji;
  // `3.14`, `10:30`.
  if (STOP.test(end)) return !(opening === '' && DIGIT.test(first) && /\p{Nd}[.,:]$/u.test(end));
  if (CLOSES.test(end)) return true;
  if (!isSpaced(last)) return false;
  if (APOSTROPHE.test(opening)) return false;
  if (opening !== '' || startsEmoji) return true;
  if (DIGIT.test(first) && DIGIT.test(last)) return false;
  return !hasWord(document.slice(-SEARCH_LENGTH), lastWordOf(document) + (FIRST_WORD.exec(body)?.[0] ?? ''));
}

/** The letters and digits at the end of a text. */
export function lastWordOf(text: string): string {
  return LAST_WORD.exec(text.slice(-SEARCH_LENGTH))?.[0] ?? '';
}

/** Returns true if a text contains this whole word, ignoring case. */
export function hasWord(text: string, word: string): boolean {
  const lowerText = text.toLowerCase();
  const lowerWord = word.toLowerCase();
  for (let at = lowerText.indexOf(lowerWord); at >= 0; at = lowerText.indexOf(lowerWord, at + 1)) {
    const isWhole = !endsInWord(lowerText.slice(0, at)) && !startsInWord(lowerText.slice(at + word.length));
    if (isWhole) return true;
  }
  return false;
}

function openingOf(answer: string): { readonly opening: string; readonly body: string } {
  const opening = OPENS.test(answer.charAt(0)) ? answer.charAt(0) : '';
  return { opening, body: answer.slice(opening.length) };
}

/** A digit, or a letter of a script that separates words by spaces. */
function isSpaced(letter: string): boolean {
  return DIGIT.test(letter) || (LETTER.test(letter) && !NO_SPACES.test(letter));
}

function endsInWord(text: string): boolean {
  return /[\p{L}\p{M}\p{N}]$/u.test(text.slice(-2));
}

function startsInWord(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}]/u.test(text.slice(0, 2));
}
