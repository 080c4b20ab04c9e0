/** At most 30 events a second a slot (`house.md`, *Three continuations*), in milliseconds. */
const INTERVAL = 1_000 / 30;

/** Gathers the pieces of one slot's text, and hands them on at most 30 times a second. */
export class UpdateMerger {
  readonly #send: (from: number, append: string) => void;
  #sent = 0;
  #waiting = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param send is given how many UTF-16 code units were sent before, and what follows them */
  constructor(send: (from: number, append: string) => void) {
    this.#send = send;
  }

  /** UTF-16 code units handed on so far. */
  get sent(): number {
    return this.#sent;
  }

  add(piece: string): void {
    this.#waiting += piece;
    this.#timer ??= setTimeout(() => this.flush(), INTERVAL);
  }

  /** Hands on what is waiting. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const append = this.#waiting;
    const from = this.#sent;
    this.#waiting = '';
    this.#sent += append.length;
    this.#send(from, append);
  }
}
