/**
 * Types shared by editor and sessions about past states of a manuscript (`layers.md`, *The time line*): plain data, and
 * the part of a surface that they need of the present text. Offsets are in UTF-16 code units.
 */
import type { PendingEdit } from '../core/buffer/draft.ts';
import type { Moment } from '../core/history/moments/moment.ts';
import type { NodeId, PositionId } from '../core/ids.ts';
import type { SpannedText } from '../core/text/span.ts';
import type { DraftSplice } from '../core/text/splice.ts';

/** The passage at the top of a view, for another state of the text to show it in the same place. */
export interface PlaceInView {
  /** The positions of the path up to the passage; empty if nothing is committed before it. */
  readonly positions: readonly PositionId[];
  /** The passage is in the text of the last of them, or follows it in the working buffer. */
  readonly isInLast: boolean;
  /** The text shown there. */
  readonly text: string;
  readonly offset: number;
  /** From the top of the view to its line, in CSS pixels; negative for a line that is cut off. */
  readonly top: number;
}

/** A past path and its draft. */
export interface PastContent {
  /** From below the root to the head. */
  readonly nodes: readonly (SpannedText & {
    readonly nodeId: NodeId;
    readonly positionId: PositionId;
    readonly isSplit?: true;
  })[];
  readonly edits: readonly PendingEdit[];
  readonly buffer: SpannedText;
}

/** A position that was pruned, or restored. */
interface PrunedThen {
  readonly positionId: PositionId;
  readonly pruned: boolean;
}

/** The part of a manuscript that the time line needs. */
export interface TimelineSurface {
  /** The scroll position; null at the very top. */
  placeInView(): PlaceInView | null;
  /** The selected range; empty at the caret. */
  selectedRange(): { readonly from: number; readonly to: number };
  /** The whole text; null while a commit is in progress. */
  shownMoment(): Moment | null;
  /**
   * Makes splices that refer to the text before any of them, in order, in one transaction that is routed like typing, and
   * selects what the first of them inserts. One undo takes all of them back.
   */
  restoreParts(splices: readonly DraftSplice[]): void;
  /**
   * Shows a past path with its draft, which main has by then, without an event. One undo shows what was there before.
   * @param pruned what main restored for it; undo prunes it again
   */
  restoreAll(past: PastContent, pruned: readonly PrunedThen[]): void;
}

/** A past text on the screen. */
export interface PastTextSurface {
  focus(): void;
  selectedRange(): { readonly from: number; readonly to: number };
  selectedText(): string;
}

/** The data of a past text on the screen. */
export interface PastTextSummary {
  /** Null while they are being counted. */
  readonly words: number | null;
  readonly hasSelection: boolean;
}
