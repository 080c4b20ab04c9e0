/** The path of a tree, and the requests that change it. */

import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { SpannedText } from '../../core/text/span.ts';
import type { ForkCount } from '../../core/tree/forks.ts';

/**
 * A range of a path, ordered from the root towards the head, without the root. One string and typed arrays,
 * because an array of objects takes five times as long to cross between processes (`proof.md`, *Speed*).
 * Index i describes the i-th node.
 */
export interface PathSegments {
  readonly count: number;
  /** The texts of the nodes, joined. */
  readonly text: string;
  /** Length of the text of each node in UTF-16 code units. */
  readonly lengths: Uint32Array;
  /** `count` ids of `ID_LENGTH` characters, joined. */
  readonly nodeIds: string;
  readonly positionIds: string;
  /** The agents that `authors` and `spanAgents` point into. */
  readonly agents: readonly AgentId[];
  readonly authors: Uint32Array;
  /**
   * In a conversation: the messages whose speaker is not their author (`core/context/message-origin.ts`), by their index. Always
   * empty for a manuscript.
   */
  readonly speakers: readonly { readonly at: number; readonly speakerId: AgentId }[];
  /** In a conversation: the indexes of the messages that end before their model was done. Always empty for a manuscript. */
  readonly cut: readonly number[];
  /**
   * In a conversation: the indexes of the messages that continue the one before them, and of those that a model can
   * continue (`core/context/message-origin.ts`). Always empty for a manuscript.
   */
  readonly continues: readonly number[];
  readonly unfinished: readonly number[];
  /** Number of spans per node; the spans of all nodes follow one another in the next three arrays. */
  readonly spanCounts: Uint32Array;
  readonly spanAgents: Uint32Array;
  readonly spanLengths: Uint32Array;
  /** 1 if a diff decided who wrote the span. */
  readonly spanInferred: Uint8Array;
  /**
   * 1-based number in the list of what continues the text before it (for a pruned position, among all siblings), and
   * the number of items there. All four arrays are 0 where main has not counted yet, because counting costs time proportional to
   * the number of siblings (`path.headers`).
   */
  readonly siblingIndexes: Uint32Array;
  readonly siblingCounts: Uint32Array;
  /** 1-based number among the versions at the position, and their number. */
  readonly versionIndexes: Uint32Array;
  readonly versionCounts: Uint32Array;
  /** A sum of `POSITION_FLAGS` values (`core/tree/tree-node.ts`). */
  readonly flags: Uint8Array;
  /** The forks inside texts, by the index of the node; only where main has counted, and there is one. */
  readonly forks: readonly { readonly at: number; readonly forks: readonly ForkCount[] }[];
}

/** Offsets in the text of the path including the working buffer; `scroll` is the offset at the top of the viewport. */
export interface CursorState {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

/** Everything needed to show a tree in the manuscript as the writer left it. */
export interface PathSnapshot {
  readonly treeId: TreeId;
  readonly rootPositionId: PositionId;
  /** Main increments it whenever the tree's path changes; every intent carries the version it was made against. */
  readonly pathVersion: number;
  readonly segments: PathSegments;
  /** The working buffer. */
  readonly buffer: SpannedText;
  /** Pending edits on the path, in path order. */
  readonly edits: readonly ({ readonly nodeId: NodeId } & SpannedText)[];
  /**
   * Pending edits that the path does not show, in the order of their nodes: in a dialogue each waits in the draft
   * until its message returns (`dialogue.md`, *The tree*).
   */
  readonly waitingEdits: readonly WaitingEdit[];
  readonly cursor: CursorState | null;
}

/** An edit of a node that is not on the path, though another version of its position may be. */
export interface WaitingEdit extends SpannedText {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** The position that it continues; null if it continues none any more. */
  readonly parentId: PositionId | null;
}

/** The text that would be shown instead of the text after a place of the path. */
export interface TextPreview extends SpannedText {
  /** The position of the path that has the place; the root's if nothing of the path stays. */
  readonly at: PositionId;
  /** In what `at` shows, in UTF-16 code units; null for its end. */
  readonly offset: number | null;
  /** 1-based number in its list, and the number of items there. */
  readonly number: number;
  readonly count: number;
}

/** The text that follows where the path took another way. */
export interface RestOfText {
  /** Number of its words, down to its deepest position. */
  readonly words: number;
  /** Its start in the text that its first node shows, in UTF-16 code units. */
  readonly offset: number;
}

/**
 * The item of a list to select: the `step`-th after the one that the path shows (wrapping around), the `index`-th from
 * 1, or that of a position.
 */
export type SiblingTarget =
  | { readonly step: -1 | 1 }
  | { readonly index: number }
  | { readonly positionId: PositionId };

/** The version of a position to select: the `step`-th after the selected one (wrapping around), or a node. */
export type VersionTarget = { readonly step: -1 | 1 } | { readonly nodeId: NodeId };

/** Fields of every intent: the path version it was made against, and the unsent typing. */
export interface Intent {
  readonly treeId: TreeId;
  readonly pathVersion: number;
  /** In order; applied before the intent. */
  readonly ops: readonly DraftOp[];
}

/** The result of committing one part of the draft. */
export interface Committed {
  /** The node that the pending edit belonged to; null for the working buffer. */
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** Usually the writer; another agent if an earlier version with the same text and spans was selected again. */
  readonly authorId: AgentId;
  /** The authors of its text (`core/provenance/who-wrote.ts`), by decreasing share. */
  readonly authors: readonly AgentId[];
  /** In a conversation, where it is not the author. */
  readonly speakerId?: AgentId;
}

/** The reply to an intent that may change the path. */
export interface PathReply {
  readonly pathVersion: number;
  /** One entry per pending edit, and one for the working buffer if it became a node. */
  readonly committed: readonly Committed[];
  /** Number of unchanged nodes from the root on (after the commit); `tail` follows them. */
  readonly keptBefore: number;
  readonly tail: PathSegments;
  /** Number of unchanged nodes at the end of the path; they follow `tail`. */
  readonly keptAfter: number;
  /** Headers of unchanged nodes whose counts or flags changed. */
  readonly headers: readonly HeaderPatch[];
}

/** New counts and flags of a position on the path. */
export interface HeaderPatch {
  readonly positionId: PositionId;
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  readonly flags: number;
  /** In text order. */
  readonly forks: readonly ForkCount[];
}

/** The reply to an intent that selects an item of a list. */
export interface SelectedReply extends PathReply {
  /** The position that shows the item now. */
  readonly positionId: PositionId;
  /** Start of the item in it, if that is inside its text; else null. */
  readonly offset: number | null;
}

/** The reply to an intent that prunes or restores positions. */
export interface PrunedReply extends PathReply {
  /** The positions whose state changed. */
  readonly changed: readonly PrunedPosition[];
}

/** A position to prune or (`pruned` false) restore. */
export interface PrunedPosition {
  readonly positionId: PositionId;
  readonly pruned: boolean;
}
