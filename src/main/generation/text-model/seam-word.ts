import type { TextIndex } from './text-index.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isCommonWord } from './word-class.ts';

/** A fragment whose ending ends words less often than this is taken for an unfinished word. */
const CLOSING_SHARE = 0.2;

/**
 * Frequencies with which letter sequences at the same position in known words end the word: by the last two and three.
 */
export class WordEndings {
  readonly #ends = new Map<string, { closed: number; open: number }>();

  /** Learns from all words of a vocabulary that consist of lower-case letters. */
  constructor(vocabulary: Vocabulary) {
    for (let token = 0; token < vocabulary.size; token += 1) {
      const word = vocabulary.wordOf(token);
      if (!/^\p{Ll}{2,}$/u.test(word)) continue;
      for (let end = 2; end <= word.length; end += 1) {
        for (const length of [2, 3])
          this.#count(`^${word.slice(0, end)}`.slice(-length), end === word.length);
      }
    }
  }

  /** The share of known words with the ending of `fragment` that end there; undefined if there are none. */
  closingShare(fragment: string): number | undefined {
    const marked = `^${fragment.toLowerCase()}`;
    const found = this.#ends.get(marked.slice(-3)) ?? this.#ends.get(marked.slice(-2));
    return found === undefined ? undefined : found.closed / (found.closed + found.open);
  }

  #count(letters: string, closes: boolean): void {
    const entry = this.#ends.get(letters) ?? { closed: 0, open: 0 };
    if (closes) entry.closed += 1;
    else entry.open += 1;
    this.#ends.set(letters, entry);
  }
}

/** An unfinished word at the end of a document, and the known words that it could become. */
export interface BrokenWord {
  readonly token: number;
  readonly fragment: string;
  readonly completions: readonly number[];
}

/**
 * The unfinished word at the end of a document; undefined if there is none. Since a prompt's trailing spaces
 * are trimmed, a whole word and a fragment look alike: it counts as a fragment if it is an unknown word,
 * known words begin with it, and words rarely end as it does.
 */
export function findBrokenWord(document: TextIndex, endings: WordEndings): BrokenWord | undefined {
  const at = document.length - 1;
  const token = document.tokenAt(at);
  if (token < document.vocabulary.offset || document.countOf(token) > 1) return undefined;
  const { vocabulary, text } = document;
  const fragment = vocabulary.wordOf(token);
  if (!/^\p{L}{2,}$/u.test(fragment) || !text.toLowerCase().endsWith(fragment.toLowerCase()))
    return undefined;
  if (isCommonWord(fragment.toLowerCase())) return undefined;
  const share = endings.closingShare(fragment);
  if (share === undefined || share >= CLOSING_SHARE) return undefined;
  const small = fragment.toLowerCase();
  const completions: number[] = [];
  for (let other = 0; other < vocabulary.size; other += 1) {
    const word = vocabulary.wordOf(other);
    if (word.length > fragment.length && word.toLowerCase().startsWith(small)) completions.push(other);
  }
  return completions.length === 0 ? undefined : { token, fragment, completions };
}
