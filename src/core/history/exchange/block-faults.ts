/** Checks that blocks are those of their text (`layers.md`, *Exchange*): an import must be what we would export. */

import { MAX_TEXT_LENGTH } from '../../text/limits.ts';
import { findFenceLine } from '../../text/markdown-scan.ts';
import { normaliseText } from '../../text/normalise.ts';
import { type Block, isSameBlock, joinBlocks } from '../block.ts';
import { blocksOf } from '../blocks-of.ts';

/** Why a block cannot be in any text; null if it can be. */
export function findBlockFault(block: Block): string | null {
  if (normaliseText(block.text) !== block.text) return 'it has a carriage return or half of a surrogate pair';
  if (block.text.length > MAX_TEXT_LENGTH) return `it is longer than ${MAX_TEXT_LENGTH} code units`;
  const [only, another] = blocksOf(block.text);
  if (only !== undefined && another === undefined && isSameBlock(only, block)) return null;
  return `its text is not one ${block.kind}`;
}

/**
 * Returns true if a line of prose would begin a fence if a later line closed it. Only with such a block can distant
 * blocks decide whether blocks are those of their text.
 */
export function opensFence({ kind, text }: Block): boolean {
  return kind === 'paragraph' && findFenceLine(text.slice(text.lastIndexOf('\n') + 1))?.opens === true;
}

/** The range in which blocks may differ from those of their text: `[from, to)`, from 0 to the number of blocks. */
export interface ChangedBlocks {
  readonly from: number;
  readonly to: number;
}

/**
 * The first of `blocks` that is not a block of their text, and why; null if all are. Each block on its own is expected
 * to have no fault (`findBlockFault`), and blocks outside of `changed` to follow each other as they should.
 * @param hasOpenFence whether any of `blocks` opens a fence (`opensFence`): then all are compared
 */
export function findJoinFault(
  blocks: readonly Block[],
  changed: readonly ChangedBlocks[],
  hasOpenFence: boolean,
): { readonly index: number; readonly reason: string } | null {
  for (const { from, to } of changed) {
    // The block after the change may follow another one now, and the one before may have become the last, or not.
    for (let index = Math.max(0, from - 1); index <= Math.min(to, blocks.length - 1); index++) {
      const reason = findPlaceFault(blocks, index);
      if (reason !== null) return { index, reason };
    }
  }
  if (!hasOpenFence) return null;
  const expected = blocksOf(joinBlocks(blocks));
  const index = blocks.findIndex((block, at) => {
    const same = expected[at];
    return same === undefined || !isSameBlock(block, same);
  });
  return index < 0 ? null : { index, reason: 'with the blocks around it, it is part of a fence' };
}

function findPlaceFault(blocks: readonly Block[], index: number): string | null {
  const block = blocks[index];
  if (block === undefined) return null;
  if (index > 0 && !block.text.startsWith('\n')) return 'it does not begin on a new line';
  if (block.kind === 'blank' && index < blocks.length - 1) return 'only the last block may be blank';
  return null;
}
