/** Undo and redo of everything the writer saw happen (`domain.md`, *Undo*). */
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
import { restoreScroll, savedScroll } from './caret/saved-scroll.ts';
import { authorship } from './marks/authorship.ts';
import {
  findRestored,
  findTextChange,
  pathReplaced,
  positionPruned,
  type SavedStructure,
  structureSaved,
} from './path/effects.ts';
import { segments } from './path/segments.ts';
import { wordCount } from './word-count.ts';

/** How many steps can be undone. */
const DEPTH = 1_000;

/** Called before each undo or redo; true if the step must wait. */
export const historyDeferred = Facet.define<(step: Command) => boolean>();

/** What undo restores after this transaction; null if it is not an undo step. */
function structureBefore(transaction: Transaction): SavedStructure | null {
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
    const { caretBefore, caretAfter } = findSaved(transaction) ?? now;
    return { ...now, caretBefore, caretAfter };
  }
  const isMove = effects.some((effect) => effect.is(pathReplaced) || effect.is(positionPruned));
  return isMove ? { ...now, caretAfter: transaction.newSelection } : null;
}

/** What history saved with a step; for joined transactions, the oldest. */
function findSaved(transaction: Transaction): SavedStructure | undefined {
  return transaction.effects.findLast((effect) => effect.is(structureSaved))?.value;
}

function isVisible(transaction: Transaction): boolean {
  return (
    !transaction.newDoc.eq(transaction.startState.doc) ||
    findRestored(transaction)?.keepsNodes === false ||
    transaction.effects.some((effect) => effect.is(positionPruned))
  );
}

/**
 * Runs one undo or redo. The caret returns to where it was on that side of the step: CodeMirror's history
 * loses that when a step is undone a second time, and does not record a caret that a move along the tree
 * placed.
 */
function applyStep(
  view: EditorView,
  step: typeof undo,
  caretOf: (saved: SavedStructure) => SavedStructure['caretAfter'],
): Transaction | null {
  let dispatched: Transaction | null = null;
  step({
    state: view.state,
    dispatch: (transaction) => {
      dispatched = transaction;
    },
  });
  // The compiler does not see the assignment in the callback.
  const transaction = dispatched as Transaction | null;
  if (transaction === null) return null;
  const saved = findSaved(transaction);
  const selection = saved === undefined ? null : caretOf(saved);
  if (selection === null || findRestored(transaction) === undefined) view.dispatch(transaction);
  else {
    const caret = transaction.state.update({
      selection,
      annotations: Transaction.addToHistory.of(false),
      scrollIntoView: true,
      filter: false,
    });
    view.dispatch([transaction, caret]);
    if (saved !== undefined && step === undo) restoreScroll(view, saved.path);
  }
  return transaction;
}

/** Repeats a step until something visibly changes: one that typed and deleted the same text shows nothing. */
function untilVisible(
  step: typeof undo,
  depth: (state: EditorState) => number,
  caretOf: (saved: SavedStructure) => SavedStructure['caretAfter'],
): Command {
  const command: Command = (view) => {
    if (
      view.compositionStarted ||
      view.state.facet(historyDeferred).some((isDeferred) => isDeferred(command))
    )
      return true;
    for (let left = depth(view.state); left > 0; left--) {
      const transaction = applyStep(view, step, caretOf);
      if (transaction === null) return false;
      if (isVisible(transaction)) return true;
    }
    return false;
  };
  return command;
}

export const undoVisible = untilVisible(undo, undoDepth, (saved) => saved.caretBefore);
export const redoVisible = untilVisible(redo, redoDepth, (saved) => saved.caretAfter);

export const history = [
  savedScroll,
  codeMirrorHistory({ minDepth: DEPTH }),
  invertedEffects.of((transaction) => {
    const inverse: StateEffect<unknown>[] = [];
    for (const effect of transaction.effects) {
      if (!effect.is(positionPruned)) continue;
      inverse.unshift(positionPruned.of({ ...effect.value, pruned: !effect.value.pruned }));
    }
    const saved = structureBefore(transaction);
    if (saved !== null) inverse.push(structureSaved.of(saved));
    return inverse;
  }),
  // The system's undo, from a menu or a gesture, must also skip steps that show nothing.
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
