/**
 * Two changes of one text as one, made one after the other or side by side. Only laws call these yet: merging the
 * work of two writers, for which histories are kept as ops, starts from it (`layers.md`, *Tokens and operations*).
 */

import { AspenError } from '../errors.ts';
import { mapSplices } from '../text/splice-algebra.ts';
import { type Block, type BlockOp, isSameBlock } from './block.ts';
import { type BlockChange, changeOf, composeBlockChanges, opsOf } from './block-change.ts';

/** A block of the common base, and its index there. */
export interface BaseBlock {
  readonly index: number;
  readonly block: Block;
}

export interface Rebased {
  /** In normal form, for the blocks after the other ops. */
  readonly ops: readonly BlockOp[];
  /** The blocks that both remove or replace, in the order of the base. */
  readonly conflicts: readonly BaseBlock[];
}

/**
 * Rebases `ops` over `over`, both being ops on one base: what they do, done after `over` (`layers.md`, *Tokens and
 * operations*). Of what `ops` do, only the removal of conflicting blocks is dropped, since `over` has removed them;
 * everything that `ops` insert is in the result. So where both replace a block, both replacements stand there, and it is
 * the caller who decides.
 * @param isFirst whether what `ops` insert comes first where both insert at one place
 * @throws {AspenError} INVALID_ARGUMENT when the two are not of one base
 */
export function rebase(ops: readonly BlockOp[], over: readonly BlockOp[], isFirst = false): Rebased {
  const mine = changeOf(ops);
  const other = changeOf(over);
  const otherRemoved = new Map(removedBy(other).map(({ index, block }) => [index, block]));
  const conflicts: BaseBlock[] = [];
  const remaining: Block[] = [];
  for (const removed of removedBy(mine)) {
    const same = otherRemoved.get(removed.index);
    if (same === undefined) remaining.push(removed.block);
    else if (isSameBlock(same, removed.block)) conflicts.push(removed);
    else {
      throw new AspenError(
        'INVALID_ARGUMENT',
        `Both remove the block at ${removed.index}, but not the same one.`,
      );
    }
  }
  // A mapped splice covers only blocks that `ops` remove and `over` keeps, so they come in the order of the base.
  let taken = 0;
  const mapped = mapSplices<readonly Block[]>(mine, other, isFirst).map(({ from, to, insert }) => {
    const removed = remaining.slice(taken, taken + to - from);
    taken += to - from;
    return { from, to, insert, removed };
  });
  return { ops: opsOf(mapped), conflicts };
}

function removedBy(change: BlockChange): readonly BaseBlock[] {
  return change.flatMap(({ from, removed }) => removed.map((block, at) => ({ index: from + at, block })));
}

/**
 * One list of ops that does what `first` and then `second` do, in normal form: sorted, and ops that touch are joined
 * (`layers.md`, *Tokens and operations*). Blocks that `first` inserts and `second` removes do not appear in it. Grouping
 * does not matter: three lists give the same result whichever two are squashed first.
 * @throws {AspenError} INVALID_ARGUMENT when `second` removes something else than `first` inserted there
 */
export function squash(first: readonly BlockOp[], second: readonly BlockOp[]): readonly BlockOp[] {
  return opsOf(composeBlockChanges(changeOf(first), changeOf(second)));
}
