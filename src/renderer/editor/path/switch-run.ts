/** A run of switches with nothing typed in between is one step of undo (`domain.md`, *Undo*). */
import { isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  type EditorState,
  Facet,
  type StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state';
import { findRestored, pathReplaced } from './effects.ts';

/** Marks a switch; if it `joins`, undo reverts it together with the switch before it. */
export const switchStep = Annotation.define<{ readonly joins: boolean }>();

/**
 * True if the last step was a switch, and since then neither the text nor the caret, which history keeps with the step,
 * has changed: then it joins no other.
 */
export const lastStepIsSwitch = StateField.define<boolean>({
  create: () => false,
  update: (is, transaction) => {
    if (transaction.annotation(switchStep) !== undefined) return true;
    const isStep =
      transaction.docChanged ||
      transaction.effects.some((effect) => effect.is(pathReplaced)) ||
      findRestored(transaction) !== undefined ||
      inverseEffects(transaction).length > 0;
    const isSelected =
      transaction.selection !== undefined && transaction.annotation(Transaction.addToHistory) !== false;
    return is && !isStep && !isSelected;
  },
});

/** The annotations of a switch. */
export function switchAnnotations(state: EditorState): readonly Annotation<unknown>[] {
  const joins = state.field(lastStepIsSwitch, false) === true;
  const step = [isolateHistory.of('full'), switchStep.of({ joins })];
  // History joins only what follows within half a second; after an isolated step it counts from 0.
  return joins ? [...step, Transaction.time.of(0)] : step;
}

/**
 * Declares an effect that changes no text, such as pruning, as something that undo reverts: returns the effect that does the opposite, or
 * null for an effect of another kind. The inverse of the inverse must be the effect itself. If its value contains
 * offsets, the effect needs a `map`, since history maps it over changes by others.
 */
export const undoableEffects =
  Facet.define<(effect: StateEffect<unknown>, transaction: Transaction) => StateEffect<unknown> | null>();

/** The effects that revert the undoable effects of a transaction, in the order of application; empty if it has none. */
export function inverseEffects(transaction: Transaction): readonly StateEffect<unknown>[] {
  const inverse: StateEffect<unknown>[] = [];
  for (const effect of transaction.effects) {
    for (const invert of transaction.startState.facet(undoableEffects)) {
      const opposite = invert(effect, transaction);
      if (opposite !== null) inverse.unshift(opposite);
    }
  }
  return inverse;
}
