import { isKnownWord, plainApostrophes } from '../../../core/text/spelling.ts';
import type { SpelledWord } from './spelling-words.ts';

/** Maximum number of cached words; a novel has about 15,000 different ones. */
const MAX_WORDS = 20_000;

/**
 * What is known about words: the most recently used answers of the dictionary, and the words the writer
 * accepts.
 */
export class SpellingCache {
  /** By word with plain apostrophes, in order of last use. */
  readonly #answers = new Map<string, boolean>();
  /** How often a wrong word with a capital was on the screen when it was last asked about. */
  readonly #counts = new Map<string, number>();
  #accepted: ReadonlySet<string> = new Set();
  /** Results of `#accepts` since the accepted words last changed. */
  readonly #isAccepted = new Map<string, boolean>();

  /** Replaces the set of words that are correct whatever the dictionary says. */
  setAccepted(words: readonly string[]): void {
    this.#accepted = new Set(words);
    this.#isAccepted.clear();
  }

  /**
   * Whether to ask again about a wrong word with a capital, because the text has come to use it more often: it may be
   * a name. @param count how often it is on the screen
   */
  mayBeName(text: string, count: number): boolean {
    const word = plainApostrophes(text);
    if (this.#answers.get(word) !== true || text === text.toLowerCase()) return false;
    if (count <= (this.#counts.get(word) ?? 1)) return false;
    if (this.#counts.size >= MAX_WORDS) this.#counts.clear();
    this.#counts.set(word, count);
    return true;
  }

  /** Forgets what the dictionary said: another language has another one. */
  forgetAnswers(): void {
    this.#answers.clear();
    this.#counts.clear();
  }

  /** Stores the dictionary's answer: `wrong` are those of `words` that are wrong. */
  store(words: readonly string[], wrong: readonly string[]): void {
    const isWrong = new Set(wrong);
    for (const word of words) {
      this.#answers.delete(word);
      this.#answers.set(word, isWrong.has(word));
    }
    for (const word of this.#answers.keys()) {
      if (this.#answers.size <= MAX_WORDS) break;
      this.#answers.delete(word);
    }
  }

  /**
   * Whether a word is wrong; null if the dictionary has not been asked yet. Then calls `request` with the word
   * to ask it about.
   */
  isWrong({ text, compound }: SpelledWord, request: (word: string) => void): boolean | null {
    if (this.#accepts(text)) return false;
    const isPartWrong = this.#lookUp(text, request);
    if (isPartWrong !== true || compound === null) return isPartWrong;
    if (this.#accepts(compound)) return false;
    return this.#lookUp(compound, request);
  }

  #accepts(text: string): boolean {
    let isAccepted = this.#isAccepted.get(text);
    if (isAccepted === undefined) {
      if (this.#isAccepted.size >= MAX_WORDS) this.#isAccepted.clear();
      isAccepted = isKnownWord(text, (form) => this.#accepted.has(form));
      this.#isAccepted.set(text, isAccepted);
    }
    return isAccepted;
  }

  #lookUp(text: string, request: (word: string) => void): boolean | null {
    const word = plainApostrophes(text);
    const isWrong = this.#answers.get(word);
    if (isWrong === undefined) {
      request(word);
      return null;
    }
    this.#answers.delete(word);
    this.#answers.set(word, isWrong);
    return isWrong;
  }
}
