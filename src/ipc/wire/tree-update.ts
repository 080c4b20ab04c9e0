/** Changes to a tree, with what the lists of a window show of them. */

import type { PositionId, TreeId } from '../../core/ids.ts';
import type { PositionRows } from '../../core/outline/position-rows.ts';
import type { HeaderPatch } from './path.ts';
import type { AnchorSummary, BookmarkSummary, ChildSummary, PositionLabel } from './position.ts';

/**
 * Everything that readers derive from one or several changes of a tree, derived once (`house.md`, *Seams*).
 * It describes the tree as it is when the event is sent.
 */
export interface TreeUpdate {
  readonly treeId: TreeId;
  /** The last row of the log that it reflects. */
  readonly seq: number;
  /** Positions that were added, or whose versions, metadata, notes or place among others changed. */
  readonly changed: readonly PositionId[];
  /** The rows of those positions in the outline. */
  readonly positions: PositionRows;
  /** Their labels; empty if there are too many to send. */
  readonly labels: readonly PositionLabel[];
  /** New headers of positions on the window's path. */
  readonly headers: readonly HeaderPatch[];
  /** The continuations of each position that has a changed one. */
  readonly children: readonly {
    readonly parentId: PositionId;
    readonly children: readonly ChildSummary[];
  }[];
  /** Further positions whose list of continuations may be another, because texts are divided there. */
  readonly stale: readonly PositionId[];
  /** The tree's bookmarks; null if they are as before. */
  readonly bookmarks: readonly BookmarkSummary[] | null;
  /** Its notes and bookmarks on phrases; null if they are as before. */
  readonly anchors: readonly AnchorSummary[] | null;
  /** Another agent moved the window's path, so that it has to be read again. */
  readonly isPathMoved: boolean;
}
