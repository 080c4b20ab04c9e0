/** Steps of undo that continue after a restart (`domain.md`, *Undo*). */

/**
 * The end of a writer's undo history, as text that only the window reads. Steps are counted from the first there ever was:
 * those before `first` are forgotten, and those from `from` on are these.
 */
export interface UndoSteps {
  readonly first: number;
  readonly from: number;
  /** The earliest first. */
  readonly steps: readonly string[];
}

/** Tracks which steps of a history are saved, by a key of each. */
export class SavedSteps<Key> {
  #keys: readonly Key[];
  #first: number;

  /** @param first which step the first of these is, counted as in `UndoSteps` */
  constructor(keys: readonly Key[] = [], first = 0) {
    this.#keys = keys;
    this.#first = first;
  }

  /** True if these are the saved steps. The last key decides, since steps are added or removed only at the ends. */
  isEnd(keys: readonly Key[]): boolean {
    return keys.length === this.#keys.length && keys.at(-1) === this.#keys.at(-1);
  }

  /** These are saved from now on. @returns which step the first of them is, and how many were saved before them */
  replace(keys: readonly Key[]): { readonly first: number; readonly same: number } {
    const [oldest] = keys;
    const dropped = oldest === undefined ? -1 : this.#keys.indexOf(oldest);
    const known = dropped < 0 ? [] : this.#keys.slice(dropped);
    this.#first += dropped < 0 ? this.#keys.length : dropped;
    this.#keys = keys;
    let same = 0;
    while (same < keys.length && known[same] === keys[same]) same += 1;
    return { first: this.#first, same };
  }

  /** None of them is saved. */
  forget(): void {
    this.replace([]);
  }
}
