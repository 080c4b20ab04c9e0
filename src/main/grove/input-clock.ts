/** When the writer last did something in an open grove. */
export class InputClock {
  readonly #now: () => number;
  #last: number;

  /** @param now milliseconds since 1970 UTC */
  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** Records the writer's input. */
  note(): void {
    this.#last = this.#now();
  }

  /** Milliseconds since the writer's last input. */
  idleFor(): number {
    return this.#now() - this.#last;
  }
}
