import type { Store } from '../store/connection/store.ts';
import { getGreatestId } from '../store/tables/grove.ts';

export interface GroveIdsOptions {
  readonly store: Store;
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
}

/**
 * Ids that sort after every one in the file (`domain.md`, *Entities*), those too that another computer made, whose clock
 * goes ahead: what is written last is the newest, and what was there when the writer typed is older than that.
 */
export class GroveIds {
  readonly #options: GroveIdsOptions;
  #make: () => string;
  /** Those of the file that its ids were read at. */
  #externalWrites: number;

  constructor(options: GroveIdsOptions) {
    this.#options = options;
    this.#externalWrites = options.store.externalWrites;
    this.#make = options.makeIds(getGreatestId(options.store));
  }

  /** The next one. */
  readonly next = (): string => {
    if (this.#externalWrites !== this.#options.store.externalWrites) this.rise();
    return this.#make();
  };

  /** The file has got ids that were not made here. */
  rise(): void {
    const { store, makeIds } = this.#options;
    this.#externalWrites = store.externalWrites;
    const greatest = getGreatestId(store);
    if (greatest > this.#make()) this.#make = makeIds(greatest);
  }
}
