/** Undo and redo through everything the writer saw happen (`domain.md`, *Undo*). */
import {
  history as codeMirrorHistory,
  invertedEffects,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { type EditorState, Facet, Prec, type StateEffect, Transaction } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { scrollBack, scrollOfMoves } from './caret/scroll-of-moves.ts';
import { authorship } from './marks/authorship.ts';
import {
  findRestored,
  findTextChange,
  type KeptStructure,
  pathReplaced,
  positionPruned,
  structureKept,
} from './path/effects.ts';
import { segments } from './path/segments.ts';
import { wordCount } from './word-count.ts';

/** Steps that can be undone. */
const DEPTH = 1_000;

/** Asked before a step of history; true where it must not be taken now. */
export const historyHeld = Facet.define<(step: Command) => boolean>();

/** What a step is to be undone to; null for what is no step. */
function structureBefore(transaction: Transaction): KeptStructure | null {
  const { startState, effects } = transaction;
  const change = findTextChange(transaction);
  const now = {
    path: change?.before ?? startState.field(segments),
    authors: startState.field(authorship),
    written: startState.field(wordCount).written,
    caretBefore: startState.selection,
    caretAfter: null,
  };
  if (change !== undefined) return now;
  if (findRestored(transaction) !== undefined) {
    const { caretBefore, caretAfter } = findKept(transaction) ?? now;
    return { ...now, caretBefore, caretAfter };
  }
  const isMove = effects.some((effect) => effect.is(pathReplaced) || effect.is(positionPruned));
  return isMove ? { ...now, caretAfter: transaction.newSelection } : null;
}

/** What history hands back with a step; of joined transactions, the oldest. */
function findKept(transaction: Transaction): KeptStructure | undefined {
  return transaction.effects.findLast((effect) => effect.is(structureKept))?.value;
}

function isVisible(transaction: Transaction): boolean {
  return (
    !transaction.newDoc.eq(transaction.startState.doc) ||
    findRestored(transaction)?.keepsNodes === false ||
    transaction.effects.some((effect) => effect.is(positionPruned))
  );
}

/**
 * One step of history. The caret goes where it was on that side of the step: history itself forgets that when a step
 * is taken back twice, and hears nothing of a caret that a move placed.
 */
function take(
  view: EditorView,
  step: typeof undo,
  caretOf: (kept: KeptStructure) => KeptStructure['caretAfter'],
): Transaction | null {
  let taken: Transaction | null = null;
  step({
    state: view.state,
    dispatch: (transaction) => {
      taken = transaction;
    },
  });
  // Only the callback assigns it, which the compiler does not see.
  const transaction = taken as Transaction | null;
  if (transaction === null) return null;
  const kept = findKept(transaction);
  const selection = kept === undefined ? null : caretOf(kept);
  if (selection === null || findRestored(transaction) === undefined) view.dispatch(transaction);
  else {
    const caret = transaction.state.update({
      selection,
      annotations: Transaction.addToHistory.of(false),
      scrollIntoView: true,
      filter: false,
    });
    view.dispatch([transaction, caret]);
    if (kept !== undefined && step === undo) scrollBack(view, kept.path);
  }
  return transaction;
}

/** Takes steps until something is another than before: one that typed and deleted the same shows nothing. */
function untilVisible(
  step: typeof undo,
  depth: (state: EditorState) => number,
  caretOf: (kept: KeptStructure) => KeptStructure['caretAfter'],
): Command {
  const command: Command = (view) => {
    if (view.compositionStarted || view.state.facet(historyHeld).some((isHeld) => isHeld(command)))
      return true;
    for (let left = depth(view.state); left > 0; left--) {
      const transaction = take(view, step, caretOf);
      if (transaction === null) return false;
      if (isVisible(transaction)) return true;
    }
    return false;
  };
  return command;
}

export const undoVisible = untilVisible(undo, undoDepth, (kept) => kept.caretBefore);
export const redoVisible = untilVisible(redo, redoDepth, (kept) => kept.caretAfter);

export const history = [
  scrollOfMoves,
  codeMirrorHistory({ minDepth: DEPTH }),
  invertedEffects.of((transaction) => {
    const inverse: StateEffect<unknown>[] = [];
    for (const effect of transaction.effects) {
      if (!effect.is(positionPruned)) continue;
      inverse.unshift(positionPruned.of({ ...effect.value, pruned: !effect.value.pruned }));
    }
    const kept = structureBefore(transaction);
    if (kept !== null) inverse.push(structureKept.of(kept));
    return inverse;
  }),
  // The system's own undo, from a menu or a gesture, must pass over what shows nothing too.
  Prec.highest(
    EditorView.domEventHandlers({
      beforeinput: (event, view) => {
        if (event.inputType === 'historyUndo') undoVisible(view);
        else if (event.inputType === 'historyRedo') redoVisible(view);
        else return false;
        return true;
      },
    }),
  ),
];
