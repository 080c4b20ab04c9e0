/** At most 30 events a second per slot (`house.md`, *Three continuations*), in milliseconds. */
const INTERVAL = 1_000 / 30;

/** Merges the pieces of one slot's text and sends them at most 30 times a second. */
export class UpdateMerger {
  readonly #send: (from: number, append: string) => void;
  #sent = 0;
  #pending = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param send receives the number of UTF-16 code units sent before, and the text that follows them */
  constructor(send: (from: number, append: string) => void) {
    this.#send = send;
  }

  /** UTF-16 code units sent so far. */
  get sent(): number {
    return this.#sent;
  }

  add(piece: string): void {
    this.#pending += piece;
    this.#timer ??= setTimeout(() => this.flush(), INTERVAL);
  }

  /** Discards the sent text: the next piece takes its place. */
  restart(): void {
    this.#pending = '';
    this.#sent = 0;
  }

  /** Sends pending text now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending === '') return;
    const append = this.#pending;
    const from = this.#sent;
    this.#pending = '';
    this.#sent += append.length;
    this.#send(from, append);
  }
}
