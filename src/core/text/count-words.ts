const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;
/** Joins two letters into one word: the apostrophe of “don’t”, the hyphen of “well-known”. */
const JOINER = 3;
/** A word by itself: Chinese and Japanese put no spaces between words. */
const SYMBOL = 4;

/** The class of each UTF-16 code unit, found when it is first met. */
const classes = new Uint8Array(0x10000);

function classify(code: number): number {
  // The first halves of pairs that are Han; other pairs are emoji and the like.
  if (code >= 0xd840 && code <= 0xd888) return SYMBOL;
  const character = String.fromCharCode(code);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return SYMBOL;
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return LETTER;
  return /['’-]/.test(character) ? JOINER : OTHER;
}

/** Words in a text: runs of letters, digits and marks; each character of a script without spaces is one. */
export function countWords(text: string): number {
  let words = 0;
  let before = OTHER;
  let beforeThat = OTHER;
  // Runs over a whole tail when a sibling is switched: no call for each character.
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let here = classes[code] as number;
    if (here === UNKNOWN) {
      here = classify(code);
      classes[code] = here;
    }
    if (here === LETTER) {
      if (before !== LETTER && (before !== JOINER || beforeThat !== LETTER)) words += 1;
    } else if (here === SYMBOL) words += 1;
    beforeThat = before;
    before = here;
  }
  return words;
}
