/**
 * Main's data of the path's positions besides their text: counts and flags. Looked up by position, so that a segment
 * whose commit is in progress simply has none yet. Replaced as a whole, which costs nothing, when main sends an update.
 */
import { StateEffect, StateField } from '@codemirror/state';
import type { FindHeader } from '../../surface.ts';

export const headersShown = StateEffect.define<FindHeader>();

/**
 * Initialise it with the current lookup. A new function means that some header changed: it returns another object for
 * those, and the same as before for the others.
 */
export const pathHeaders = StateField.define<FindHeader>({
  create: () => () => undefined,
  update: (find, transaction) => {
    let now = find;
    for (const effect of transaction.effects) if (effect.is(headersShown)) now = effect.value;
    return now;
  },
});
