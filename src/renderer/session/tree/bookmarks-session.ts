import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { BookmarkSummary } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import { firstWords } from './first-words.ts';

export interface BookmarksOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onError(error: unknown): void;
}

/** The bookmarks of one tree, and the way from one to the next. */
export class BookmarksSession {
  readonly #options: BookmarksOptions;
  readonly #list = createStore<readonly BookmarkSummary[]>([]);
  /** Names of bookmarks that were taken away here: who sets one again has its name again. */
  readonly #names = new Map<PositionId, string>();
  /** One request at a time; whatever changes meanwhile is read once more. */
  #reading: Promise<void> | null = null;
  #isStale = false;

  constructor(options: BookmarksOptions) {
    this.#options = options;
  }

  /** Those that are not pruned, in the order they were made. */
  get list(): Store<readonly BookmarkSummary[]> {
    return this.#list;
  }

  /** The bookmark of a position; undefined where it has none. */
  find(positionId: PositionId): BookmarkSummary | undefined {
    return this.#list.get().find((bookmark) => bookmark.positionId === positionId);
  }

  /** The name that a bookmark has, or had before it was taken away in this window. */
  nameOf(positionId: PositionId): string | null {
    return this.find(positionId)?.label ?? this.#names.get(positionId) ?? null;
  }

  /** Reads them again; resolves when what is true now is shown. */
  refresh(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  /**
   * The bookmark after (1) or before (-1) a position in the order of the tree, round and round. Null where there is none.
   * @param from null before the first node
   * @throws {AspenError} as main answers
   */
  next(direction: 1 | -1, from: PositionId | null): Promise<PositionId | null> {
    const { client, treeId } = this.#options;
    return client.call('position.nextBookmark', { treeId, from, direction });
  }

  async #readAll(): Promise<void> {
    const { client, treeId, onError } = this.#options;
    while (this.#isStale) {
      this.#isStale = false;
      try {
        const bookmarks = await client.call('position.bookmarks', { treeId });
        this.#take(bookmarks.filter(({ pruned }) => !pruned));
      } catch (error) {
        onError(error);
      }
    }
    this.#reading = null;
  }

  #take(bookmarks: readonly BookmarkSummary[]): void {
    for (const { positionId, label } of this.#list.get())
      if (label !== null) this.#names.set(positionId, label);
    for (const { positionId } of bookmarks) this.#names.delete(positionId);
    this.#list.set(bookmarks);
  }
}

/** What a list calls a bookmark: its name, else the first words of its node. */
export function titleOfBookmark({ label, excerpt }: Pick<BookmarkSummary, 'label' | 'excerpt'>): string {
  return label ?? firstWords(excerpt);
}
