/** Decisions that change no text, such as pruning, as steps of the writer's history. */
import { Facet, type StateEffect, type Transaction } from '@codemirror/state';

/**
 * Declares an effect of a transaction as something that undo reverts: returns the effect that does the opposite, or
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
