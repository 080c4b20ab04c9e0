import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { BookmarkSummary } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import { LiveQuery } from '../live-query.ts';
import type { Store } from '../store.ts';
import { firstWords } from './first-words.ts';

export interface BookmarksOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onError(error: unknown): void;
}

/** The bookmarks of one tree. */
export class BookmarksSession {
  readonly #options: BookmarksOptions;
  readonly #list: LiveQuery<readonly BookmarkSummary[]>;
  /** Names of bookmarks, also of those removed since, for when they are set again. */
  readonly #names = new Map<PositionId, string>();

  constructor(options: BookmarksOptions) {
    this.#options = options;
    const { client, treeId, onError } = options;
    this.#list = new LiveQuery({
      initial: [],
      key: () => treeId,
      read: async () => unpruned(await client.call('position.bookmarks', { treeId })),
      onError,
    });
    this.list.subscribe(() => this.#rememberNames());
  }

  /** Bookmarks of unpruned positions, in creation order. */
  get list(): Store<readonly BookmarkSummary[]> {
    return this.#list.value;
  }

  /** The bookmark that a position shows. */
  find(positionId: PositionId): BookmarkSummary | undefined {
    return this.list.get().find((bookmark) => positionsOf(bookmark).includes(positionId));
  }

  /** The name of a bookmark, also if it was removed in this window. */
  nameOf(positionId: PositionId): string | null {
    return this.#names.get(positionId) ?? null;
  }

  /** The bookmarks changed: these are all there are now. */
  onTreeChange(bookmarks: readonly BookmarkSummary[]): void {
    this.#list.patch(() => unpruned(bookmarks));
  }

  /** Reads the bookmarks again; resolves when the list is current. */
  refresh(): Promise<void> {
    return this.#list.refresh();
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

  #rememberNames(): void {
    for (const bookmark of this.list.get()) {
      for (const positionId of positionsOf(bookmark)) {
        if (bookmark.label === null) this.#names.delete(positionId);
        else this.#names.set(positionId, bookmark.label);
      }
    }
  }
}

/** The positions that show a bookmark: one, unless its text was divided. */
function positionsOf({ positionId, splits }: BookmarkSummary): readonly PositionId[] {
  return [positionId, ...splits];
}

function unpruned(bookmarks: readonly BookmarkSummary[]): readonly BookmarkSummary[] {
  return bookmarks.filter(({ pruned }) => !pruned);
}

/** The title of a bookmark in a list: its name, or the first words of its node. */
export function bookmarkTitle({ label, excerpt }: Pick<BookmarkSummary, 'label' | 'excerpt'>): string {
  return label ?? firstWords(excerpt);
}
