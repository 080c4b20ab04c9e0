import { isCommonWord } from './lexicon.ts';
import type { TextIndex } from './text-index.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A fragment whose ending closes words less often than this is taken for the beginning of one. */
const CLOSING_SHARE = 0.2;

/** How often letters at this place in the known words are a word's last: by the last two and the last three. */
export class WordEndings {
  readonly #ends = new Map<string, { closed: number; open: number }>();

  /** Learns from every word of a vocabulary that has only letters. */
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

  /** The share of known words with the end of `fragment` at this place that end there; undefined if none has it. */
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

/** A word that the document breaks off in, and the known words that it may become. */
export interface BrokenWord {
  readonly token: number;
  readonly fragment: string;
  readonly completions: readonly number[];
}

/**
 * The word that a document breaks off in; undefined when it ends in a whole word or in none. A prompt has lost the
 * spaces at its end, so a whole word and a broken one look alike: it is broken when nobody ever wrote it, known words
 * begin with it, and words do not usually end as it does.
 */
export function findBrokenWord(document: TextIndex, endings: WordEndings): BrokenWord | undefined {
  const place = document.length - 1;
  const token = document.tokenAt(place);
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
