/**
 * Finds the structure that an undo or redo step restores: each segment with its own text, and the authors
 * (`domain.md`, *Undo*). If others changed the text since, the step is made on the text without their change, from
 * that text's own history, and then their change again, where it belongs now.
 */
import { historyField, redo, undo } from '@codemirror/commands';
import {
  ChangeSet,
  EditorSelection,
  EditorState,
  type StateEffect,
  type Text,
  Transaction,
} from '@codemirror/state';
import { type Spans, sliceSpans, spansLength } from '../../core/text/span.ts';
import { correctionOf, historySteps } from './history.ts';
import { authorship, type InsertedSpans, textAuthors, writer } from './marks/authorship.ts';
import { reconcilePath, showsSameNodes } from './path/buffer-path.ts';
import {
  findRestored,
  findSaved,
  type MissedStructure,
  type OthersChange,
  type RepeatableChange,
  type RestoredStructure,
  structureMissed,
  structureRestored,
  type TextBefore,
} from './path/effects.ts';
import { replacementsBetween } from './path/merge-text.ts';
import { afterOthers, othersChange, textBefore } from './path/others-change.ts';
import { findPlace, replaceAgain } from './path/replace-again.ts';
import { segments as segmentsField } from './path/segments.ts';
import { routeTextChanges } from './path/text-change.ts';
import { textOf } from './plain-text.ts';
import { wordCount } from './word-count.ts';

/** Nothing is committed by a step, or by making a change again. */
const NEVER = () => false;

/** A state with the parts that a step restores and nothing that is only shown. */
function stateOf(text: TextBefore, now: EditorState): EditorState {
  return EditorState.create({
    doc: text.doc,
    selection: text.selection,
    extensions: [
      EditorState.lineSeparator.of('\n'),
      writer.of(now.facet(writer)),
      segmentsField.init(() => text.path),
      authorship.init(() => text.authors),
      wordCount.init(() => ({ text: 0, written: text.written, elsewhere: 0, progress: null })),
      historyField.init(() => text.history),
      othersChange.init(() => text.others),
      routeTextChanges(NEVER),
      restoreStructure,
      historySteps,
    ],
  });
}

/** The step that the history of a text makes next; null if it has none. */
function nextStep(state: EditorState, step: typeof undo): Transaction | null {
  const made: Transaction[] = [];
  step({ state, dispatch: (transaction) => made.push(transaction) });
  return made[0] ?? null;
}

/** The text after a step, and its last change. */
interface Made {
  readonly state: EditorState;
  readonly changes: ChangeSet;
}

/** The insertions of a change by others that was mapped to another text, with their authors. */
function insertionsOf(changes: ChangeSet, inserted: Spans): readonly InsertedSpans[] | null {
  const insertions: InsertedSpans[] = [];
  let used = 0;
  changes.iterChanges((_fromA, _toA, at, _toB, { length }) => {
    if (length > 0) insertions.push({ at, spans: sliceSpans(inserted, used, used + length) });
    used += length;
  }, true);
  return used === spansLength(inserted) ? insertions : null;
}

/** Makes a change by others again; null if its place is unknown. */
function makeAgain(
  { state, changes: stepped }: Made,
  base: TextBefore,
  change: RepeatableChange,
): Made | null {
  const annotations = Transaction.addToHistory.of(false);
  if (change.nodes !== null) {
    const changes = ChangeSet.empty(state.doc.length);
    const found = change.nodes.filter((nodes) => findPlace(state, nodes) !== null);
    // If the path no longer goes through their place, the text is without them.
    const lost = change.nodes.filter((nodes) => !found.includes(nodes));
    const rest =
      lost.length === 0 ? state : continueFrom(state, { changes, inserted: [], nodes: lost, isAway: true });
    const replacement = replaceAgain(rest, base, found, change.isAway);
    if (replacement === null) return found.length === 0 ? { state: rest, changes } : null;
    return rest.update({ ...replacement, annotations, filter: false });
  }
  const changes = change.changes.map(stepped, true);
  const insertions = insertionsOf(changes, change.inserted);
  if (insertions === null) return null;
  return state.update({ changes, annotations: [annotations, textAuthors.of(insertions)], filter: false });
}

