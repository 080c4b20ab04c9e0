/** The path of a tree, and what changes it. */

import type { SpannedText } from '../../core/buffer/draft.ts';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../core/ids.ts';

/**
 * A stretch of a path from near the root towards the head, the root left out: one string and typed arrays, since an
 * array of objects costs five times as much to cross (`proof.md`, *Speed*). Index i speaks of the i-th node.
 */
export interface PathSegments {
  readonly count: number;
  /** The nodes' texts, joined. */
  readonly text: string;
  /** UTF-16 code units of each node's text. */
  readonly lengths: Uint32Array;
  /** `count` ids of `ID_LENGTH` characters, joined. */
  readonly nodeIds: string;
  readonly positionIds: string;
  /** The agents that `authors` and `spanAgents` point into. */
  readonly agents: readonly AgentId[];
  readonly authors: Uint16Array;
  /** How many spans each node has; the spans themselves follow one another in the next three. */
  readonly spanCounts: Uint32Array;
  readonly spanAgents: Uint16Array;
  readonly spanLengths: Uint32Array;
  /** 1 where a diff decided who wrote the run. */
  readonly spanInferred: Uint8Array;
  /**
   * 1-based place among the siblings that are not pruned (and, if pruned itself, among all), and their number. All four
   * are 0 where main has not counted yet: counting costs the number of siblings (`path.headers`).
   */
  readonly siblingIndexes: Uint32Array;
  readonly siblingCounts: Uint32Array;
  /** 1-based place among the position's versions, and their number. */
  readonly versionIndexes: Uint32Array;
  readonly versionCounts: Uint32Array;
  /** A sum of `POSITION_FLAGS` (`core/tree/tree-node.ts`). */
  readonly flags: Uint8Array;
}

/** Offsets in the path's text, working buffer included; `scroll` is the offset at the top of the view. */
export interface CursorPlace {
  readonly anchor: number;
  readonly head: number;
  readonly scroll: number;
}

/** Everything the manuscript needs to show a tree as the writer left it. */
export interface PathSnapshot {
  readonly treeId: TreeId;
  readonly rootPositionId: PositionId;
  /** Raised by main whenever the tree's path changes; intents carry the one they were made against. */
  readonly pathVersion: number;
  readonly segments: PathSegments;
  /** The working buffer's text. */
  readonly buffer: SpannedText;
  /** New texts of committed nodes on the path, in path order. */
  readonly edits: readonly ({ readonly nodeId: NodeId } & SpannedText)[];
  readonly cursor: CursorPlace | null;
}

/** What every intent carries: the version it was made against and the typing that main has not yet been told. */
export interface Intent {
  readonly treeId: TreeId;
  readonly pathVersion: number;
  /** In the order they were made; applied before the intent is carried out. */
  readonly ops: readonly DraftOp[];
}

/** What became of one part of the draft in a commit. */
export interface Committed {
  /** The node whose pending edit it was; null for the working buffer. */
  readonly was: NodeId | null;
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** The writer as a rule; another where an earlier version with the same text and spans was selected again. */
  readonly authorId: AgentId;
}

/** The answer to an intent that may change the path. */
export interface PathReply {
  readonly pathVersion: number;
  /** One entry for each pending edit and for a working buffer that became a node. */
  readonly committed: readonly Committed[];
  /** How many nodes from the root on (after the commit) are the same as before; `tail` follows them. */
  readonly keep: number;
  readonly tail: PathSegments;
  /** How many nodes before the head are the same as before; they follow `tail`. */
  readonly rest: number;
  /** Headers of kept positions that look different now. */
  readonly headers: readonly HeaderPatch[];
}

/** New counts for a position on the path. */
export interface HeaderPatch {
  readonly positionId: PositionId;
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  readonly flags: number;
}

/** The answer to one that hides positions, or shows them again. */
export interface PrunedReply extends PathReply {
  /** Those that were not so before. */
  readonly changed: readonly PrunedPosition[];
}

/** A position that is to be hidden, or (`pruned` false) shown again. */
export interface PrunedPosition {
  readonly positionId: PositionId;
  readonly pruned: boolean;
}
