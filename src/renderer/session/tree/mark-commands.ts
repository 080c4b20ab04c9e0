import type { PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Notices } from '../window/notices.ts';
import type { BookmarksSession } from './bookmarks-session.ts';
import { bookmarkPosition, toggleExcluded } from './position-intents.ts';

export interface MarkCommandsOptions {
  readonly path: PathSession;
  readonly bookmarks: BookmarksSession;
  readonly intents: IntentSession;
  readonly notices: Notices;
  /** The caret's node; null before the first one. */
  findCurrent(): PositionId | null;
}

/** Bookmarks nodes of the path and excludes them from the context. Each method reports its own failures. */
export class MarkCommands {
  readonly #options: MarkCommandsOptions;

  constructor(options: MarkCommandsOptions) {
    this.#options = options;
  }

  /** Adds or removes the bookmark of the caret's node; added again, it gets its name back. */
  async toggleBookmark(): Promise<void> {
    const { path, bookmarks, notices, findCurrent } = this.#options;
    const current = findCurrent();
    if (current === null) return notices.announce('There is no node here yet.');
    const flags = path.findHeader(current)?.flags ?? 0;
    const bookmarked = (flags & POSITION_FLAGS.bookmarked) === 0;
    await this.#setBookmark(current, bookmarked, bookmarked ? bookmarks.nameOf(current) : null);
  }

  /** @param label the bookmark's name; null for none */
  async nameBookmark(positionId: PositionId, label: string | null): Promise<void> {
    await this.#setBookmark(positionId, true, label);
  }

  /** Excludes the caret's node from what models are sent, or includes it again. */
  async toggleExcluded(): Promise<void> {
    const { path, intents, notices, findCurrent } = this.#options;
    const { outcome } = await intents.submit(toggleExcluded, 'There is nothing to exclude here.');
    const current = findCurrent();
    const header = current === null ? undefined : path.findHeader(current);
    if (outcome !== 'done' || header === undefined) return;
    const isExcluded = (header.flags & POSITION_FLAGS.excluded) !== 0;
    notices.announce(isExcluded ? 'Excluded from the context.' : 'Included in the context again.');
  }

  async #setBookmark(positionId: PositionId, bookmarked: boolean, label: string | null): Promise<void> {
    const { bookmarks, intents, notices } = this.#options;
    const { outcome } = await intents.submit((context) =>
      bookmarkPosition(context, positionId, { bookmarked, label }),
    );
    if (outcome !== 'done') return;
    await bookmarks.refresh();
    notices.announce(bookmarked ? 'Bookmarked.' : 'Bookmark removed.');
  }
}
