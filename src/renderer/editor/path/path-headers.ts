/**
 * What main said of the path's positions beside their text: counts and flags. Asked by position, so that a segment whose
 * commit is under way simply has none yet; replaced as a whole, which costs nothing, whenever main says something new.
 */
import { StateEffect, StateField } from '@codemirror/state';
import type { PositionId } from '../../../core/ids.ts';

/** Counts begin at 1 and are 0 while they are not known; a sibling that is pruned does not count, nor does the root. */
export interface PositionHeader {
  readonly siblingIndex: number;
  readonly siblingCount: number;
  readonly versionIndex: number;
  readonly versionCount: number;
  /** A sum of `POSITION_FLAGS` (`core/tree/tree-node.ts`). */
  readonly flags: number;
}

/** The header of a position on the path; undefined for what main has said nothing of. */
export type FindHeader = (positionId: PositionId) => PositionHeader | undefined;

export const headersShown = StateEffect.define<FindHeader>();

/** `init` it with what is known. A new function means that some header is another. */
export const pathHeaders = StateField.define<FindHeader>({
  create: () => () => undefined,
  update: (find, transaction) => {
    let now = find;
    for (const effect of transaction.effects) if (effect.is(headersShown)) now = effect.value;
    return now;
  },
});
