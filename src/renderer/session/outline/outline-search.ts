import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';

/** Milliseconds between the last change of the text and the search. */
const DEBOUNCE = 80;
/** The most hits a search returns. */
const MAX_HITS = 1_000;

export interface OutlineSearchOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onFound(): void;
  onError(error: unknown): void;
}

/** Searches the tree, in main, for the text the outline is filtered by. */
export class OutlineSearch {
  readonly #options: OutlineSearchOptions;
  #found: readonly PositionId[] | null = null;
  #isComplete = true;
  /** Numbers the searches, so that a late answer to an earlier one is ignored. */
  #searches = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OutlineSearchOptions) {
    this.#options = options;
  }

  /** The positions that contain the text; null without a text, and during the search. */
  get found(): readonly PositionId[] | null {
    return this.#found;
  }

  /** Whether `found` has every match. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Starts a search; an empty text clears the matches. */
  start(text: string): void {
    clearTimeout(this.#timer);
    this.#searches += 1;
    this.#found = null;
    this.#isComplete = true;
    if (text === '') return;
    const search = this.#searches;
    this.#timer = setTimeout(() => void this.#find(text, search), DEBOUNCE);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #find(text: string, search: number): Promise<void> {
    const { client, treeId, onFound, onError } = this.#options;
    try {
      const query = { text, treeId, ranked: false, limit: MAX_HITS, firstOnly: true };
      const { hits, complete } = await client.call('search.find', query);
      if (search !== this.#searches) return;
      // What is typed after the last node is in no row.
      const inRows = hits.filter(({ nodeId }) => nodeId !== null);
      this.#found = inRows.map(({ positionId, noteOn }) => noteOn?.positionId ?? positionId);
      this.#isComplete = complete;
      onFound();
    } catch (error) {
      onError(error);
    }
  }
}
