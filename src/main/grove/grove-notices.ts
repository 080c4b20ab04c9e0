import { AspenError } from '../../core/errors.ts';
import type { GroveNotice, GroveOffer } from '../../ipc/wire.ts';

/** What an offer may need of the window in which it is taken. */
export interface OfferHelp {
  /** Asks where to make a grove; null when the writer changed their mind. */
  chooseNewFile(): Promise<string | null>;
  /** Shows the grove at a path, in a window of its own. */
  showGrove(path: string, create: boolean): Promise<unknown>;
  /** Closes the window whatever is unsaved. */
  closeAnyway(): void;
}

/** What a notice offers, and what is done when the writer takes it. */
export type Offers = Partial<Readonly<Record<GroveOffer, (help: OfferHelp) => void | Promise<void>>>>;

interface Kept {
  readonly notice: GroveNotice;
  readonly offers: Offers;
}

/** What the writer is to be told of a grove, kept until it is put away, since no page may be listening yet. */
export class GroveNotices {
  #kept: readonly Kept[] = [];
  #lastId = 0;

  list(): readonly GroveNotice[] {
    return this.#kept.map(({ notice }) => notice);
  }

  /** @returns the notice's id */
  add(
    sentence: string,
    offers: Offers = {},
    { detail = '', isDone = false }: Partial<Pick<GroveNotice, 'detail' | 'isDone'>> = {},
  ): number {
    const id = ++this.#lastId;
    const offered = Object.keys(offers) as GroveOffer[];
    this.#kept = [...this.#kept, { notice: { id, isDone, sentence, detail, offers: offered }, offers }];
    return id;
  }

  putAway(id: number): void {
    this.#kept = this.#kept.filter(({ notice }) => notice.id !== id);
  }

  /** @throws {AspenError} NOT_FOUND where the notice is gone or never offered this; what the offer throws */
  async take(id: number, offer: GroveOffer, help: OfferHelp): Promise<void> {
    const act = this.#kept.find(({ notice }) => notice.id === id)?.offers[offer];
    if (act === undefined) throw new AspenError('NOT_FOUND', `no offer ${offer} of notice ${id}`);
    await act(help);
  }
}
