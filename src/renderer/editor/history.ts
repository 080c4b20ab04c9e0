/** Undo and redo through typing (`domain.md`, *Undo*). What a change did to the segments goes back as recorded. */
import {
  history as codeMirrorHistory,
  invertedEffects,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { type EditorState, Prec, Transaction } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';
import { findTextChange, reverseSplices, splicesToApply, textCorrected } from './effects.ts';

/** Steps that can be undone. */
const DEPTH = 1_000;

/** Runs a command of history until the text is another: a step whose segment left the path shows nothing. */
function untilVisible(step: Command, depth: (state: EditorState) => number): Command {
  return (view) => {
    const { doc } = view.state;
    for (let left = depth(view.state); left > 0; left--) {
      if (!step(view)) return false;
      if (!view.state.doc.eq(doc)) return true;
    }
    return false;
  };
}

export const undoVisible = untilVisible(undo, undoDepth);
export const redoVisible = untilVisible(redo, redoDepth);

/**
 * The transactions to dispatch for these: one whose text history mapped wrongly is followed by its correction, in the
 * same update of the view, so that nothing in between is ever shown.
 */
export function withCorrections(transactions: readonly Transaction[]): readonly Transaction[] {
  return transactions.flatMap((transaction) => {
    const correction = findTextChange(transaction)?.correction ?? null;
    if (correction === null) return [transaction];
    return [
      transaction,
      transaction.state.update({
        changes: correction,
        effects: textCorrected.of(null),
        annotations: Transaction.addToHistory.of(false),
        filter: false,
      }),
    ];
  });
}

export const history = [
  codeMirrorHistory({ minDepth: DEPTH }),
  invertedEffects.of((transaction) => {
    const change = findTextChange(transaction);
    // With no splices too: a step of history is never taken for something the writer typed.
    return change === undefined ? [] : [splicesToApply.of(reverseSplices(change.splices))];
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
