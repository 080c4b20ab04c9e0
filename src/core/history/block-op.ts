/** The two operations on blocks, from which everything else follows (`layers.md`, *Tokens and operations*). */
import { AspenError } from '../errors.ts';
import type { Block } from './block.ts';

/** Splices blocks in so that the first of them has index `position`. */
export type InsertOp = readonly [op: 'insert', position: number, blocks: readonly Block[]];

/** Removes the blocks `[start, end)`, which are `removed`. */
export type SnipOp = readonly [op: 'snip', start: number, end: number, removed: readonly Block[]];

/** Positions are indexes of blocks, in the list that the previous op left. */
export type BlockOp = InsertOp | SnipOp;

/** The ops that undo these: applied after them, they leave the blocks of before. */
export function invertOps(ops: readonly BlockOp[]): readonly BlockOp[] {
  return ops.map(invertOp).reverse();
}

function invertOp(op: BlockOp): BlockOp {
  return op[0] === 'insert' ? ['snip', op[1], op[1] + op[2].length, op[2]] : ['insert', op[1], op[3]];
}

/** Refuses an op whose numbers make no sense, whatever the blocks. @throws {AspenError} INVALID_ARGUMENT */
export function requireWellFormed(op: BlockOp): void {
  const [from, to] = op[0] === 'insert' ? [op[1], op[1]] : [op[1], op[2]];
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && 0 <= from && from <= to;
  if (!isRange) {
    const range = op[0] === 'insert' ? `at ${from}` : `from ${from} to ${to}`;
    throw new AspenError('INVALID_ARGUMENT', `A list of blocks has no place for ${op[0]} ${range}.`);
  }
  if (op[0] === 'snip' && op[3].length !== to - from) {
    throw new AspenError(
      'INVALID_ARGUMENT',
      `A snip from ${from} to ${to} removes ${to - from} blocks, but names ${op[3].length}.`,
    );
  }
}
