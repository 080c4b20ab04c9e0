/** What the next request would send, piece by piece. */

import type { LeftOut } from '../../core/context/assemble.ts';
import type { NodeId } from '../../core/ids.ts';
import type { FoldedText } from '../../core/text/fold-text.ts';
import type { CompletionStyle } from '../../core/tree/agent.ts';
import type { WireError } from './app.ts';

/** Something that a request sends, exactly as sent. */
export interface ContextPiece {
  /** `gap`: what stands where text was left out. */
  readonly kind: 'system' | 'memory' | 'text' | 'gap' | 'authorsNote';
  readonly text: FoldedText;
}

/** Which piece: the `nth` of its kind, from 0. */
export interface PieceName {
  readonly kind: ContextPiece['kind'];
  readonly nth: number;
}

/** A place in the text of the path: an offset in what a node shows; `nodeId` is null in the working buffer. */
export interface NodeOffset {
  readonly nodeId: NodeId | null;
  readonly offset: number;
}

/** Text that is not sent, and why. */
export interface LeftOutStretch {
  readonly reason: LeftOut['reason'];
  readonly from: NodeOffset;
  readonly to: NodeOffset;
  /** How many it is of, in whole or in part. */
  readonly nodes: number;
  readonly text: FoldedText;
}

/** Exactly what the next request would send (`generation.md`, *Context*). */
export interface ContextPreview {
  readonly style: CompletionStyle;
  /** In the order sent; none is empty, and no two texts stand side by side. */
  readonly pieces: readonly ContextPiece[];
  /** In path order. */
  readonly leftOut: readonly LeftOutStretch[];
  /** Spaces left off the document's end, in UTF-16 code units. */
  readonly trimmed: number;
  /** Estimate of everything sent. */
  readonly tokens: number;
  /** Kept free for the answer, in tokens. */
  readonly reserve: number;
  /** What the model can read and write at once, in tokens; null where nobody has said. */
  readonly window: number | null;
  /** Why nothing would be sent, `pieces` being what would have to be; null where it would. */
  readonly refusal: WireError | null;
  /** By how many tokens it is refused; 0 where it is not. */
  readonly tooMany: number;
}
