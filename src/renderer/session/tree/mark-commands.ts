import type { PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { PathSession } from '../path/path-session.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { Notices } from '../window/notices.ts';
import type { BookmarksSession } from './bookmarks-session.ts';
import { bookmarkPosition, toggleBookmark, toggleExcluded } from './position-intents.ts';

export interface MarkCommandsOptions {
  readonly path: PathSession;
  readonly bookmarks: BookmarksSession;
  readonly intents: IntentSession;
  readonly notices: Notices;
  readonly surface: SurfaceSlot;
}

/** Bookmarks nodes of the path and excludes them from the context. Each method reports its own failures. */
export class MarkCommands {
  readonly #options: MarkCommandsOptions;

  constructor(options: MarkCommandsOptions) {
    this.#options = options;
  }

  /** Adds or removes the bookmark of the caret's node; added again, it gets its name back. */
  async toggleBookmark(): Promise<void> {
    const { bookmarks, intents } = this.#options;
    let bookmarked = false;
    const { outcome } = await intents.submit(
      (context) =>
        toggleBookmark(
          context,
          (positionId) => bookmarks.nameOf(positionId),
          (isAdded) => {
            bookmarked = isAdded;
          },
        ),
      'There is no node here yet.',
    );
    if (outcome === 'done') this.#announce(bookmarked);
  }

  /** @param label the bookmark's name; null for none */
  async nameBookmark(positionId: PositionId, label: string | null): Promise<void> {
    const { outcome } = await this.#options.intents.submit((context) =>
      bookmarkPosition(context, positionId, { bookmarked: true, label }),
    );
    if (outcome === 'done') this.#announce(true);
  }

  /** Excludes the caret's node from what models are sent, or includes it again. */
  async toggleExcluded(): Promise<void> {
    const { path, intents, notices, surface } = this.#options;
    const { outcome } = await intents.submit(toggleExcluded, 'There is nothing to exclude here.');
    const { currentPositionId } = surface;
    const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
    if (outcome !== 'done' || header === undefined) return;
    const isExcluded = (header.flags & POSITION_FLAGS.excluded) !== 0;
    notices.announce(isExcluded ? 'Excluded from the context.' : 'Included in the context again.');
  }

  #announce(bookmarked: boolean): void {
    this.#options.notices.announce(bookmarked ? 'Bookmarked.' : 'Bookmark removed.');
  }
}
