import { changeOf, composeBlockChanges, opsOf } from './block-change.ts';
import type { BlockOp } from './block-op.ts';

/**
 * One list of ops that does what `first` and then `second` do, in normal form: sorted, and ops that touch are joined
 * (`layers.md`, *Tokens and operations*). Blocks that `first` inserts and `second` removes do not appear in it. Grouping
 * does not matter: three lists give the same result whichever two are squashed first.
 * @throws {AspenError} INVALID_ARGUMENT when `second` removes something else than `first` inserted there
 */
export function squash(first: readonly BlockOp[], second: readonly BlockOp[]): readonly BlockOp[] {
  return opsOf(composeBlockChanges(changeOf(first), changeOf(second)));
}
