import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelsOf, opsOfReading, opsOfRun, rangesNotRead } from '../../../src/core/fences/levels.ts';
import { findPromptFences } from '../../../src/core/fences/prompt-fence.ts';
import { type Block, joinBlocks } from '../../../src/core/history/block.ts';
import { applyOps } from '../../../src/core/history/block-change.ts';
import { blocksOf } from '../../../src/core/history/blocks-of.ts';
import { walk, walkBack } from '../../../src/core/history/layer.ts';

/** Levels as ops on the one below (`layers.md`, *Dimensions and roll-off*). */

const lines = fc.constantFrom(
  'She left.',
  '',
  '# One',
  '* * *',
  '```prompt name=a',
  '~~~prompt n=2',
  '```js',
  '```',
  '~~~',
  '  ',
  'A {{hole}}.',
);
const texts = fc.array(lines, { maxLength: 16 }).map((some) => some.join('\n'));
const isPrompt = (block: Block) => findPromptFences(block.text).length > 0;

describe('what requests read', () => {
  test('is every block of the text but its prompt fences, and the ops can be undone', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const blocks = blocksOf(text);
        const read = applyOps(blocks, opsOfReading(text));
        expect(read).toEqual(blocks.filter((block) => block.kind !== 'fence' || !isPrompt(block)));
        expect(walkBack(read, [{ ops: opsOfReading(text) }])).toEqual(blocks);
      }),
    );
  });

  test('is the text without the ranges that are not read', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const without = rangesNotRead(text).reduceRight(
          (left, { from, to }) => left.slice(0, from) + left.slice(to),
          text,
        );
        expect(joinBlocks(applyOps(blocksOf(text), opsOfReading(text)))).toBe(without);
      }),
    );
  });
});

describe('levels', () => {
  const results = (outputs: readonly (string | null)[], filled: readonly (string | null)[]) => {
    const at = (list: readonly (string | null)[], index: number) =>
      list[index % Math.max(1, list.length)] ?? null;
    return (text: string) => {
      const indexes = new Map(findPromptFences(text).map(({ block }, index) => [block, index]));
      return {
        outputOf: ({ block }: { readonly block: Block }) =>
          at(
            outputs,
            [...indexes.keys()].findIndex((one) => one.text === block.text),
          ),
        filledOf: ({ block }: { readonly block: Block }) =>
          at(
            filled,
            [...indexes.keys()].findIndex((one) => one.text === block.text),
          ),
      };
    };
  };
  const someOutputs = fc.array(fc.option(fc.constantFrom('It rained.', '# Two\n\nIt shone.', 'x')), {
    maxLength: 3,
  });

  test('lead up to prose and back to nothing, whatever has run', () => {
    fc.assert(
      fc.property(texts, someOutputs, someOutputs, (text, outputs, filled) => {
        const { tokens, code, data, prose } = levelsOf(text, results(outputs, filled)(text));
        const layers = [tokens, code, data, prose].map((ops) => ({ ops }));
        expect(joinBlocks(walk([], layers.slice(0, 1)))).toBe(text);
        const top = walk([], layers);
        expect(top.some(isPrompt)).toBe(false);
        expect(walkBack(top, layers)).toEqual([]);
      }),
    );
  });

  test('have the output of a run in place of its fence, with what was around it', () => {
    const text = 'One.\n\n```prompt\nGo on.\n```\n\nTwo.';
    const [fence] = findPromptFences(text);
    if (fence === undefined) throw new Error('no fence');
    const ops = opsOfRun(fence, '# Storm\n\nIt rained.');
    expect(ops.map(([op, at]) => [op, at])).toEqual([
      ['snip', 1],
      ['insert', 1],
    ]);
    expect(joinBlocks(applyOps(blocksOf(text), ops))).toBe('One.\n\n# Storm\n\nIt rained.\n\nTwo.');
  });

  test('have the template filled where a fence has not run', () => {
    const text = 'One.\n\n```prompt\nA {{mood}} storm.\n```';
    const { tokens, code, data } = levelsOf(text, { outputOf: () => null, filledOf: () => 'A dry storm.' });
    const read = walk([], [{ ops: tokens }, { ops: code }, { ops: data }]);
    expect(joinBlocks(read)).toBe('One.\n\n```prompt\nA dry storm.\n```');
  });
});
