/** Words as the caret meets them: those that `countWords` counts, and in scripts without spaces those of a dictionary. */
import { snapToPairEnd, snapToPairStart } from './surrogate-pair.ts';

/** A word, a run of white space, or a run of anything else: `[from, to)` in UTF-16 code units. */
export interface TextGroup {
  readonly from: number;
  readonly to: number;
  readonly isSpace: boolean;
}

/** Distance around an offset within which text is read, in UTF-16 code units; a longer word is taken in parts. */
const REACH = 200;

/** Letters of scripts that put no space between words. */
const UNSPACED =
  '(?:(?=[\\p{L}\\p{M}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])';
const LETTERS = `(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+`;

/** White space; text without spaces; a word, with what joins its parts; or marks and symbols. */
const GROUP = new RegExp(
  `(\\s+)|(${UNSPACED}+)|${LETTERS}(?:['’\\u00ad\\u200c\\u200d-]${LETTERS})*|(?:[^\\s\\p{L}\\p{N}\\p{M}]\\p{M}*)+`,
  'gu',
);

const words = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The group that ends at or reaches over an offset (side -1), or that begins at or reaches over it (side 1); null at that
 * end of the text.
 * @param line one line: the cost does not depend on its length
 */
export function groupBeside(line: string, offset: number, side: -1 | 1): TextGroup | null {
  if (side === -1 ? offset <= 0 : offset >= line.length) return null;
  const start = snapToPairEnd(line, Math.max(0, offset - REACH));
  const text = line.slice(start, snapToPairStart(line, Math.min(line.length, offset + REACH)));
  const inside = offset - start - (side === -1 ? 1 : 0);
  for (const match of text.matchAll(GROUP)) {
    const to = match.index + match[0].length;
    if (to <= inside) continue;
    const [, space, unspaced] = match;
    const part =
      unspaced === undefined ? undefined : words.segment(unspaced).containing(inside - match.index);
    if (part !== undefined) {
      const from = start + match.index + part.index;
      return { from, to: from + part.segment.length, isSpace: false };
    }
    return { from: start + match.index, to: start + to, isSpace: space !== undefined };
  }
  return null;
}
