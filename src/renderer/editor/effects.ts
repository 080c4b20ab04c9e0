/** What a transaction says beside its changes (`manuscript.md`, *State*). */
import { type ChangeSet, StateEffect, type Transaction } from '@codemirror/state';
import type { SpannedText } from '../../core/buffer/draft.ts';
import type { Segment } from '../../core/buffer/segments.ts';
import type { SegmentId } from '../../core/ids.ts';
import type { Spans } from '../../core/text/span.ts';
import type { Authors } from './authorship.ts';
import type { BufferPath } from './buffer-path.ts';
import type { CommittedSegment, SealedSegment } from './manuscript.ts';

/** A replacement in the text of one segment, with all it takes to reverse it. */
export interface SegmentSplice {
  readonly segmentId: SegmentId;
  /** In the segment's own text, as earlier splices left it. */
  readonly from: number;
  readonly removed: SpannedText;
  readonly inserted: SpannedText;
  /** `Segment.openAtEnd` before and after the transaction; null where it did not change. */
  readonly wasOpenAtEnd: boolean | null;
  readonly openAtEnd: boolean | null;
}

/** What a change to the text does to the segments and the authors. Every such transaction carries one. */
export interface TextChange {
  /** What is to be committed as it was before the change; empty when nothing is. */
  readonly sealed: readonly SealedSegment[];
  /** In the order they are applied. */
  readonly splices: readonly SegmentSplice[];
  readonly path: BufferPath;
  readonly authors: Authors;
  /**
   * From the text that the transaction leaves to the one that `path` and `authors` are of; null when they are the
   * same. They differ when history mapped a change over a switch that took its segment away.
   */
  readonly correction: ChangeSet | null;
}

export const textChanged = StateEffect.define<TextChange>();

/** Ends what a `textChanged` with a correction began: the fields are right already. */
export const textCorrected = StateEffect.define<null>();

/**
 * Kept by history: the splices that reverse a transaction. They are local to their segments, so whatever happens to
 * the text around a segment, they need no mapping; of a segment that left the path they are passed over. History
 * hands those of joined transactions back newest first, which is the order to apply them in.
 */
export const splicesToApply = StateEffect.define<readonly SegmentSplice[]>();

/** Segments `[from, to)` of the path are replaced, and the text with them. */
export interface PathReplacement {
  readonly from: number;
  readonly to: number;
  readonly segments: readonly Segment[];
  /** Where their text begins in the new document, and who wrote it. */
  readonly at: number;
  readonly spans: Spans;
}

export const pathReplaced = StateEffect.define<PathReplacement>();

/** The whole draft is on its way to being committed; the value names the working buffer that follows it. */
export const draftSealed = StateEffect.define<SegmentId>();

/** Has no inverse: it only tells which nodes the sealed segments are now, and nothing on the screen changes. */
export const draftCommitted = StateEffect.define<readonly CommittedSegment[]>();

/** The commit was refused. */
export const draftUnsealed = StateEffect.define<null>();

export function findTextChange(transaction: Transaction): TextChange | undefined {
  return transaction.effects.find((effect) => effect.is(textChanged))?.value as TextChange | undefined;
}

/** The splices that undo these. */
export function reverseSplices(splices: readonly SegmentSplice[]): readonly SegmentSplice[] {
  return splices.toReversed().map(({ segmentId, from, removed, inserted, wasOpenAtEnd, openAtEnd }) => ({
    segmentId,
    from,
    removed: inserted,
    inserted: removed,
    wasOpenAtEnd: openAtEnd,
    openAtEnd: wasOpenAtEnd,
  }));
}
