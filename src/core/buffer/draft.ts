import type { NodeId, PositionId } from '../ids.ts';
import type { Spans } from '../text/span.ts';

/** Text and who wrote each part of it; `spans` add up to its length. */
export interface SpannedText {
  readonly text: string;
  readonly spans: Spans;
}

/** The new text of a committed node, not yet a version. */
export interface PendingEdit extends SpannedText {
  readonly nodeId: NodeId;
}

/** The text typed after the last committed node. */
export interface WorkingBuffer extends SpannedText {
  /** The node that undo made this out of: while it says the same, a commit selects that node again. */
  readonly wasNode?: NodeId;
}

/** Everything of a tree that is not committed (`domain.md`, *Words*). */
export interface Draft {
  /** The head that the working buffer follows. */
  readonly head: PositionId;
  readonly buffer: WorkingBuffer;
  /** In path order. */
  readonly edits: readonly PendingEdit[];
}
