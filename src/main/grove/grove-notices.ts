import { AspenError } from '../../core/errors.ts';
import type { GroveNotice, GroveOffer } from '../../ipc/wire.ts';

/** What an offer may need of the window in which it is taken. */
export interface OfferHelp {
  /** Asks where to make a grove; null when the writer changed their mind. */
  chooseNewFile(): Promise<string | null>;
  /** Asks for a grove that is there; null when the writer changed their mind. */
  chooseFile(purpose: 'find'): Promise<string | null>;
  /** Whether another window has the file at a path open. */
  isOpenElsewhere(path: string): boolean;
  /** Looks at a file before it is opened. @throws {AspenError} what it is refused for, or is damaged by */
  lookThrough(path: string): Promise<void>;
  /** The grove of the window has another file now. */
  groveMoved(): void;
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
  readonly isHidden: boolean;
}

/** What the writer is to be told of a grove, kept until it is put away, since no page may be listening yet. */
export class GroveNotices {
  #kept: readonly Kept[] = [];
  #lastId = 0;

  list(): readonly GroveNotice[] {
    return this.#kept.filter(({ isHidden }) => !isHidden).map(({ notice }) => notice);
  }

  /** @returns the notice's id */
  add(
    sentence: string,
    offers: Offers = {},
    { detail = '', isDone = false }: Partial<Pick<GroveNotice, 'detail' | 'isDone'>> = {},
  ): number {
    const id = ++this.#lastId;
    const offered = Object.keys(offers) as GroveOffer[];
    const notice = { id, isDone, sentence, detail, offers: offered };
    this.#kept = [...this.#kept, { notice, offers, isHidden: false }];
    return id;
  }

  find(id: number): GroveNotice | undefined {
    return this.#kept.find(({ notice }) => notice.id === id)?.notice;
  }

  /** The writer has read it. What it offers can be taken for as long as it holds. */
  hide(id: number): void {
    this.#kept = this.#kept.map((kept) => (kept.notice.id === id ? { ...kept, isHidden: true } : kept));
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
