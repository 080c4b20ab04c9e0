/** What a transaction carries besides its changes (`manuscript.md`, *State*). */
import { type EditorSelection, Facet, StateEffect, StateField, type Transaction } from '@codemirror/state';
import type { SpannedText } from '../../../core/buffer/draft.ts';
import type { SegmentId } from '../../../core/ids.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { CommitResult, PrunedPosition, SealedSegment } from '../../surface.ts';
import type { Authors } from '../marks/authors.ts';
import type { BufferPath, PathReplacement } from './buffer-path.ts';

/** A replacement in the text of one segment, after all earlier splices. */
export interface SegmentSplice {
  readonly segmentId: SegmentId;
  readonly removed: SpannedText;
  readonly splice: DraftSplice;
}

/** What a text change does to the segments and the authors, unless an effect of the transaction determines that. */
export interface TextChange {
  /** The segments to commit as they were before the change; empty if there are none. */
  readonly sealed: readonly SealedSegment[];
  /** The path that the change applies to: the old one, or the old one sealed. */
  readonly before: BufferPath;
  /** In the order they are applied. */
  readonly splices: readonly SegmentSplice[];
  readonly path: BufferPath;
  readonly authors: Authors;
}

/** Computes the `TextChange` of a transaction; null if an effect determines the result. */
export const textRouter = Facet.define<(transaction: Transaction) => TextChange | null>();

/**
 * The `TextChange` of the transaction that led to a state. Not an effect: adding one would cost another
 * transaction on each keystroke.
 */
export const textChange = StateField.define<TextChange | null>({
  create: () => null,
  update: (_before, transaction) => {
    if (!transaction.docChanged) return null;
    const [route] = transaction.startState.facet(textRouter);
    return route?.(transaction) ?? null;
  },
});

export const pathReplaced = StateEffect.define<PathReplacement>();

/** A position was pruned or restored; the inverse is the opposite. */
export const positionPruned = StateEffect.define<PrunedPosition>();

/** The state before an undo step, as references to immutable values. */
export interface SavedStructure {
  readonly path: BufferPath;
  readonly authors: Authors;
  /** `WordCount.written`. */
  readonly written: number;
  /** The selection before the step and after it; null if CodeMirror's history has it. */
  readonly caretBefore: EditorSelection;
  readonly caretAfter: EditorSelection | null;
}

/**
 * Stored in history. It fits the restored text exactly, because every text change is a step of history: a
 * change that is not would map this effect, which drops it, and the restored text then counts as typed.
 * History also maps the effects of joined transactions, except the oldest, which is the one that counts.
 */
export const structureSaved = StateEffect.define<SavedStructure>({
  map: (saved, changes) => (changes.empty ? saved : undefined),
});

/** History restored this structure; `path` is reconciled with the commits answered since. */
export interface RestoredStructure {
  readonly path: BufferPath;
  readonly authors: Authors;
  readonly written: number;
  /** Whether the nodes on the path stayed the same, so that only texts changed. */
  readonly keepsNodes: boolean;
}

export const structureRestored = StateEffect.define<RestoredStructure>();

/** The whole draft is being committed; the value is the id of the working buffer that follows it. */
export const draftSealed = StateEffect.define<SegmentId>();

/** Says which nodes the sealed segments are now. Has no inverse, since nothing on the screen changes. */
export const draftCommitted = StateEffect.define<CommitResult>();

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
