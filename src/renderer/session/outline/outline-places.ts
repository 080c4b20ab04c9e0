import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';

/** What is typed within this time is looked for together. Milliseconds. */
const THROTTLE = 80;
/** As many places as a search names. */
const MOST_PLACES = 1_000;

export interface OutlinePlacesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onFound(): void;
  onError(error: unknown): void;
}

/** Where the text stands that the outline is narrowed to: main looks for it. */
export class OutlinePlaces {
  readonly #options: OutlinePlacesOptions;
  #found: readonly PositionId[] | null = null;
  #isComplete = true;
  /** Counts what was looked for: a late answer to an earlier text is none. */
  #looks = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OutlinePlacesOptions) {
    this.#options = options;
  }

  /** Null without a text, and while it is looked for. */
  get found(): readonly PositionId[] | null {
    return this.#found;
  }

  /** Every place of the text is among them. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Looks for another text; for none where it is empty. */
  lookFor(text: string): void {
    clearTimeout(this.#timer);
    this.#looks += 1;
    this.#found = null;
    this.#isComplete = true;
    if (text === '') return;
    const look = this.#looks;
    this.#timer = setTimeout(() => void this.#find(text, look), THROTTLE);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #find(text: string, look: number): Promise<void> {
    const { client, treeId, onFound, onError } = this.#options;
    try {
      const wanted = { text, treeId, ranked: false, limit: MOST_PLACES };
      const { hits, complete } = await client.call('search.find', wanted);
      if (look !== this.#looks) return;
      this.#found = hits.map(({ positionId, noteOn }) => noteOn?.positionId ?? positionId);
      this.#isComplete = complete;
      onFound();
    } catch (error) {
      onError(error);
    }
  }
}
