import type { Store } from '../store/connection/store.ts';
import { getGreatestId } from '../store/tables/grove.ts';

export interface GroveIdsOptions {
  readonly store: Store;
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
}

/**
 * Makes ids that sort after every id in the file (`domain.md`, *Entities*), including those from another computer whose
 * clock is ahead: the last node written is the newest, and nodes that the writer could see when typing sort before it.
 */
export class GroveIds {
  readonly #options: GroveIdsOptions;
  #make: () => string;
  /** The store's `externalWrites` when its greatest id was last read. */
  #externalWrites: number;

  constructor(options: GroveIdsOptions) {
    this.#options = options;
    this.#externalWrites = options.store.externalWrites;
    this.#make = options.makeIds(getGreatestId(options.store));
  }

  /** The next id. */
  readonly next = (): string => {
    if (this.#externalWrites !== this.#options.store.externalWrites) this.raise();
    return this.#make();
  };

  /** Raises the sequence above ids that were added to the file from elsewhere. */
  raise(): void {
    const { store, makeIds } = this.#options;
    this.#externalWrites = store.externalWrites;
    const greatest = getGreatestId(store);
    if (greatest > this.#make()) this.#make = makeIds(greatest);
  }
}
