/** What a transaction says beside its changes (`manuscript.md`, *State*). */
import { type EditorSelection, Facet, StateEffect, StateField, type Transaction } from '@codemirror/state';
import type { SpannedText } from '../../../core/buffer/draft.ts';
import type { Segment } from '../../../core/buffer/segments.ts';
import type { SegmentId } from '../../../core/ids.ts';
import type { Spans } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { AnsweredCommit, PrunedPosition, SealedSegment } from '../manuscript.ts';
import type { Authors } from '../marks/authorship.ts';
import type { BufferPath } from './buffer-path.ts';

/** A replacement in the text of one segment, as earlier splices left it. */
export interface SegmentSplice {
  readonly segmentId: SegmentId;
  readonly removed: SpannedText;
  readonly splice: DraftSplice;
}

/** What a change to the text does to the segments and the authors, where no effect of the transaction says it. */
export interface TextChange {
  /** What is to be committed as it was before the change; empty when nothing is. */
  readonly sealed: readonly SealedSegment[];
  /** The path that the change was made to: as it was, or sealed. */
  readonly before: BufferPath;
  /** In the order they are applied. */
  readonly splices: readonly SegmentSplice[];
  readonly path: BufferPath;
  readonly authors: Authors;
}

/** Works that out; null where an effect says it. */
export const textRoute = Facet.define<(transaction: Transaction) => TextChange | null>();

/**
 * That of the transaction that led to a state. Not an effect of it: one that is added costs a transaction more at each
 * keystroke.
 */
export const textChange = StateField.define<TextChange | null>({
  create: () => null,
  update: (_before, transaction) => {
    if (!transaction.docChanged) return null;
    const [route] = transaction.startState.facet(textRoute);
    return route?.(transaction) ?? null;
  },
});

/** Segments `[from, to)` of the path are replaced, and the text with them. */
export interface PathReplacement {
  readonly from: number;
  readonly to: number;
  readonly segments: readonly Segment[];
  /** Where their text begins in the new document. */
  readonly at: number;
  /** Who wrote it, one entry a node: joining thousands costs as much as taking them over. */
  readonly spans: readonly Spans[];
}

export const pathReplaced = StateEffect.define<PathReplacement>();

/** A position was pruned, or is no longer; its inverse is the opposite. */
export const positionPruned = StateEffect.define<PrunedPosition>();

/** What stood before a step of history, by pointers to values that never change. */
export interface KeptStructure {
  readonly path: BufferPath;
  readonly authors: Authors;
  /** `WordCount.written`. */
  readonly written: number;
  /** Where the caret was before the step, and after it; null where history itself knows. */
  readonly caretBefore: EditorSelection;
  readonly caretAfter: EditorSelection | null;
}

/**
 * Kept by history. The text that comes back is exactly the one this is of, since every change of the text is a step of
 * history: a change that is not would map this effect, and it is let go then, and what comes back counts as typed.
 * History maps those of joined transactions too, all but the oldest, which is the one that counts.
 */
export const structureKept = StateEffect.define<KeptStructure>({
  map: (kept, changes) => (changes.empty ? kept : undefined),
});

/** History put this structure back; `path` knows what became of commits since. */
export interface RestoredStructure {
  readonly path: BufferPath;
  readonly authors: Authors;
  readonly written: number;
  /** Whether the nodes on the path are the same as before: only texts are others. */
  readonly keepsNodes: boolean;
}

export const structureRestored = StateEffect.define<RestoredStructure>();

/** The whole draft is on its way to being committed; the value names the working buffer that follows it. */
export const draftSealed = StateEffect.define<SegmentId>();

/** Has no inverse: it only tells which nodes the sealed segments are now, and nothing on the screen changes. */
export const draftCommitted = StateEffect.define<AnsweredCommit>();

/** The commit was refused. */
export const draftUnsealed = StateEffect.define<null>();

export function findTextChange(transaction: Transaction): TextChange | undefined {
  return transaction.docChanged ? (transaction.state.field(textChange, false) ?? undefined) : undefined;
}

export function findRestored(transaction: Transaction): RestoredStructure | undefined {
  return transaction.effects.find((effect) => effect.is(structureRestored))?.value as
    | RestoredStructure
    | undefined;
}