/** The same text, on which further steps are made where it comes from. */
function continueFrom(state: EditorState, change: RepeatableChange | null): EditorState {
  const before = textBefore(state);
  const base = { before, change };
  const depth = (before.others?.depth ?? 0) + 1;
  const others = { undo: base, redo: base, depth, after: afterOthers(state) };
  return stateOf({ ...before, others }, state);
}

/** Changes that make one text of another and keep what they have in common. */
function changesBetween(before: Text, after: Text): ChangeSet {
  const [old, now] = [before.toString(), after.toString()];
  const changes = replacementsBetween(old, now).map(({ from, to, newFrom, newTo }) => ({
    from,
    to,
    insert: textOf(now.slice(newFrom, newTo)),
  }));
  return ChangeSet.of(changes, old.length);
}

/** The structure that a step from before a change by others restores; null if that is unknown. */
function rebase(transaction: Transaction, others: OthersChange): MissedStructure | null {
  const isRedo = transaction.isUserEvent('redo');
  const base = isRedo ? others.redo : others.undo;
  if (base === null) return null;
  const step = nextStep(stateOf(base.before, transaction.startState), isRedo ? redo : undo);
  if (step === null) return null;
  const correction = correctionOf(step);
  const last = correction ?? step;
  const restored = findRestored(last);
  if (restored === undefined) return null;
  // Composed with its correction, a step would seem to replace text that it kept.
  const stepped = correction === null ? step.changes : changesBetween(step.startState.doc, last.state.doc);
  const was = base.change?.changes ?? ChangeSet.empty(stepped.length);
  const made =
    base.change === null
      ? { state: continueFrom(last.state, null), changes: ChangeSet.empty(last.state.doc.length) }
      : makeAgain({ state: last.state, changes: stepped }, base.before, base.change);
  if (made === null) return null;
  const { state, changes } = made;
  const { caretBefore, caretAfter, savedPath } = restored;
  const onThis = (caret: EditorSelection) => fitted(state.doc, caret.map(changes));
  const onOther = (caret: EditorSelection) => fitted(transaction.startState.doc, caret.map(was));
  return {
    doc: state.doc,
    path: state.field(segmentsField),
    authors: state.field(authorship),
    written: state.field(wordCount).written,
    caretBefore: isRedo ? onOther(caretBefore) : onThis(caretBefore),
    caretAfter: caretAfter && (isRedo ? onThis(caretAfter) : onOther(caretAfter)),
    others: state.field(othersChange),
    savedPath,
    isRebased: true,
    endsStep: restored.endsStep,
  };
}

/** A selection in a text that may be shorter than the one it was made for. */
function fitted({ length }: Text, { ranges, mainIndex }: EditorSelection): EditorSelection {
  const clamp = (offset: number) => Math.min(offset, length);
  return EditorSelection.create(
    ranges.map(({ anchor, head }) => EditorSelection.range(clamp(anchor), clamp(head))),
    mainIndex,
  );
}

/** The effect that a step of history restores; null if it is no step, or that is lost. */
function findStructure(transaction: Transaction): StateEffect<unknown> | null {
  const saved = findSaved(transaction);
  if (saved === undefined) return null;
  const { startState, changes, newDoc } = transaction;
  const now = startState.field(segmentsField);
  const others = startState.field(othersChange);
  const restored = (structure: Omit<RestoredStructure, 'keepsNodes'>): StateEffect<unknown> | null => {
    const path = reconcilePath(structure.path, now);
    if (path.segments.length !== changes.newLength) return null;
    return structureRestored.of({ ...structure, path, keepsNodes: showsSameNodes(now, path) });
  };
  if (saved !== null && saved.othersAfter === others) return restored({ ...saved, savedPath: saved.path });
  const structure = others && rebase(transaction, others);
  if (structure === null) return null;
  return structure.doc.eq(newDoc) ? restored(structure) : structureMissed.of(structure);
}

/** The extension: it adds the restored structure to the step. */
export const restoreStructure = EditorState.transactionExtender.of((transaction) => {
  // Extenders run twice on a transaction that a filter changed.
  if (transaction.effects.some((effect) => effect.is(structureRestored) || effect.is(structureMissed)))
    return null;
  const effect = findStructure(transaction);
  return effect && { effects: effect };
});
