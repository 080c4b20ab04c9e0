/**
 * How many words the text has, kept as a sum: a change counts what it removed and what it inserted, with a few
 * characters around, and never the document (`manuscript.md`, *Speed*).
 */
import { StateField, type Text } from '@codemirror/state';

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

function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const known = classes[code] ?? OTHER;
  if (known !== UNKNOWN) return known;
  const found = classify(code);
  classes[code] = found;
  return found;
}

/** Words in a text: runs of letters, digits and marks; each character of a script without spaces is one. */
export function countWords(text: string): number {
  let words = 0;
  let before = OTHER;
  let beforeThat = OTHER;
  for (let i = 0; i < text.length; i++) {
    const here = classAt(text, i);
    if (here === SYMBOL) words += 1;
    else if (here === LETTER) {
      const isJoined = before === LETTER || (before === JOINER && beforeThat === LETTER);
      if (!isJoined) words += 1;
    }
    beforeThat = before;
    before = here;
  }
  return words;
}

/** Whether a word begins at a character depends on the two before it; this many on each side decide it alike. */
const AROUND = 4;

function countAround(doc: Text, from: number, to: number): number {
  return countWords(doc.sliceString(Math.max(0, from - AROUND), Math.min(doc.length, to + AROUND)));
}

export const wordCount = StateField.define<number>({
  create: (state) => countWords(state.doc.toString()),
  update: (words, transaction) => {
    if (!transaction.docChanged) return words;
    let now = words;
    const { startState, newDoc } = transaction;
    // Changes nearer to one another than what is looked at around them are counted as one.
    let start = -1;
    let end = -1;
    let startB = -1;
    let endB = -1;
    const count = () => {
      if (start < 0) return;
      now += countAround(newDoc, startB, endB) - countAround(startState.doc, start, end);
    };
    transaction.changes.iterChangedRanges((fromA, toA, fromB, toB) => {
      if (start < 0 || fromA - end > 2 * AROUND) {
        count();
        start = fromA;
        startB = fromB;
      }
      end = toA;
      endB = toB;
    });
    count();
    return now;
  },
});
