/** Finds the words of a text to spell-check. Pure; for English, in Latin script. */
import type { Text } from '@codemirror/state';

/** A word in the document. Offsets in UTF-16 code units. */
export interface SpelledWord {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The hyphenated compound that it is part of: if the whole is correct, each part is. Null if there is none. */
  readonly compound: string | null;
}

/** Anything longer is not a word. */
export const LONGEST_WORD = 60;
/** Distance beyond the range within which the rest of a word is read. */
const CONTEXT = 2 * LONGEST_WORD;

/** Letters with apostrophes or hyphens between them. */
const COMPOUND =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['’ʼ‐‑-]\p{Script=Latin}[\p{Script=Latin}\p{M}]*)*/gu;
const PART = /[^‐‑-]+/g;
/**
 * Addresses, file names, identifiers: anything with a digit, or with a character between letters that prose
 * does not use.
 */
const NOT_PROSE = /\p{N}|@|:\/\/|^www\.|\p{L}[._\\]\p{L}/u;
/** NASA, AOK; longer words in capitals are shouting. */
const ABBREVIATION = /^\p{Lu}{1,5}$/u;
/** McDonald, iPhone. */
const NAME_IN_CAPITALS = /\p{Ll}\p{Lu}/u;

function isCheckable(word: string): boolean {
  if (word.length < 2 || word.length > LONGEST_WORD) return false;
  return !ABBREVIATION.test(word) && !NAME_IN_CAPITALS.test(word);
}

/** The words to check in `text`, which begins at `offset` of the document. */
export function wordsIn(text: string, offset: number): readonly SpelledWord[] {
  const words: SpelledWord[] = [];
  for (const chunk of text.matchAll(/\S+/g)) {
    if (NOT_PROSE.test(chunk[0])) continue;
    for (const found of chunk[0].matchAll(COMPOUND)) {
      const whole = found[0];
      const start = offset + chunk.index + found.index;
      const parts = [...whole.matchAll(PART)];
      const isCompound = parts.length > 1 && whole.length <= LONGEST_WORD;
      const compound = isCompound ? whole.replace(/[‐‑]/g, '-') : null;
      for (const part of parts) {
        const from = start + part.index;
        if (isCheckable(part[0])) words.push({ from, to: from + part[0].length, text: part[0], compound });
      }
    }
  }
  return words;
}

/** The visible part of one paragraph. */
export interface VisibleParagraph {
  readonly words: readonly SpelledWord[];
}

/** The words that touch `[from, to]`, by paragraph; nothing far outside that range is read. */
export function paragraphsBetween(doc: Text, from: number, to: number): readonly VisibleParagraph[] {
  const paragraphs: VisibleParagraph[] = [];
  for (let pos = from; pos <= to; ) {
    const line = doc.lineAt(pos);
    const start = Math.max(line.from, from - CONTEXT);
    const end = Math.min(line.to, to + CONTEXT);
    const words = wordsIn(doc.sliceString(start, end), start);
    paragraphs.push({ words: words.filter((word) => word.to >= from && word.from <= to) });
    pos = line.to + 1;
  }
  return paragraphs;
}
