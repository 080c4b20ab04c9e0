import { foldName } from '../documents/find-document.ts';

/** A text as keys are compared with it; each code unit knows from where in the text it is. */
export interface FoldedPlaces {
  readonly folded: string;
  /** By code unit of `folded`: the start and the end of what it stands for, in code units of the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Text that does not fold by itself into as many code units: white space but a single space, letters with marks, the parts of Korean
 * syllables, and the Turkish capital I.
 */
const IRREGULAR = /\s{2,}|[^\S ]|[\u1100-\u11ff\uac00-\ud7a3]?[\u1100-\u11ff]+|\P{M}\p{M}+|\p{M}+|İ/gu;

/**
 * A key as it is compared (`lore.md`, *Keys*): a folded name, with one form of the Greek sigma, and without the dot that a Turkish capital
 * I keeps in lower case.
 */
export function foldKey(key: string): string {
  return foldLetters(foldName(key));
}

/** Folds a text as `foldKey` folds a key, but for the white space around it. Takes time linear in the text. */
export function foldWithPlaces(text: string): FoldedPlaces {
  const pieces: string[] = [];
  // Lower case has at most three code units for one.
  const starts = new Int32Array(text.length * 3);
  const ends = new Int32Array(text.length * 3);
  let size = 0;
  const addWhole = (from: number, to: number, folded: string) => {
    starts.fill(from, size, size + folded.length);
    ends.fill(to, size, size + folded.length);
    size += folded.length;
    pieces.push(folded);
  };
  const addRegular = (from: number, to: number) => {
    const folded = foldLetters(text.slice(from, to));
    if (folded.length !== to - from) {
      for (let at = from; at < to; ) {
        const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
        addWhole(at, next, foldLetters(text.slice(at, next)));
        at = next;
      }
      return;
    }
    for (let at = from; at < to; at++, size++) {
      starts[size] = at;
      ends[size] = at + 1;
    }
    pieces.push(folded);
  };
  let done = 0;
  for (const { 0: piece, index } of text.matchAll(IRREGULAR)) {
    addRegular(done, index);
    done = index + piece.length;
    addWhole(index, done, piece.trim() === '' ? ' ' : foldLetters(piece));
  }
  addRegular(done, text.length);
  return { folded: pieces.join(''), starts, ends };
}

function foldLetters(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().replaceAll('’', "'");
  return lower.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}
