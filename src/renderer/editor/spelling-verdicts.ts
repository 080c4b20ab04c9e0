import { isKnownWord, plainApostrophes } from '../../core/text/spelling.ts';
import type { SpelledWord } from './spelling-words.ts';

/** Words remembered; a novel has about 15,000 different ones. */
const REMEMBERED = 20_000;

/** What is known of words: the dictionary's answers, the latest used of them, and the words the writer accepts. */
export class SpellingVerdicts {
  /** By word with plain apostrophes; in the order of their last use. */
  readonly #isWrong = new Map<string, boolean>();
  #accepted: ReadonlySet<string> = new Set();

  /** Replaces the words that are right whatever the dictionary says. */
  accept(words: readonly string[]): void {
    this.#accepted = new Set(words);
  }

  learn(words: readonly string[], wrong: readonly string[]): void {
    const isWrong = new Set(wrong);
    for (const word of words) {
      this.#isWrong.delete(word);
      this.#isWrong.set(word, isWrong.has(word));
    }
    for (const word of this.#isWrong.keys()) {
      if (this.#isWrong.size <= REMEMBERED) break;
      this.#isWrong.delete(word);
    }
  }

  /** Whether a word is wrong; null where the dictionary was not asked yet, and then `ask` is told what to ask for. */
  judge({ text, compound }: SpelledWord, ask: (word: string) => void): boolean | null {
    if (isKnownWord(text, (form) => this.#accepted.has(form))) return false;
    const part = this.#recall(text, ask);
    if (part !== true || compound === null) return part;
    if (isKnownWord(compound, (form) => this.#accepted.has(form))) return false;
    return this.#recall(compound, ask);
  }

  #recall(text: string, ask: (word: string) => void): boolean | null {
    const word = plainApostrophes(text);
    const isWrong = this.#isWrong.get(word);
    if (isWrong === undefined) {
      ask(word);
      return null;
    }
    this.#isWrong.delete(word);
    this.#isWrong.set(word, isWrong);
    return isWrong;
  }
}
