/** Changes to a tree, asked for and made, with what the lists of a window show of them. */
import type { PositionId, TreeId } from '../../core/ids.ts';
import type { PositionRows } from '../../core/outline/position-rows.ts';
import type { TreeSettings } from '../../core/tree/loom-tree.ts';
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

/** The properties of a tree to change; omitted ones stay. */
export interface TreeProperties {
  /** If null or only white space, the title follows the first words of the text. */
  readonly title?: string | null;
  readonly description?: string | null;
  /** The writer's own, in place of a model's; null for none, so that a model may make one. */
  readonly summary?: string | null;
  readonly systemContext?: string | null;
  readonly settings?: TreeSettings;
  readonly archived?: boolean;
}

/** The contents that deleting a tree permanently removes. */
export interface TreeContents {
  /** Conversations about the tree, whose contents the other numbers include. */
  readonly conversations: number;
  /** Nodes, including all versions, but not the root and notes. */
  readonly nodes: number;
  readonly notes: number;
  /** Responses of providers that no other tree uses. */
  readonly answers: number;
}

/** A tree that was copied to another grove and archived here, with the conversations about it. */
export interface MovedTree {
  /** The name of the other grove, and its file name without the folder. */
  readonly grove: string;
  readonly fileName: string;
  readonly nodes: number;
  /** Responses copied with it. */
  readonly answers: number;
}
