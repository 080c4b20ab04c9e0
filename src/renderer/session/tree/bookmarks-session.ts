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

/** The bookmarks of one tree. */
export class BookmarksSession {
  readonly #options: BookmarksOptions;
  readonly #list = createStore<readonly BookmarkSummary[]>([]);
  /** Names of bookmarks removed in this window, for when they are set again. */
  readonly #names = new Map<PositionId, string>();
  /** One request at a time; a change during it causes another. */
  #reading: Promise<void> | null = null;
  #isStale = false;

  constructor(options: BookmarksOptions) {
    this.#options = options;
  }

  /** Bookmarks of unpruned positions, in creation order. */
  get list(): Store<readonly BookmarkSummary[]> {
    return this.#list;
  }

  find(positionId: PositionId): BookmarkSummary | undefined {
    return this.#list.get().find((bookmark) => bookmark.positionId === positionId);
  }

  /** The name of a bookmark, also if it was removed in this window. */
  nameOf(positionId: PositionId): string | null {
    return this.find(positionId)?.label ?? this.#names.get(positionId) ?? null;
  }

  /** The bookmarks changed: these are all there are now. */
  onTreeChange(bookmarks: readonly BookmarkSummary[]): void {
    this.#update(bookmarks.filter(({ pruned }) => !pruned));
  }

  /** Reads the bookmarks again; resolves when the list is current. */
  refresh(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  /**
   * The bookmark after (1) or before (-1) a position in tree order, wrapping; null if there are none.
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
        this.#update(bookmarks.filter(({ pruned }) => !pruned));
      } catch (error) {
        onError(error);
      }
    }
    this.#reading = null;
  }

  #update(bookmarks: readonly BookmarkSummary[]): void {
    for (const { positionId, label } of this.#list.get())
      if (label !== null) this.#names.set(positionId, label);
    for (const { positionId } of bookmarks) this.#names.delete(positionId);
    this.#list.set(bookmarks);
  }
}

/** The title of a bookmark in a list: its name, or the first words of its node. */
export function bookmarkTitle({ label, excerpt }: Pick<BookmarkSummary, 'label' | 'excerpt'>): string {
  return label ?? firstWords(excerpt);
}
