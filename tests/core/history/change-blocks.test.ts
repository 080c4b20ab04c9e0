import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, joinBlocks } from '../../../src/core/history/block.ts';
import { applyOps, changeOf, opsOf } from '../../../src/core/history/block-change.ts';
import { blockDifference } from '../../../src/core/history/block-difference.ts';
import { blocksOf } from '../../../src/core/history/blocks-of.ts';
import { changeBlocks } from '../../../src/core/history/deriving/change-blocks.ts';
import { applyChange, type Change, normaliseChange } from '../../../src/core/text/splice.ts';

const line = fc.oneof(
  fc.constantFrom('', ' ', 'Prose.', 'Other prose.', '# One', '* * *', 'a ``` b', '\u00a0', '    ```'),
  fc.constantFrom('```', '````', '  ```', '~~~', '~~~~ a`b', '```prompt name=storm', '```  ', '`', '``'),
);
const someText = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));

/** Splices of a text, in order and normal form. */
function changeOn(text: string): fc.Arbitrary<Change> {
  const cut = fc.record({ at: fc.nat({ max: text.length }), insert: fc.oneof(fc.constant(''), someText) });
  return fc
    .tuple(fc.array(cut, { maxLength: 4 }), fc.array(fc.nat({ max: 9 }), { minLength: 4 }))
    .map(([cuts, lengths]) => {
      let reached = 0;
      const sorted = cuts.toSorted((a, b) => a.at - b.at);
      const splices = sorted.map(({ at, insert }, index) => {
        const from = Math.max(at, reached);
        const to = Math.min(text.length, from + (lengths[index] ?? 0));
        reached = to;
        return { from, to, insert };
      });
      return normaliseChange(splices);
    });
}

const changed = someText.chain((text) => changeOn(text).map((change) => ({ text, change })));

function runToEnd(blocks: readonly Block[], change: Change): readonly Block[] {
  const steps = changeBlocks(blocks, change);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

describe('the blocks after a change of the text', () => {
  test('are those of the whole text', () => {
    fc.assert(
      fc.property(changed, ({ text, change }) => {
        expect(runToEnd(blocksOf(text), change)).toEqual(blocksOf(applyChange(text, change)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('are those of the whole text where it is too long for one step', () => {
    const paragraph = 'The storm came over the hill. ';
    const text = Array.from({ length: 60 }, () => paragraph.repeat(60)).join('\n\n\n');
    for (const rest of [text, `${'\n'.repeat(40_000)}${text}`, `\`\`\`\n${text}\n\`\`\``, `${text}\n\n`]) {
      const change = [{ from: 10, to: 12, insert: rest }];
      expect(runToEnd(blocksOf('# One\nabc\ndef'), change)).toEqual(
        blocksOf(applyChange('# One\nabc\ndef', change)),
      );
    }
  });

  test('keep what the change does not touch', () => {
    const before = blocksOf('# One\n\nThe storm.\nThe rain.\n\nThe wind.\n\n```\na\n```\nThe end.');
    const text = joinBlocks(before);
    const at = text.indexOf('wind');
    const after = runToEnd(before, [{ from: at, to: at + 4, insert: 'fog' }]);
    expect(after.map((block, index) => block === before[index])).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  test.each([
    [
      'closes one that was open far above',
      'a\n```\nb\nc\nd\ne',
      'd',
      'd\n```',
      'fence "\\n```\\nb\\nc\\nd\\n```"',
    ],
    [
      'opens one that only something far below closes',
      'a\nb\nc\nd\n```\ne',
      'a',
      '```',
      'fence "```\\nb\\nc\\nd\\n```"',
    ],
  ])('reach as far as a fence that the change %s', (_what, text, old, insert, fence) => {
    const from = text.indexOf(old);
    const after = runToEnd(blocksOf(text), [{ from, to: from + old.length, insert }]);
    expect(after.map((block) => `${block.kind} ${JSON.stringify(block.text)}`)).toContain(fence);
  });
});

describe('the difference of blocks', () => {
  test('leads from the blocks before a change to those after it, in normal form', () => {
    fc.assert(
      fc.property(changed, ({ text, change }) => {
        const [before, after] = [blocksOf(text), blocksOf(applyChange(text, change))];
        const difference = blockDifference(before, after, change);
        const ops = opsOf(difference);
        expect(applyOps(before, ops)).toEqual(after);
        expect(changeOf(ops)).toEqual(difference);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is the same whether the blocks were derived from the change or from the whole text', () => {
    fc.assert(
      fc.property(changed, ({ text, change }) => {
        const before = blocksOf(text);
        const whole = blockDifference(before, blocksOf(applyChange(text, change)), change);
        expect(blockDifference(before, runToEnd(before, change), change)).toEqual(whole);
      }),
    );
  });

  test('is nothing where a text was replaced by an equal one', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const change = [{ from: 0, to: text.length, insert: text }];
        expect(blockDifference(blocksOf(text), blocksOf(text), change)).toEqual([]);
      }),
    );
  });

  test('names two paragraphs that changed, and not those between them', () => {
    const text = 'One.\nTwo.\nThree.\nFour.\nFive.';
    const after = 'One.\n2.\nThree.\nFour.\n5.';
    const change = [{ from: 0, to: text.length, insert: after }];
    const difference = blockDifference(blocksOf(text), blocksOf(after), change);
    expect(difference.map(({ from, to, insert }) => [from, to, joinBlocks(insert)])).toEqual([
      [1, 2, '\n2.'],
      [4, 5, '\n5.'],
    ]);
  });
});
