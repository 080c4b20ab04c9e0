import { describeError } from '../../core/errors.ts';
import type { WireError } from '../../ipc/wire.ts';
import { createStore, type Store } from './store.ts';

/** A quiet banner: what happened, what is safe; it never stands in the way. */
export interface Notice {
  readonly id: number;
  readonly sentence: string;
  readonly detail: string;
}

/** Something for a screen reader, told once. */
export interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** How many announcements the log keeps: enough to read back, never a document of its own. */
const LOG_LENGTH = 20;

/** What the program has to say: banners until they are put away, and the log of announcements. */
export class Notices {
  readonly #banners = createStore<readonly Notice[]>([]);
  readonly #log = createStore<readonly Announcement[]>([]);
  #lastId = 0;

  get banners(): Store<readonly Notice[]> {
    return this.#banners;
  }

  get log(): Store<readonly Announcement[]> {
    return this.#log;
  }

  /** Shows an error as a banner and announces it; the same sentence is not shown twice at once. */
  report(error: unknown): void {
    this.show(isWireError(error) ? error : describeError(error));
  }

  show({ sentence, detail }: Pick<WireError, 'sentence' | 'detail'>): void {
    const others = this.#banners.get().filter((notice) => notice.sentence !== sentence);
    this.#banners.set([...others, { id: ++this.#lastId, sentence, detail }]);
    this.announce(sentence);
  }

  dismiss(id: number): void {
    this.#banners.set(this.#banners.get().filter((notice) => notice.id !== id));
  }

  announce(text: string): void {
    this.#log.set([...this.#log.get(), { id: ++this.#lastId, text }].slice(-LOG_LENGTH));
  }
}

function isWireError(error: unknown): error is WireError {
  return typeof error === 'object' && error !== null && !(error instanceof Error) && 'sentence' in error;
}
