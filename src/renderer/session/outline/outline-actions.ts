import type { PositionId } from '../../../core/ids.ts';
import { OUTLINE_FLAGS } from '../../../core/outline/position-rows.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { NavigationCommands } from '../path/navigation-commands.ts';
import type { PathSession } from '../path/path-session.ts';
import { rememberFocus } from '../remember-focus.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { BookmarksSession } from '../tree/bookmarks-session.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import { bookmarkPosition, prunePosition, setPruned } from '../tree/position-intents.ts';
import type { Notices } from '../window/notices.ts';
import type { OutlineSession } from './outline-session.ts';

export interface OutlineActionsOptions {
  readonly readOnly: boolean;
  readonly path: PathSession;
  readonly outline: OutlineSession;
  readonly navigation: NavigationCommands;
  readonly generationCommands: GenerationCommands;
  readonly bookmarks: BookmarksSession;
  readonly intents: IntentSession;
  readonly notices: Notices;
  readonly surface: SurfaceSlot;
}

/** The keys of the outline and the map, which act on the position selected there (`interface.md`, *Keys*). */
export class OutlineActions {
  readonly #options: OutlineActionsOptions;

  constructor(options: OutlineActionsOptions) {
    this.#options = options;
  }

  /** Moves the path to the selected position; the keyboard stays in the outline. */
  async goThere(): Promise<void> {
    const { outline, navigation, path } = this.#options;
    const positionId = outline.selectedId;
    if (this.#isRefused(positionId)) return;
    // A text whose split is on the path is shown by that.
    const target = outline.findOnPath(positionId) ?? positionId;
    if (positionId !== path.rootPositionId || path.headId !== positionId) await navigation.goTo(target);
    outline.reveal(positionId);
  }

  /**
   * Moves the path to the selected position, and the keyboard to its text, unless the writer moves it
   * elsewhere meanwhile.
   */
  async edit(): Promise<void> {
    const isFocusKept = rememberFocus();
    await this.goThere();
    if (isFocusKept()) this.#options.surface.find()?.focus();
  }

  /** Generates continuations of the selected position. */
  async generate(): Promise<void> {
    await this.goThere();
    if (this.#isAtCaret()) await this.#options.generationCommands.generate();
  }

  /**
   * Splits at the caret if it is in the selected position; otherwise goes there, so that the writer can place
   * it.
   */
  async split(splitHere: () => Promise<void>): Promise<void> {
    const { notices } = this.#options;
    if (this.#isAtCaret()) return splitHere();
    await this.edit();
    if (this.#isAtCaret()) notices.announce('Put the caret where you want to split.');
  }

  async toggleBookmark(): Promise<void> {
    const { outline, bookmarks, notices } = this.#options;
    const positionId = outline.selectedId;
    if (this.#isRefusedRoot(positionId)) return;
    const bookmarked = !this.#has(OUTLINE_FLAGS.bookmarked);
    const label = bookmarked ? bookmarks.nameOf(positionId) : null;
    const { outcome } = await this.#options.intents.submit((context) =>
      bookmarkPosition(context, positionId, { bookmarked, label }),
    );
    if (outcome !== 'done') return;
    notices.announce(bookmarked ? 'Bookmarked.' : 'Bookmark removed.');
  }

  /** Prunes the selected position, or restores it. */
  async togglePruned(): Promise<void> {
    const { outline, notices } = this.#options;
    const positionId = outline.selectedId;
    if (this.#isRefusedRoot(positionId)) return;
    const isPruned = this.#has(OUTLINE_FLAGS.pruned);
    let hasChanged = false;
    const onDone = (changed: readonly PrunedPosition[]) => {
      hasChanged = changed.length > 0;
    };
    const { outcome } = await this.#options.intents.submit((context) =>
      isPruned
        ? setPruned(context, [{ positionId, pruned: false }], onDone)
        : prunePosition(context, positionId, onDone),
    );
    if (outcome !== 'done') return;
    if (hasChanged) notices.announce(isPruned ? 'Restored.' : 'Pruned. Undo brings it back.');
  }

  /** Goes to the next position that was generated and not yet seen. */
  async goToUnseen(): Promise<void> {
    const { outline, notices } = this.#options;
    const positionId = outline.findUnseen();
    if (positionId === null) return notices.announce('You have seen everything here.');
    outline.reveal(positionId);
    await this.goThere();
  }

  #has(flag: number): boolean {
    const { table } = this.#options.outline.view.get();
    return ((table.flags[table.find(this.#options.outline.selectedId)] ?? 0) & flag) !== 0;
  }

  /** Announces why nothing can be done with the root. */
  #isRefusedRoot(positionId: PositionId): boolean {
    if (positionId !== this.#options.path.rootPositionId) return false;
    this.#options.notices.announce('This is the beginning of the tree.');
    return true;
  }

  /** Announces why the path cannot move there: the grove is read-only, or the position is pruned. */
  #isRefused(positionId: PositionId): boolean {
    const { readOnly, path, notices, outline } = this.#options;
    const isOnPath = outline.findOnPath(positionId) !== undefined || positionId === path.rootPositionId;
    if (readOnly && !isOnPath) notices.announce('This grove is read-only, so the path cannot change.');
    else if (outline.isPruned(positionId)) notices.announce('This is pruned. Press Delete to restore it.');
    else return false;
    return true;
  }

  /** Whether the caret is in the selected position. */
  #isAtCaret(): boolean {
    const { outline, path, surface } = this.#options;
    return outline.listedId(surface.currentPositionId ?? path.rootPositionId) === outline.selectedId;
  }
}
