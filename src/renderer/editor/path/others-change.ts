import { historyField, redoDepth, undoDepth } from '@codemirror/commands';
import { type ChangeSet, type EditorState, StateField, type Text, type Transaction } from '@codemirror/state';
import { concatSpans, type Spans } from '../../../core/text/span.ts';
import { authorship, spansBetween, writer } from '../marks/authorship.ts';
import { wordCount } from '../word-count.ts';
import { findRestored, isByOthers, type OthersChange, type StepBase, type TextBefore } from './effects.ts';
import { nodesReplacedBy } from './replaced-nodes.ts';
import { segments } from './segments.ts';

/**
 * How many changes by others undo can go back through, one inside the other. Then the earlier ones are forgotten:
 * what undo restores from before them counts as typed.
 */
const MAX_DEPTH = 100;

export function textBefore(
  state: EditorState,
  others: OthersChange | null = state.field(othersChange),
): TextBefore {
  return {
    doc: state.doc,
    selection: state.selection,
    path: state.field(segments),
    authors: state.field(authorship),
    written: state.field(wordCount).written,
    history: state.field(historyField),
    others,
  };
}

/** Who wrote what the changes that led to a state insert. */
function spansInserted(changes: ChangeSet, state: EditorState): Spans {
  const authors = state.field(authorship);
  const parts: Spans[] = [];
  changes.iterChanges((_fromA, _toA, at, _toB, { length }) => {
    if (length > 0) parts.push(spansBetween(authors, at, at + length, state.facet(writer)));
  }, true);
  return concatSpans(...parts);
}

/** What to make changes by others from; those that follow each other without a step between are one. */
function baseOf(transaction: Transaction, others: OthersChange | null): StepBase {
  const { startState, state, changes } = transaction;
  const nodes = nodesReplacedBy(transaction);
  const last = others?.undo ?? null;
  const isNext =
    last?.change?.nodes === null &&
    nodes === null &&
    last === others?.redo &&
    startState.doc === others.after.doc &&
    undoDepth(startState) === others.after.undoDepth &&
    redoDepth(startState) === others.after.redoDepth;
  if (isNext && last.change !== null) {
    const all = last.change.changes.compose(changes);
    return {
      before: last.before,
      change: { ...last.change, changes: all, inserted: spansInserted(all, state) },
    };
  }
  const earlier = others !== null && others.depth < MAX_DEPTH ? others : null;
  const inserted = spansInserted(changes, state);
  return { before: textBefore(startState, earlier), change: { changes, inserted, nodes, isAway: false } };
}

/** What a change by others that follows at once would find: it does not change the number of steps. */
export function afterOthers(state: EditorState, doc: Text = state.doc): OthersChange['after'] {
  return { doc, undoDepth: undoDepth(state), redoDepth: redoDepth(state) };
}

/** The latest change by others that is in the text; null if there is none that undo can go back through. */
export const othersChange = StateField.define<OthersChange | null>({
  create: () => null,
  update: (others, transaction) => {
    const restored = findRestored(transaction);
    if (restored !== undefined) return restored.others;
    if (isByOthers(transaction)) {
      const base = baseOf(transaction, others);
      const depth = (base.before.others?.depth ?? 0) + 1;
      return {
        undo: base,
        redo: base,
        depth,
        after: afterOthers(transaction.startState, transaction.newDoc),
      };
    }
    // A step whose structure is lost: the histories of the text and of the text without the change no longer match.
    if (transaction.isUserEvent('undo') || transaction.isUserEvent('redo')) return null;
    return others;
  },
});
