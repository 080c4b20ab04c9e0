/** Effects that a transaction carries besides its changes (`manuscript.md`, *State*). */
import {
  Annotation,
  ChangeSet,
  type EditorSelection,
  Facet,
  StateEffect,
  StateField,
  type Text,
  Transaction,
} from '@codemirror/state';
import type { Segment } from '../../../core/buffer/segments.ts';
import type { SegmentId } from '../../../core/ids.ts';
import type { SpannedText, Spans } from '../../../core/text/span.ts';
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

/** The effect of a text change on the segments and the authors, unless an effect of the transaction determines that. */
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

/** Marks a step that ends what the one before it began (`SavedStructure`). */
export const stepEnd = Annotation.define<true>();

/** A position was pruned or restored; the inverse is the opposite. */
export const positionPruned = StateEffect.define<PrunedPosition>();

/** A text as it was before a change by others, with the writer's history up to then: plain values. */
export interface TextBefore {
  readonly doc: Text;
  readonly selection: EditorSelection;
  readonly path: BufferPath;
  readonly authors: Authors;
  /** `WordCount.written`. */
  readonly written: number;
  /** The value of CodeMirror's history field. */
  readonly history: unknown;
  readonly others: OthersChange | null;
}

/** Consecutive nodes that others put on the path, by the segments around them, which they kept. */
export interface ReplacedNodes {
  /** The segments that were there instead. */
  readonly were: readonly Segment[];
  /** The segment before them; null at the start of the path. */
  readonly before: SegmentId | null;
  /** The segment after them; null if the working buffer was replaced too. */
  readonly after: SegmentId | null;
  readonly segments: readonly Segment[];
  readonly text: Text;
  /** One entry per segment. */
  readonly spans: readonly Spans[];
}

/** A change by others, with what it takes to make it again on the text that undo restores. */
export interface RepeatableChange {
  readonly changes: ChangeSet;
  /** The authors of its insertions, joined. */
  readonly inserted: Spans;
  /** The nodes it put on the path, in path order; null if it only changed text. */
  readonly nodes: readonly ReplacedNodes[] | null;
  /** Undo left the place of these nodes: they are not in the text, and come back with the path through that place. */
  readonly isAway: boolean;
}

/** The state in which a step from before a change by others is made, and the change to make after it, if any. */
export interface StepBase {
  readonly before: TextBefore;
  readonly change: RepeatableChange | null;
}

/** The latest change by others, which is no step of the writer's history: how to go back and forward over it. */
export interface OthersChange {
  readonly undo: StepBase | null;
  readonly redo: StepBase | null;
  /** 1 plus the number of earlier changes by others that can be reached from it. */
  readonly depth: number;
  /** The text after it, and how many steps could be undone and redone; a change that finds the same follows at once. */
  readonly after: { readonly doc: Text; readonly undoDepth: number; readonly redoDepth: number };
}

/** Returns true if others made this change: it is not a step of the writer's history. */
export function isByOthers(transaction: Transaction): boolean {
  if (transaction.annotation(Transaction.addToHistory) !== false) return false;
  return transaction.docChanged || transaction.effects.some((effect) => effect.is(pathReplaced));
}

/** The state before an undo step, as references to immutable values. */
export interface SavedStructure {
  readonly path: BufferPath;
  readonly authors: Authors;
  /** `WordCount.written`. */
  readonly written: number;
  /** The selection before the step and after it; null if CodeMirror's history has it. */
  readonly caretBefore: EditorSelection;
  readonly caretAfter: EditorSelection | null;
  /** The latest change by others before the step; undo makes it the latest again. */
  readonly others: OthersChange | null;
  /** The same after the step. If it is another by now, the structure is of a text without that change. */
  readonly othersAfter: OthersChange | null;
  /** The step was made over a change by others, and may have assigned unchanged text to another segment. */
  readonly isRebased: boolean;
  /** The step ends what the one before it began: both are undone, and redone, as one. */
  readonly endsStep: boolean;
}

/**
 * Stored in history. It fits the restored text exactly, unless others changed the text since: then history maps
 * it to null, and `restore-structure.ts` finds the structure. (Null, because an event without changes or effects
 * would vanish from history.) History also maps the effects of joined transactions, except the oldest, which is
 * the one that counts. It maps those by the changes of a step, a `ChangeSet`, and others' changes by their description
 * alone; what joined transactions saved is dropped, or a long run would keep something for each keystroke.
 */
export const structureSaved = StateEffect.define<SavedStructure | null>({
  map: (saved, changes) => (changes.empty ? saved : changes instanceof ChangeSet ? undefined : null),
});

/** In history with a switch that joined another: the selection after it, since all else was saved with the first one. */
export const switchJoined = StateEffect.define<EditorSelection>();

/** The structure that history saved with a step: null if the text has changed under it, undefined if it is no step. */
export function findSaved(transaction: Transaction): SavedStructure | null | undefined {
  // The effects of joined transactions come newest first; the oldest counts.
  const saved = transaction.effects.findLast((effect) => effect.is(structureSaved))?.value as
    | SavedStructure
    | null
    | undefined;
  const caretAfter = transaction.effects.find((effect) => effect.is(switchJoined))?.value as
    | EditorSelection
    | undefined;
  return saved && caretAfter ? { ...saved, caretAfter } : saved;
}

/** History restored this structure; `path` is reconciled with the commits answered since. */
export interface RestoredStructure {
  readonly path: BufferPath;
  readonly authors: Authors;
  readonly written: number;
  /** The selection on either side of the step, in the text as it is on that side. */
  readonly caretBefore: EditorSelection;
  readonly caretAfter: EditorSelection | null;
  readonly others: OthersChange | null;
  /** The path as it was saved, which identifies what the writer saw. */
  readonly savedPath: BufferPath;
  /** As in `SavedStructure`. */
  readonly isRebased: boolean;
  /** As in `SavedStructure`. */
  readonly endsStep: boolean;
  /** The nodes on the path stayed the same, so that only texts changed. */
  readonly keepsNodes: boolean;
}

export const structureRestored = StateEffect.define<RestoredStructure>();

/** The structure that a step must restore but did not, because history mapped its changes to make another text. */
export interface MissedStructure extends Omit<RestoredStructure, 'keepsNodes'> {
  readonly doc: Text;
}

/** On a step that `correctionOf` must follow. */
export const structureMissed = StateEffect.define<MissedStructure>();

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
