import { AspenError } from '../errors.ts';

/**
 * The tokens of a manuscript (`layers.md`, *Tokens and operations*), called blocks in code because models have tokens
 * too.
 */

/** `paragraph` is one line of prose. `blank`, white space that nothing follows, is only at the end of a text. */
export const BLOCK_KINDS = ['heading', 'break', 'fence', 'paragraph', 'blank'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

export interface Block {
  readonly kind: BlockKind;
  /** With the line ends and blank lines that separate it from the previous block, before the block itself. */
  readonly text: string;
}

export function isSameBlock(a: Block, b: Block): boolean {
  return a.kind === b.kind && a.text === b.text;
}

/** Returns true if `blocks` has `wanted` from `index` on; false if `blocks` ends before that. */
export function hasBlocksAt(blocks: readonly Block[], from: number, wanted: readonly Block[]): boolean {
  return wanted.every((block, index) => {
    const found = blocks[from + index];
    return found !== undefined && isSameBlock(found, block);
  });
}

/** The text that blocks are of: `joinBlocks(blocksOf(text))` is `text`. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('');
}

/** Splices blocks in so that the first of them has index `position`. */
type InsertOp = readonly [op: 'insert', position: number, blocks: readonly Block[]];

/** Removes the blocks `[start, end)`, which are `removed`. */
type SnipOp = readonly [op: 'snip', start: number, end: number, removed: readonly Block[]];

/**
 * One of the two operations on blocks, from which everything else follows. Positions are indexes of blocks, in the list
 * that the previous op left.
 */
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
