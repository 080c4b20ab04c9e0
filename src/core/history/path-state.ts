import type { NodeId, PositionId } from '../ids.ts';
import type { SpannedText } from '../text/span.ts';

/** Uncommitted text of a state: pending edits by node, and the working buffer. */
export interface StateDraft {
  readonly buffer: SpannedText;
  readonly edits: readonly ({ readonly nodeId: NodeId } & SpannedText)[];
}

/**
 * The text of a path at a moment (`layers.md`, *What is stored*). Nodes, positions and parents never change, so this is
 * the exact text with its spans.
 */
export interface PathState {
  readonly head: PositionId;
  /** The versions on the path that are not the first at their position, in no order. */
  readonly versions: ReadonlySet<NodeId>;
  /** Null where nothing was uncommitted. */
  readonly draft: StateDraft | null;
}

/** The difference between two states, a layer. */
export interface StateChange {
  /** The later head. */
  readonly head: PositionId;
  readonly versionsIn: readonly NodeId[];
  readonly versionsOut: readonly NodeId[];
  /** The later draft. */
  readonly draft: StateDraft | null;
}
