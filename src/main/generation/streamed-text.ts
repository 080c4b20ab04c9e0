/** Pieces are joined into a block of at least this length, in UTF-16 code units. */
const BLOCK = 64 * 1024;

/**
 * Text that arrives in small pieces. A string to which they are appended would keep every piece in memory
 * beside its characters, several times the size of the text; here they are joined block by block.
 */
export class StreamedText {
  readonly #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;
  #joined = 0;

  /** UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  append(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length - this.#joined < BLOCK) return;
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
    this.#joined = this.#length;
  }

  /** Drops the appended text. */
  clear(): void {
    this.#blocks.length = 0;
    this.#pieces = [];
    this.#length = 0;
    this.#joined = 0;
  }

  /** The whole text; copies it. */
  toString(): string {
    return [...this.#blocks, ...this.#pieces].join('');
  }
}
