import { assert, BugError } from '../../../core/assert.ts';
import { kindOf, type TokenKind } from './tokens.ts';
import { classOf } from './word-class.ts';

/**
 * Numbers for tokens, in the order they were first read. A document's vocabulary goes on where the sample's ends, so
 * that both speak of a word by the same number; what was added to the base since is not in it.
 */
export class Vocabulary {
  readonly #base: Vocabulary | undefined;
  /** Tokens numbered below this are the base's. */
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
    return this.#words[id] ?? this.#unknown(id);
  }

  kindOf(id: number): TokenKind {
    return this.#kinds[id] ?? this.#unknown(id);
  }

  classOf(id: number): number {
    return this.#classes[id] ?? this.#unknown(id);
  }

  /** Forgets the tokens numbered `size` and above, which are not the base's. */
  shrink(size: number): void {
    assert(size >= this.offset, `${size} words would cut into the ${this.offset} below`);
    for (const word of this.#words.splice(size)) this.#ids.delete(word);
    this.#kinds.length = size;
    this.#classes.length = size;
  }

  #unknown(id: number): never {
    throw new BugError(`no token ${id} among ${this.size}`);
  }
}
