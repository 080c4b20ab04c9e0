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

/** Marks nodes of the path: bookmarks them, leaves them out of the context. Each method tells what went wrong by itself. */
export class MarkCommands {
  readonly #options: MarkCommandsOptions;

  constructor(options: MarkCommandsOptions) {
    this.#options = options;
  }

  /** Bookmarks the caret's node, or takes its bookmark away; set again, it has its name again. */
  async toggleBookmark(): Promise<void> {
    const { path, bookmarks, notices, findCurrent } = this.#options;
    const current = findCurrent();
    if (current === null) return notices.announce('There is no node here yet.');
    const flags = path.findHeader(current)?.flags ?? 0;
    const bookmarked = (flags & POSITION_FLAGS.bookmarked) === 0;
    await this.#setBookmark(current, bookmarked, bookmarked ? bookmarks.nameOf(current) : null);
  }

  /** Bookmarks a node under a name, or (null) without one. */
  async nameBookmark(positionId: PositionId, label: string | null): Promise<void> {
    await this.#setBookmark(positionId, true, label);
  }

  /** Leaves the caret's node out of what models are sent, or puts it back. */
  async toggleExcluded(): Promise<void> {
    const { path, intents, notices, findCurrent } = this.#options;
    const { outcome } = await intents.submit(toggleExcluded, 'There is nothing to exclude here.');
    const current = findCurrent();
    const header = current === null ? undefined : path.findHeader(current);
    if (outcome !== 'done' || header === undefined) return;
    const isExcluded = (header.flags & POSITION_FLAGS.excluded) !== 0;
    notices.announce(isExcluded ? 'Left out of the context.' : 'In the context again.');
  }

  async #setBookmark(positionId: PositionId, bookmarked: boolean, label: string | null): Promise<void> {
    const { bookmarks, intents, notices } = this.#options;
    const { outcome } = await intents.submit((context) =>
      bookmarkPosition(context, positionId, { bookmarked, label }),
    );
    if (outcome !== 'done') return;
    await bookmarks.refresh();
    notices.announce(bookmarked ? 'Bookmarked.' : 'No longer bookmarked.');
  }
}
