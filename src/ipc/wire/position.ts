/** Positions of a tree, as shown in lists. */

import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { PositionRows } from '../../core/outline/position-rows.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';

/** One item of the list of what follows a text, as shown in the Continuations list (`domain.md`, *Forks*). */
export interface ChildSummary {
  readonly positionId: PositionId;
  /** The position that it continues: where a text is divided, not always the one whose list this is. */
  readonly parentId: PositionId;
  /** It is what follows in the text itself, which is divided here: the first item, whatever its id. */
  readonly isRest: boolean;
  /** Where its text begins in what the position shows, in UTF-16 code units. */
  readonly offset: number;
  /** Other positions that show it when the path has one of them: splits of its text, further on. */
  readonly shownBy: readonly PositionId[];
  /** The version shown: the selected one, or else the newest. */
  readonly nodeId: NodeId;
  readonly authorId: AgentId;
  /** The first 240 UTF-16 code units of its text, from the fork onward. */
  readonly excerpt: string;
  /** Of its text from the fork onward, in UTF-16 code units. */
  readonly length: number;
  /** The first sibling with exactly the same text; the position itself if it is the first. */
  readonly firstIdentical: PositionId;
  readonly pruned: boolean;
  readonly bookmarked: boolean;
  readonly finishReason: FinishReason | null;
  readonly versionCount: number;
  /** Oldest first; `nodeId` is the selected one. Empty if there is only one. */
  readonly versions: readonly VersionSummary[];
  readonly createdAt: number;
}

/** One of the versions at a position. */
export interface VersionSummary {
  readonly nodeId: NodeId;
  readonly localId: LocalId;
  readonly authorId: AgentId;
  readonly editedFrom: NodeId | null;
  readonly createdAt: number;
  /** Whether it is selected on the path of the writer. */
  readonly selected: boolean;
  /** Whether it is another's, and shown only where it is selected (`domain.md`, *Paths*). */
  readonly offered: boolean;
}

/** A page of positions, in the order they were written. */
export interface TreePage {
  readonly positions: PositionRows;
  /** The start of the next page; null after the last. */
  readonly next: number | null;
  /** The last row of the log at the time of reading: request later changes from there. */
  readonly seq: number;
}

/** Positions written at since then, with their current state. */
export interface TreeChanges {
  readonly positions: PositionRows;
  readonly seq: number;
}

/** The label of a position in a list. */
export interface PositionLabel {
  readonly positionId: PositionId;
  readonly localId: LocalId;
  /** The first 120 characters of the shown version. */
  readonly excerpt: string;
  readonly bookmarkLabel: string | null;
}

/** A bookmarked position and the beginning of its text. */
export interface BookmarkSummary {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly label: string | null;
  readonly excerpt: string;
  readonly pruned: boolean;
  /** Hidden splits of the position, which show the same bookmark (`domain.md`, *Forks*). */
  readonly splits: readonly PositionId[];
}

/** A position and the beginning of one of its versions. */
export interface LocalIdMatch {
  readonly positionId: PositionId;
  readonly excerpt: string;
  readonly pruned: boolean;
}

export interface SearchHit {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** The node that the note is on; null if the hit is not a note. */
  readonly noteOn: { readonly nodeId: NodeId; readonly positionId: PositionId } | null;
  /** Whether the position or one of its ancestors is pruned. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /** The end of the text before it in its branch; for a note, the end of the noted text. */
  readonly before: string;
  /** The text around the first match, with `…` where it is cut. */
  readonly snippet: string;
  /** Half-open ranges of the snippet, in UTF-16 code units. */
  readonly highlights: readonly { readonly from: number; readonly to: number }[];
}
