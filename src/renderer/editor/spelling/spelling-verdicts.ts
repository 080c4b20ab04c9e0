import { isKnownWord, plainApostrophes } from '../../../core/text/spelling.ts';
import type { SpelledWord } from './spelling-words.ts';

/** Words remembered; a novel has about 15,000 different ones. */
const REMEMBERED = 20_000;

/** What is known of words: the dictionary's answers, the latest used of them, and the words the writer accepts. */
export class SpellingVerdicts {
  /** By word with plain apostrophes; in the order of their last use. */
  readonly #isWrong = new Map<string, boolean>();
  #accepted: ReadonlySet<string> = new Set();
  /** Of words met since the writer's changed. */
  readonly #isAccepted = new Map<string, boolean>();

  /** Replaces the words that are right whatever the dictionary says. */
  accept(words: readonly string[]): void {
    this.#accepted = new Set(words);
    this.#isAccepted.clear();
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
    if (this.#accepts(text)) return false;
    const part = this.#recall(text, ask);
    if (part !== true || compound === null) return part;
    if (this.#accepts(compound)) return false;
    return this.#recall(compound, ask);
  }

  #accepts(text: string): boolean {
    let isAccepted = this.#isAccepted.get(text);
    if (isAccepted === undefined) {
      if (this.#isAccepted.size >= REMEMBERED) this.#isAccepted.clear();
      isAccepted = isKnownWord(text, (form) => this.#accepted.has(form));
      this.#isAccepted.set(text, isAccepted);
    }
    return isAccepted;
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
