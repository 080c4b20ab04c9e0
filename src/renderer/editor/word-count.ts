/**
 * How many words the text has, kept as a sum: a change counts what it removed and what it inserted, with a few
 * characters around, and never the document (`manuscript.md`, *Speed*).
 */
import { type ChangeDesc, StateField, type Text } from '@codemirror/state';

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

/** Whether a word begins at a character depends on the two before it; this many on each side decide it alike. */
const AROUND = 4;

function countAround(doc: Text, from: number, to: number): number {
  return countWords(doc.sliceString(Math.max(0, from - AROUND), Math.min(doc.length, to + AROUND)));
}

/** A stretch of both texts that holds changes. */
interface Stretch {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/** Changes nearer to one another than what is looked at around them stand in one stretch. */
function stretchesOf(changes: ChangeDesc): readonly Stretch[] {
  const stretches: Stretch[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const last = stretches.at(-1);
    if (last !== undefined && fromA - last.toA <= 2 * AROUND) {
      last.toA = toA;
      last.toB = toB;
    } else stretches.push({ fromA, toA, fromB, toB });
  });
  return stretches;
}

export const wordCount = StateField.define<number>({
  create: ({ doc }) => countWords(doc.sliceString(0)),
  update: (words, { docChanged, changes, startState, newDoc }) => {
    if (!docChanged) return words;
    const stretches = stretchesOf(changes);
    let length = 0;
    for (const { fromA, toA, fromB, toB } of stretches) length += toA - fromA + (toB - fromB);
    // Another branch of a long text: counting what is there now is less than what went and what came.
    if (length > newDoc.length) return countWords(newDoc.sliceString(0));
    let now = words;
    for (const { fromA, toA, fromB, toB } of stretches) {
      now += countAround(newDoc, fromB, toB) - countAround(startState.doc, fromA, toA);
    }
    return now;
  },
});
