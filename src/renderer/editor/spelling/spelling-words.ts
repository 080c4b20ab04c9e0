/** Which words of a text there are to spell. Pure; English and the alphabet it is written in. */
import type { Text } from '@codemirror/state';

/** A word in the document. Offsets in UTF-16 code units. */
export interface SpelledWord {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The compound with hyphens that it is a part of: right as a whole, each of its parts is. Null for none. */
  readonly compound: string | null;
}

/** Longer ones are no words. */
export const LONGEST_WORD = 60;
/** How far to look for the rest of a word whose other part is seen. */
const AROUND = 2 * LONGEST_WORD;

/** Letters with apostrophes between them, and hyphens between such. */
const COMPOUND =
  /\p{Script=Latin}[\p{Script=Latin}\p{M}]*(?:['’ʼ‐‑-]\p{Script=Latin}[\p{Script=Latin}\p{M}]*)*/gu;
const PART = /[^‐‑-]+/g;
/** Addresses, file names, names in code: whatever has a digit in it, or a sign between letters that prose has not. */
const NO_PROSE = /\p{N}|@|:\/\/|^www\.|\p{L}[._\\]\p{L}/u;
/** NASA, AOK; longer words in capitals are shouted. */
const ABBREVIATION = /^\p{Lu}{1,5}$/u;
/** McDonald, iPhone. */
const NAME_IN_CAPITALS = /\p{Ll}\p{Lu}/u;

function isToSpell(word: string): boolean {
  if (word.length < 2 || word.length > LONGEST_WORD) return false;
  return !ABBREVIATION.test(word) && !NAME_IN_CAPITALS.test(word);
}

/** The words to spell in `text`, which begins at `offset` of the document. */
export function wordsIn(text: string, offset: number): readonly SpelledWord[] {
  const words: SpelledWord[] = [];
  for (const chunk of text.matchAll(/\S+/g)) {
    if (NO_PROSE.test(chunk[0])) continue;
    for (const found of chunk[0].matchAll(COMPOUND)) {
      const whole = found[0];
      const start = offset + chunk.index + found.index;
      const parts = [...whole.matchAll(PART)];
      const isCompound = parts.length > 1 && whole.length <= LONGEST_WORD;
      const compound = isCompound ? whole.replace(/[‐‑]/g, '-') : null;
      for (const part of parts) {
        const from = start + part.index;
        if (isToSpell(part[0])) words.push({ from, to: from + part[0].length, text: part[0], compound });
      }
    }
  }
  return words;
}

/** What of one paragraph is seen. */
export interface SeenParagraph {
  readonly words: readonly SpelledWord[];
}

/** The words that touch `[from, to]`, by paragraph; of a paragraph longer than that nothing more is read. */
export function paragraphsBetween(doc: Text, from: number, to: number): readonly SeenParagraph[] {
  const paragraphs: SeenParagraph[] = [];
  for (let pos = from; pos <= to; ) {
    const line = doc.lineAt(pos);
    const start = Math.max(line.from, from - AROUND);
    const end = Math.min(line.to, to + AROUND);
    const words = wordsIn(doc.sliceString(start, end), start);
    paragraphs.push({ words: words.filter((word) => word.to >= from && word.from <= to) });
    pos = line.to + 1;
  }
  return paragraphs;
}
