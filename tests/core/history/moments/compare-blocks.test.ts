import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../src/core/history/blocks-of.ts';
import {
  type BlockComparison,
  type ComparisonGap,
  compareBlocks,
  shortenComparison,
} from '../../../../src/core/history/moments/compare-blocks.ts';

const compare = (old: string, now: string) => compareBlocks(blocksOf(old), blocksOf(now));

/** A block in a few characters: its sign, then its text; changed words in brackets. */
function printed(block: BlockComparison | ComparisonGap): string {
  if (block.kind === 'gap') return `… ${block.blocks}`;
  if (block.kind === 'changed') {
    const words = block.words.map(({ change, text }) =>
      change === 'same' ? text : change === 'added' ? `[+${text}]` : `[-${text}]`,
    );
    return `~ ${words.join('').trim()}`;
  }
  const sign = { same: '=', added: '+', removed: '-', moved: '' }[block.kind];
  return `${block.kind === 'moved' ? (block.isFrom ? '<' : '>') : sign} ${block.text.trim()}`;
}

/** The text that the comparison has of one side. */
function textOf(comparison: readonly BlockComparison[], side: 'old' | 'now'): string {
  const missing = side === 'old' ? 'added' : 'removed';
  return comparison
    .map((block) => {
      if (block.kind === 'changed')
        return block.words.map(({ change, text }) => (change === missing ? '' : text)).join('');
      const isOther = block.kind === 'moved' ? block.isFrom !== (side === 'old') : block.kind === missing;
      return isOther ? '' : block.text;
    })
    .join('');
}

describe('comparing two moments', () => {
  test('tells what was added, removed, changed and moved', () => {
    const [west, east] = ['The storm came from the west.', 'The storm came from the east.'];
    const [marie, rain, cat] = ['Marie waited for it.', 'It rained all night long.', 'Only the cat slept.'];
    const old = [
      '# One',
      west,
      marie,
      '***',
      'Then it was quiet.',
      rain,
      'The dog did not.',
      cat,
      'The end.',
    ];
    const now = [
      '# One',
      rain,
      east,
      '***',
      'Then it was quiet.',
      'It was cold in June.',
      'The dog did not.',
      cat,
      'The end.',
    ];
    expect(compare(old.join('\n\n'), now.join('\n\n')).map(printed)).toEqual([
      '= # One',
      `> ${rain}`,
      '~ The storm came from the [-west][+east].',
      `- ${marie}`,
      '= ***',
      '= Then it was quiet.',
      `< ${rain}`,
      '+ It was cold in June.',
      '= The dog did not.',
      `= ${cat}`,
      '= The end.',
    ]);
  });

  test('takes a short block in two places for two blocks', () => {
    const [old, now] = [
      'Yes.\n\nMarie waited for it.\n\nThe end.',
      'Marie waited for it.\n\nThe end.\n\nYes.',
    ];
    expect(compare(old, now).map(printed)).not.toContain('> Yes.');
  });

  test('tells that only the space between two blocks changed', () => {
    expect(compare('One.\nTwo.', 'One.\n\nTwo.').map(({ kind }) => kind)).toEqual(['same', 'changed']);
  });

  test('has all of both texts', () => {
    const lines = ['The storm came.', 'Marie waited for it.', 'No.', '# One', '***', '', '```', 'code'];
    const someText = fc.array(fc.constantFrom(...lines), { maxLength: 12 }).map((some) => some.join('\n'));
    fc.assert(
      fc.property(someText, someText, (old, now) => {
        const comparison = compare(old, now);
        expect(textOf(comparison, 'old')).toBe(old);
        expect(textOf(comparison, 'now')).toBe(now);
      }),
    );
  });

  test('is shortened to what stands beside the changes', () => {
    const before = ['a', 'b', 'c', 'd'];
    const between = ['e', 'f', 'g'];
    const old = [...before, 'x', ...between, 'h', 'i'].join('\n');
    const now = [...before, 'y', ...between, 'h', 'i', 'z'].join('\n');
    expect(shortenComparison(compare(old, now)).map(printed)).toEqual([
      '… 3',
      '= d',
      '- x',
      '+ y',
      '= e',
      '… 3',
      '= i',
      '+ z',
    ]);
  });
});
