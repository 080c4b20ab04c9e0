import { findCommonWords } from '../text/diff.ts';
import { foldLine } from './patch/fold-line.ts';
import { NOTHING } from './patch/leniency.ts';

/** A shorter text may be quoted as a whole in what is said about it. UTF-16 code units. */
const FEWEST = 60;
/** How much both must have in common, of the longer one. */
const SHARED = 1 / 2;

/**
 * Whether a text is certainly another one written anew, and nothing that is said about it: it has as many paragraphs, and half of
 * the longer one is in both, in the same order.
 */
export function isRewriteOf(text: string, original: string): boolean {
  if (original.trim().length < FEWEST || paragraphs(text) !== paragraphs(original)) return false;
  const [folded, known] = [foldLine(text, NOTHING), foldLine(original, NOTHING)];
  const longer = Math.max(folded.length, known.length);
  const shared = findCommonWords(known, folded).reduce((sum, { length }) => sum + length, 0);
  return shared >= SHARED * longer;
}

function paragraphs(text: string): number {
  return text.trim().split(/\n\s*/).length;
}
