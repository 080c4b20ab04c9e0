import type { NodeId, PositionId } from '../../ids.ts';
import type { SpannedText } from '../../text/spanned-text.ts';

/** A node, or the working buffer, as a moment shows it. */
export interface MomentPart {
  /** Null for the working buffer. */
  readonly positionId: PositionId | null;
  /** The version there; null for the working buffer. */
  readonly nodeId: NodeId | null;
  /** With uncommitted text. */
  readonly whole: SpannedText;
}
