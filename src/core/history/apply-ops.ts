import { AspenError } from '../errors.ts';
import { applySplices } from '../text/splice-algebra.ts';
import { type Block, hasBlocksAt } from './block.ts';
import { changeOf } from './block-change.ts';
import type { BlockOp } from './block-op.ts';

/**
 * The blocks after all ops, one after the other (`layers.md`, *Tokens and operations*).
 * @throws {AspenError} INVALID_ARGUMENT when an op is out of range, or a snip removes something that is not there
 */
export function applyOps(blocks: readonly Block[], ops: readonly BlockOp[]): readonly Block[] {
  requireInRange(ops, blocks.length);
  const change = changeOf(ops);
  for (const { from, to, removed } of change) {
    if (!hasBlocksAt(blocks, from, removed)) {
      throw new AspenError(
        'INVALID_ARGUMENT',
        `The blocks from ${from} to ${to} are not those that a snip removes.`,
      );
    }
  }
  return applySplices(blocks, change, (pieces) => pieces.flat());
}

/** Checks each op against the number of blocks that those before it leave. */
function requireInRange(ops: readonly BlockOp[], count: number): void {
  let length = count;
  for (const op of ops) {
    const to = op[0] === 'insert' ? op[1] : op[2];
    if (to > length) {
      throw new AspenError(
        'INVALID_ARGUMENT',
        `${op[0] === 'insert' ? 'An insert' : 'A snip'} at ${op[1]} reaches ${to}, after the last of ${length} blocks.`,
      );
    }
    length += op[0] === 'insert' ? op[2].length : op[1] - op[2];
  }
}
