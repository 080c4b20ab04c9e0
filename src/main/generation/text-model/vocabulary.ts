import { assert, BugError } from '../../../core/assert.ts';
import { kindOf, type TokenKind } from './tokens.ts';
import { classOf } from './word-class.ts';

/**
 * Assigns ids to tokens, in the order they were first read. A document's vocabulary extends the sample's, so
 * that both use the same ids; later additions to the base are not included.
 */
export class Vocabulary {
  readonly #base: Vocabulary | undefined;
  /** Tokens with lower ids are the base's. */
  readonly offset: number;
  readonly #ids = new Map<string, number>();
  readonly #words: string[];
  readonly #kinds: TokenKind[];
  readonly #classes: number[];

  constructor(base?: Vocabulary) {
    this.#base = base;
    this.offset = base?.size ?? 0;
    this.#words = base === undefined ? [] : [...base.#words];
    this.#kinds = base === undefined ? [] : [...base.#kinds];
    this.#classes = base === undefined ? [] : [...base.#classes];
  }

  get size(): number {
    return this.#words.length;
  }

  find(word: string): number | undefined {
    return this.#base?.find(word) ?? this.#ids.get(word);
  }

  /** The id of a token; assigns a new one to an unknown token. */
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
    return this.#words[id] ?? this.#unknown(id);
  }

  kindOf(id: number): TokenKind {
    return this.#kinds[id] ?? this.#unknown(id);
  }

  classOf(id: number): number {
    return this.#classes[id] ?? this.#unknown(id);
  }

  /** Removes the tokens with ids from `size` on, none of which may be the base's. */
  shrink(size: number): void {
    assert(size >= this.offset, `cannot shrink to ${size} tokens: the base has ${this.offset}`);
    for (const word of this.#words.splice(size)) this.#ids.delete(word);
    this.#kinds.length = size;
    this.#classes.length = size;
  }

  #unknown(id: number): never {
    throw new BugError(`no token ${id} among ${this.size}`);
  }
}
