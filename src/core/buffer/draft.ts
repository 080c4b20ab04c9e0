import type { NodeId, PositionId } from '../ids.ts';
import type { SpannedText } from '../text/span.ts';
import type { Change } from '../text/splice.ts';

/** The new text of a committed node, not yet a version. */
export interface PendingEdit extends SpannedText {
  readonly nodeId: NodeId;
  /** The composed change, if known: offsets in the text of the node (`domain.md`, *Forks*). */
  readonly changes?: Change;
}

/** The text typed after the last committed node. */
export interface WorkingBuffer extends SpannedText {
  /**
   * The node that undo turned back into this buffer: while text and spans are unchanged, a commit selects
   * that node again.
   */
  readonly wasNode?: NodeId;
}

/** Everything in a tree that is not committed (`domain.md`, *Words*). */
export interface Draft {
  /** The head that the working buffer follows. */
  readonly head: PositionId;
  readonly buffer: WorkingBuffer;
  /** In path order. */
  readonly edits: readonly PendingEdit[];
}
