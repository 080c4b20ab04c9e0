import { assert } from '../../../core/assert.ts';
import { kindOf, type TokenKind } from './tokens.ts';
import { classOf } from './word-class.ts';

/**
 * Numbers for tokens, in the order they were first read. A document's vocabulary goes on where the sample's ends, so
 * that both speak of a word by the same number.
 */
export class Vocabulary {
  readonly #base: Vocabulary | undefined;
  /** Tokens numbered below this are the base's. */
  readonly offset: number;
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #kinds: TokenKind[] = [];
  readonly #classes: number[] = [];

  constructor(base?: Vocabulary) {
    this.#base = base;
    this.offset = base?.size ?? 0;
  }

  get size(): number {
    return this.offset + this.#words.length;
  }

  find(word: string): number | undefined {
    return this.#base?.find(word) ?? this.#ids.get(word);
  }

  /** The number of a token; a new one when it was not known. */
  add(word: string): number {
    const known = this.find(word);
    if (known !== undefined) return known;
    const id = this.size;
    this.#ids.set(word, id);
    this.#words.push(word);
    this.#kinds.push(kindOf(word));
    this.#classes.push(classOf(word));
    return id;
  }

  wordOf(id: number): string {
    return this.#inBase(id)?.wordOf(id) ?? this.#own(this.#words, id);
  }

  kindOf(id: number): TokenKind {
    return this.#inBase(id)?.kindOf(id) ?? this.#own(this.#kinds, id);
  }

  classOf(id: number): number {
    return this.#inBase(id)?.classOf(id) ?? this.#own(this.#classes, id);
  }

  /** Forgets the tokens numbered `size` and above. */
  shrink(size: number): void {
    assert(size >= this.offset, `${size} words would cut into the ${this.offset} below`);
    for (const word of this.#words.splice(size - this.offset)) this.#ids.delete(word);
    this.#kinds.length = this.#words.length;
    this.#classes.length = this.#words.length;
  }

  #inBase(id: number): Vocabulary | undefined {
    return id < this.offset ? this.#base : undefined;
  }

  #own<T>(list: readonly T[], id: number): T {
    const value = list[id - this.offset];
    assert(value !== undefined, `no token ${id} among ${this.size}`);
    return value;
  }
}
