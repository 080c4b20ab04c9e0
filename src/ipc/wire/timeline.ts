/** The time line of a manuscript (`layers.md`, *The time line*). Offsets are in UTF-16 code units. */
import type { LayerColumns, LayerReason } from '../../core/history/layer-reason.ts';
import type { BlockComparison, ComparisonGap } from '../../core/history/moments/compare-blocks.ts';
import type { AgentId, NodeId } from '../../core/ids.ts';
import type { SpannedText } from '../../core/text/span.ts';
import type { PathSegments } from './path.ts';

/**
 * A chain of layers: of the writer's path, 0, of the path of someone else who wrote in the file, or one that a merge
 * added. Only the first can be marked.
 */
export interface LayerChain {
  /** Counts from 0 in the order of `chains`; not the number that the file has. */
  readonly chain: number;
  /** The owner of the path. */
  readonly agentId: AgentId;
  readonly isMerged: boolean;
  readonly count: number;
}

/** The time line of one chain. */
export interface TimelineLayers extends LayerColumns {
  readonly chain: number;
  readonly chains: readonly LayerChain[];
}

/** The text after a layer, as a difference to what the window shows of another one. */
export interface PastText {
  readonly seq: number;
  /** Number of unchanged nodes from the beginning of that other text; `tail` follows them. 0 if there is none. */
  readonly keptBefore: number;
  /** Without counts, flags and forks. */
  readonly tail: PathSegments;
  /** Number of unchanged nodes at its end; they follow `tail`. */
  readonly keptAfter: number;
  /** Uncommitted then, in path order. */
  readonly edits: readonly ({ readonly nodeId: NodeId } & SpannedText)[];
  readonly buffer: SpannedText;
}

/** A comparison of two moments; runs of unchanged blocks are shortened to their ends. */
export interface MomentComparison {
  readonly blocks: readonly (BlockComparison | ComparisonGap)[];
}

/** A layer that touched a passage, newest first, and what stood there after it. */
export interface TracedLayer {
  readonly seq: number;
  readonly reason: LayerReason;
  readonly createdAt: number;
  /** The author of most of the text added there; null if it only removed or restored text. */
  readonly authorId: AgentId | null;
  /**
   * The text of the touched nodes of the passage before and after it, at most 2,000 UTF-16 code units of each; empty
   * where they were not there.
   */
  readonly before: string;
  readonly after: string;
}
