import type { PositionId, TreeId } from '../../core/ids.ts';
import type { BookmarkSummary } from '../../ipc/wire.ts';
import type { Client } from '../client.ts';
import type { PathSession } from './path-session.ts';
import { createStore, type Store } from './store.ts';

export interface BookmarksOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  onError(error: unknown): void;
}

/** The bookmarks of one tree, and the way from one to the next. */
export class BookmarksSession {
  readonly #options: BookmarksOptions;
  readonly #list = createStore<readonly BookmarkSummary[]>([]);
  /** Names of bookmarks that were taken away here: who sets one again has its name again. */
  readonly #names = new Map<PositionId, string>();
  /** The order that next and previous go in, for as long as nothing else leads elsewhere. */
  #walk: { readonly order: readonly PositionId[]; readonly at: PositionId } | null = null;
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
   * The bookmark after (1) or before (-1) a position, round and round: those on the path as they stand on it, then the
   * others in the order they were made. Null where there is none.
   * @param from null before the first node
   */
  step(direction: 1 | -1, from: PositionId | null): PositionId | null {
    const walk = this.#walk;
    const known = new Set(this.#list.get().map(({ positionId }) => positionId));
    // To go to one off the path makes another path: the order of the first step holds until all were seen.
    const isGoingOn = walk !== null && walk.at === from && known.size === walk.order.length;
    const order =
      isGoingOn && walk.order.every((positionId) => known.has(positionId)) ? walk.order : this.#order();
    const at = this.#next(order, direction, from);
    if (at === null) return null;
    this.#walk = { order, at };
    return at;
  }

  #next(order: readonly PositionId[], direction: 1 | -1, from: PositionId | null): PositionId | null {
    const { path } = this.#options;
    const index = from === null ? -1 : order.indexOf(from);
    // Between two bookmarks: the first of those behind the place is the next.
    const place = from === null ? -1 : path.indexOf(from);
    const before = order.filter((positionId) => {
      const other = path.indexOf(positionId);
      return other >= 0 && other < place;
    }).length;
    let next = index + direction;
    if (index < 0) next = direction === 1 ? before : before - 1;
    return order.at(next % order.length) ?? null;
  }

  #order(): readonly PositionId[] {
    const { path } = this.#options;
    const all = this.#list.get().map(({ positionId }) => positionId);
    const onPath = all.filter((positionId) => path.indexOf(positionId) >= 0);
    onPath.sort((a, b) => path.indexOf(a) - path.indexOf(b));
    return [...onPath, ...all.filter((positionId) => path.indexOf(positionId) < 0)];
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
  const words = excerpt.trim().replaceAll(/\s+/g, ' ');
  return label ?? (words === '' ? 'Without words' : words);
}
