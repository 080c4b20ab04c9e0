import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_KINDS, type Block, isSameBlock, joinBlocks } from '../../../src/core/history/block.ts';
import { blocksOf } from '../../../src/core/history/blocks-of.ts';
import {
  findBlockFault,
  findJoinFault,
  opensFence,
} from '../../../src/core/history/exchange/block-faults.ts';

/** Texts that are often, but not always, those of one block; with fences that open, close, and do neither. */
const someText = fc
  .array(fc.constantFrom('\n', '\n', 'a', '# b', '***', ' ', '```', '```x', '~~~', '\r'), { maxLength: 4 })
  .map((parts) => parts.join(''));
const someBlocks = fc.array(fc.record({ kind: fc.constantFrom(...BLOCK_KINDS), text: someText }), {
  maxLength: 6,
});
/** Blocks that are those of their text, divided differently now and then. */
const goodBlocks = fc
  .array(someText, { maxLength: 6 })
  .map((texts) => blocksOf(texts.join('\n').replaceAll('\r', '')));

function isOfItsText(blocks: readonly Block[]): boolean {
  const expected = blocksOf(joinBlocks(blocks));
  return (
    expected.length === blocks.length &&
    blocks.every((block, index) => isSameBlock(block, expected[index] ?? { kind: 'blank', text: '' }))
  );
}

describe('blocks', () => {
  test('have no fault exactly when they are those of their text', () => {
    fc.assert(
      fc.property(fc.oneof(someBlocks, goodBlocks), (blocks) => {
        const isFaultless =
          blocks.every((block) => findBlockFault(block) === null) &&
          findJoinFault(blocks, [{ from: 0, to: blocks.length }], blocks.some(opensFence)) === null;
        expect(isFaultless).toBe(isOfItsText(blocks) && !blocks.some(({ text }) => text.includes('\r')));
      }),
    );
  });

  test('are checked only around a change', () => {
    fc.assert(
      fc.property(
        goodBlocks,
        someBlocks,
        fc.nat({ max: 6 }),
        fc.nat({ max: 3 }),
        (blocks, inserted, at, count) => {
          fc.pre(inserted.every((block) => findBlockFault(block) === null));
          const from = Math.min(at, blocks.length);
          const after = blocks.toSpliced(from, count, ...inserted);
          const fault = findJoinFault(after, [{ from, to: from + inserted.length }], after.some(opensFence));
          expect(fault === null).toBe(isOfItsText(after));
        },
      ),
    );
  });
});
