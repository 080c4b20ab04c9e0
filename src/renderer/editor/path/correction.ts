import { Transaction } from '@codemirror/state';
import { textOf } from '../plain-text.ts';
import { reconcilePath } from './buffer-path.ts';
import { commonPrefix, commonSuffix } from './common-text.ts';
import { positionPruned, structureMissed, structureRestored } from './effects.ts';
import { afterOthers, textBefore } from './others-change.ts';
import { segments } from './segments.ts';

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
  const from = commonPrefix(state.doc, 0, state.doc.length, text);
  const after = commonSuffix(state.doc, from, state.doc.length, text.slice(from));
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
