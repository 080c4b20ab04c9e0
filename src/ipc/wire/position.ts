/** Positions of a tree, as lists show them. */

import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { PositionRows } from '../../core/outline/position-rows.ts';
import type { FinishReason } from '../../core/tree/tree-node.ts';

/** One continuation of a position, as the Continuations list shows it. */
export interface ChildSummary {
  readonly positionId: PositionId;
  /** The version shown: the selected one, else the newest. */
  readonly nodeId: NodeId;
  readonly authorId: AgentId;
  /** The first 240 UTF-16 code units of its text. */
  readonly excerpt: string;
  readonly length: number;
  /** The first continuation here that says the same, letter by letter; its own position where it is that one. */
  readonly firstAlike: PositionId;
  readonly pruned: boolean;
  readonly bookmarked: boolean;
  readonly finishReason: FinishReason | null;
  readonly versionCount: number;
  /** Oldest first, `nodeId` the selected one; empty where there is only one. */
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
  /** Whether it is the one on the writer's path. */
  readonly selected: boolean;
}

/** A stretch of a tree's positions, in the order they were written. */
export interface TreePage {
  readonly positions: PositionRows;
  /** Where the next page begins; null behind the last. */
  readonly next: number | null;
  /** The last row of the log when it was read: what changes later is asked for from there. */
  readonly seq: number;
}

/** Positions that something was written at, as they are now. */
export interface TreeChanges {
  readonly positions: PositionRows;
  readonly seq: number;
}

/** What a list calls a position. */
export interface PositionLabel {
  readonly positionId: PositionId;
  readonly localId: LocalId;
  /** The first 120 characters of the version that is shown. */
  readonly excerpt: string;
  readonly bookmarkLabel: string | null;
}

/** A position that is bookmarked, with the beginning of what it says. */
export interface BookmarkSummary {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly label: string | null;
  readonly excerpt: string;
  readonly pruned: boolean;
}

/** A position, and the beginning of one of its versions. */
export interface NamedPosition {
  readonly positionId: PositionId;
  readonly excerpt: string;
  readonly pruned: boolean;
}

export interface SearchHit {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** The node that a note is on; null for text. */
  readonly noteOn: { readonly nodeId: NodeId; readonly positionId: PositionId } | null;
  /** The position itself, or one above it. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /** The end of what comes before in its branch; of a note, the end of what it is on. */
  readonly before: string;
  /** The text around the first match, `…` where it was cut. */
  readonly snippet: string;
  /** Half-open ranges of the snippet, in UTF-16 code units. */
  readonly highlights: readonly { readonly from: number; readonly to: number }[];
}
