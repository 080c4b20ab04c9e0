import type { PositionId } from '../../../core/ids.ts';
import { LOOK_FLAGS } from '../../../core/outline/position-rows.ts';
import type { ManuscriptFace, PrunedPosition } from '../../surface.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { NavigationCommands } from '../path/navigation-commands.ts';
import type { PathSession } from '../path/path-session.ts';
import type { PreviewSession } from '../path/preview-session.ts';
import type { BookmarksSession } from '../tree/bookmarks-session.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import { bookmarkPosition, prunePosition, setPruned } from '../tree/position-intents.ts';
import type { Notices } from '../window/notices.ts';
import type { OutlineSession } from './outline-session.ts';

export interface OutlineActionsOptions {
  readonly readOnly: boolean;
  readonly path: PathSession;
  readonly outline: OutlineSession;
  readonly moving: NavigationCommands;
  readonly asking: GenerationCommands;
  readonly bookmarks: BookmarksSession;
  readonly preview: PreviewSession;
  readonly intents: IntentSession;
  readonly notices: Notices;
  findManuscript(): ManuscriptFace | null;
}

/** What the keys of the outline and the map do with the position selected there (`interface.md`, *Keys*). */
export class OutlineActions {
  readonly #options: OutlineActionsOptions;

  constructor(options: OutlineActionsOptions) {
    this.#options = options;
  }

  /** Leads the path to the selected position, and stays in the outline. */
  async goThere(): Promise<void> {
    const { outline, moving, path } = this.#options;
    const positionId = outline.selectedId;
    if (this.#isRefused(positionId)) return;
    if (positionId !== path.rootPositionId || path.headId !== positionId) await moving.goTo(positionId);
    outline.reveal(positionId);
  }

  /** Leads the path to the selected position, and puts the keyboard into its text. */
  async edit(): Promise<void> {
    await this.goThere();
    this.#options.findManuscript()?.focus();
  }

  /** Asks for continuations of the selected position. */
  async generate(): Promise<void> {
    await this.goThere();
    if (this.#isThere()) await this.#options.asking.generate();
  }

  /** Splits at the caret where that is in the selected position; else goes there, for the caret to be put first. */
  async split(splitHere: () => Promise<void>): Promise<void> {
    const { notices } = this.#options;
    if (this.#isThere()) return splitHere();
    await this.edit();
    if (this.#isThere()) notices.announce('Put the caret where it is to be split.');
  }

  async toggleBookmark(): Promise<void> {
    const { outline, bookmarks, notices } = this.#options;
    const positionId = outline.selectedId;
    if (this.#isRoot(positionId)) return;
    const bookmarked = !this.#has(LOOK_FLAGS.bookmarked);
    const label = bookmarked ? bookmarks.nameOf(positionId) : null;
    const { outcome } = await this.#options.intents.submit((context) =>
      bookmarkPosition(context, positionId, { bookmarked, label }),
    );
    if (outcome !== 'done') return;
    await bookmarks.refresh();
    outline.reading.follow();
    notices.announce(bookmarked ? 'Bookmarked.' : 'No longer bookmarked.');
  }

  /** Prunes the selected position, or shows it again. */
  async togglePruned(): Promise<void> {
    const { outline, notices } = this.#options;
    const positionId = outline.selectedId;
    if (this.#isRoot(positionId)) return;
    const isPruned = this.#has(LOOK_FLAGS.pruned);
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
    outline.reading.follow();
    if (hasChanged) notices.announce(isPruned ? 'Restored.' : 'Pruned. Undo brings it back.');
  }

  /** Goes to what was generated and not yet seen. */
  async goToUnseen(): Promise<void> {
    const { outline, notices } = this.#options;
    const positionId = outline.findUnseen();
    if (positionId === null) return notices.announce('Everything here was seen.');
    outline.reveal(positionId);
    await this.goThere();
  }

  /** Shows in the text what would stand there, without going; again, and the text is as it was. */
  async preview(): Promise<void> {
    const { outline, preview, notices, path } = this.#options;
    const positionId = outline.selectedId;
    if (preview.shown.get() === positionId) return preview.end();
    preview.end();
    if (path.indexOf(positionId) >= 0 || positionId === path.rootPositionId)
      return notices.announce('This is in the text already.');
    const { table, selected } = outline.view.get();
    const parent = table.parents[selected] ?? -1;
    if (parent < 0) return;
    const siblings: PositionId[] = [];
    for (let at = table.firstChildren[parent] ?? -1; at >= 0; at = table.nextSiblings[at] ?? -1) {
      const isPruned = ((table.flags[at] ?? 0) & LOOK_FLAGS.pruned) !== 0;
      if (!isPruned || at === selected) siblings.push(table.idOf(at));
    }
    const parentId = table.idOf(parent);
    if (path.indexOf(parentId) < 0 && parentId !== path.rootPositionId)
      return notices.announce('This branch leaves the text further up. Enter goes there.');
    await preview.showAt(parentId, positionId, siblings);
  }

  #has(flag: number): boolean {
    const { table } = this.#options.outline.view.get();
    return ((table.flags[table.find(this.#options.outline.selectedId)] ?? 0) & flag) !== 0;
  }

  #isRoot(positionId: PositionId): boolean {
    if (positionId !== this.#options.path.rootPositionId) return false;
    this.#options.notices.announce('This is where the tree begins.');
    return true;
  }

  /** A file that cannot be written has no path to lead anywhere; what is pruned is on none. */
  #isRefused(positionId: PositionId): boolean {
    const { readOnly, path, notices, outline } = this.#options;
    const isOnPath = path.indexOf(positionId) >= 0 || positionId === path.rootPositionId;
    if (readOnly && !isOnPath) notices.announce('This grove is read-only: the path stays as it is.');
    else if (outline.isPruned(positionId)) notices.announce('This is pruned. Delete restores it.');
    else return false;
    return true;
  }

  /** Whether the caret is in the selected position. */
  #isThere(): boolean {
    const { outline, path } = this.#options;
    const current = this.#options.findManuscript()?.summary().currentPositionId ?? path.rootPositionId;
    return current === outline.selectedId;
  }
}
