/** Undo and redo of everything the writer saw happen (`domain.md`, *Undo*). */
import {
  history as codeMirrorHistory,
  invertedEffects,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import {
  type EditorSelection,
  type EditorState,
  type Extension,
  Facet,
  Prec,
  Transaction,
} from '@codemirror/state';
import { type Command, EditorView, ViewPlugin } from '@codemirror/view';
import { MAX_UNDO_STEPS } from '../../core/text/limits.ts';
import { authorship } from './marks/authorship.ts';
import { type BufferPath, reconcilePath } from './path/buffer-path.ts';
import {
  findRestored,
  findTextChange,
  pathReplaced,
  positionPruned,
  type RestoredStructure,
  type SavedStructure,
  stepEnd,
  structureMissed,
  structureRestored,
  structureSaved,
  switchJoined,
} from './path/effects.ts';
import { afterOthers, othersChange, textBefore } from './path/others-change.ts';
import { segments } from './path/segments.ts';
import { inverseEffects, lastStepIsSwitch, switchStep, undoableEffects } from './path/switch-run.ts';
import { commonEnds } from './path/text-change.ts';
import { textOf } from './plain-text.ts';
import { wordCount } from './word-count.ts';

/** The scroll position before each move along the tree, so that undo restores it with the text. */
/** `scrollTop` in CSS pixels, keyed by the path that was shown then. */
const savedScroll = ViewPlugin.define((view) => ({
  scrolled: new WeakMap<BufferPath, number>(),
  update({ transactions }) {
    for (const { startState, effects } of transactions) {
      // The update is not drawn yet, so this is still the old scroll position.
      if (!effects.some((effect) => effect.is(pathReplaced))) continue;
      this.scrolled.set(startState.field(segments), view.scrollDOM.scrollTop);
    }
  },
}));

/**
 * Scrolls back to where the view was when a move left this path, once the text is drawn. Does nothing if the
 * caret would be out of view there, since the view already shows the caret.
 */
function restoreScroll(view: EditorView, path: BufferPath): void {
  const scrolled = view.plugin(savedScroll)?.scrolled.get(path);
  if (scrolled === undefined) return;
  view.requestMeasure({
    key: restoreScroll,
    read: ({ scrollDOM, state }) => {
      const caret = view.coordsAtPos(state.selection.main.head);
      if (caret === null) return false;
      const { top } = scrollDOM.getBoundingClientRect();
      const caretTop = caret.top - top + scrollDOM.scrollTop - scrolled;
      return caretTop >= 0 && caretTop + (caret.bottom - caret.top) <= scrollDOM.clientHeight;
    },
    write: (isVisible) => {
      if (isVisible) view.scrollDOM.scrollTop = scrolled;
    },
  });
}

/** Called before each undo or redo; true if the step must wait. */
export const historyDeferred = Facet.define<(step: Command) => boolean>();

/** The structure that undo restores after this transaction; null if it is not an undo step. */
function structureBefore(transaction: Transaction): SavedStructure | null {
  const { startState, effects } = transaction;
  const change = findTextChange(transaction);
  const now = {
    path: change?.before ?? startState.field(segments),
    authors: startState.field(authorship),
    written: startState.field(wordCount).written,
    caretBefore: startState.selection,
    caretAfter: null,
    others: startState.field(othersChange),
    othersAfter: transaction.state.field(othersChange),
    isRebased: false,
    endsStep: transaction.annotation(stepEnd) === true,
  };
  const restored = findRestored(transaction) ?? effects.find((effect) => effect.is(structureMissed))?.value;
  if (restored !== undefined) {
    const { caretBefore, caretAfter, isRebased, endsStep } = restored;
    return { ...now, caretBefore, caretAfter, isRebased, endsStep };
  }
  if (change !== undefined) return now;
  const isStep = effects.some((effect) => effect.is(pathReplaced)) || inverseEffects(transaction).length > 0;
  return isStep ? { ...now, caretAfter: transaction.newSelection } : null;
}

function isVisible(step: Transaction, last: Transaction): boolean {
  return (
    !last.newDoc.eq(step.startState.doc) ||
    findRestored(last)?.keepsNodes === false ||
    inverseEffects(step).length > 0
  );
}

/** The caret on one side of a step; null if CodeMirror's history has it. */
type CaretOf = (restored: RestoredStructure) => EditorSelection | null;

/** The next undo or redo, not dispatched; null if there is none. */
function prepareStep(state: EditorState, step: typeof undo): Transaction | null {
  const prepared: Transaction[] = [];
  step({ state, dispatch: (transaction) => prepared.push(transaction) });
  return prepared[0] ?? null;
}

/** Returns true if a step ends what the one before it began. */
function endsStep(transaction: Transaction): boolean {
  return findRestored(correctionOf(transaction) ?? transaction)?.endsStep === true;
}

/**
 * Runs one undo or redo. The caret returns to where it was on that side of the step: CodeMirror's history
 * loses that when a step is undone a second time, and does not record a caret that a move along the tree
 * placed. Returns whether it shows.
 */
function applyStep(view: EditorView, transaction: Transaction, step: typeof undo, caretOf: CaretOf): boolean {
  const correction = correctionOf(transaction);
  const last = correction ?? transaction;
  const all = correction === null ? [transaction] : [transaction, correction];
  const restored = findRestored(last);
  const selection = restored === undefined ? null : caretOf(restored);
  if (selection === null) view.dispatch(all);
  else {
    const caret = last.state.update({
      selection,
      annotations: Transaction.addToHistory.of(false),
      scrollIntoView: true,
      filter: false,
    });
    view.dispatch([...all, caret]);
    if (restored !== undefined && step === undo) restoreScroll(view, restored.savedPath);
  }
  return isVisible(transaction, last);
}

/**
 * Repeats a step until something visibly changes, since one that typed and deleted the same text shows nothing, and until no
 * half of it is left.
 */
function untilVisible(step: typeof undo, depth: (state: EditorState) => number, caretOf: CaretOf): Command {
  const command: Command = (view) => {
    if (
      view.compositionStarted ||
      view.state.facet(historyDeferred).some((isDeferred) => isDeferred(command))
    )
      return true;
    let isShown = false;
    for (let left = depth(view.state); left > 0; left--) {
      const transaction = prepareStep(view.state, step);
      if (transaction === null) break;
      isShown = applyStep(view, transaction, step, caretOf) || isShown;
      const half = step === undo ? transaction : prepareStep(view.state, step);
      if (isShown && (half === null || !endsStep(half))) break;
    }
    return isShown;
  };
  return command;
}

export const undoVisible = untilVisible(undo, undoDepth, ({ caretBefore }) => caretBefore);
export const redoVisible = untilVisible(redo, redoDepth, ({ caretAfter }) => caretAfter);

/** Makes transactions steps of history, in any state with the fields that a step restores. */
export const historySteps: Extension = [
  othersChange,
  codeMirrorHistory({
    minDepth: MAX_UNDO_STEPS,
    joinToEvent: (transaction, isAdjacent) => transaction.annotation(switchStep)?.joins ?? isAdjacent,
  }),
  undoableEffects.of((effect) =>
    effect.is(positionPruned) ? positionPruned.of({ ...effect.value, pruned: !effect.value.pruned }) : null,
  ),
  invertedEffects.of((transaction) => {
    if (transaction.annotation(switchStep)?.joins === true)
      return [switchJoined.of(transaction.newSelection)];
    const inverse = inverseEffects(transaction);
    const saved = structureBefore(transaction);
    return saved === null ? inverse : [...inverse, structureSaved.of(saved)];
  }),
];

export const history = [
  savedScroll,
  lastStepIsSwitch,
  historySteps,
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

/**
 * The correction after a step of history that made another text than the one to restore; null if it made that one.
 * History maps the changes of a step, not their meaning: over a deletion and an insertion at one place, the text that
 * comes back may be on either side, and over nodes that left the path, pieces of them stay.
 */
export function correctionOf(step: Transaction): Transaction | null {
  const missed = step.effects.find((effect) => effect.is(structureMissed))?.value;
  if (missed === undefined) return null;
  const { state } = step;
  const { doc, ...structure } = missed;
  const text = doc.toString();
  const { before: from, after } = commonEnds(state.doc, 0, state.doc.length, text);
  const insert = textOf(text.slice(from, text.length - after));
  const path = reconcilePath(structure.path, state.field(segments));
  // Going back from here is to undo history's change, and not this.
  const back = { before: textBefore(state), change: null };
  const onward = structure.others ?? { undo: null, redo: null, depth: 1, after: afterOthers(state) };
  const others = { ...onward, ...(step.isUserEvent('redo') ? { undo: back } : { redo: back }) };
  return state.update({
    changes: { from, to: state.doc.length - after, insert },
    // Reported with the path, which shows what the step really did.
    effects: [
      structureRestored.of({ ...structure, path, others, keepsNodes: false }),
      ...step.effects.filter((effect) => effect.is(positionPruned)),
    ],
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  });
}
