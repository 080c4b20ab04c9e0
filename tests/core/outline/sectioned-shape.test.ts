import { expect, it } from 'vitest';
import { listOutline } from '../../../src/core/outline/outline.ts';
import { type PlacedSection, withSections } from '../../../src/core/outline/sectioned-shape.ts';
import { EVERYTHING, shapeOf } from '../../helpers/tree-shape.ts';

/** The rows of a tree with sections: positions as numbers, sections as letters, indented by level. */
function rowsOf(parents: readonly number[], path: readonly number[], sections: readonly PlacedSection[]) {
  const shape = withSections(shapeOf([...parents]), path, sections);
  const { count, positions, levels } = listOutline(shape, { ...EVERYTHING, indentedFrom: parents.length });
  return Array.from({ length: count }, (_, row) => {
    const number = positions[row] ?? 0;
    const name = number < parents.length ? `${number}` : 'ABCDEFG'[number - parents.length];
    return `${'· '.repeat((levels[row] ?? 1) - 1)}${name}`;
  });
}

it('the parts of the path are its first levels, nested as they are, and alternatives stay where they branch', () => {
  // The path is 0 1 2 4 5; 3 is an alternative to 4, with 6 after it.
  const parents = [-1, 0, 1, 2, 2, 4, 3];
  const sections = [
    { level: 1, first: 1 },
    { level: 2, first: 3 },
    { level: 1, first: 4 },
  ];
  expect(rowsOf(parents, [0, 1, 2, 4, 5], sections)).toEqual([
    '0',
    '· A',
    '· · 1',
    '· · · 2',
    '· · · · 3',
    '· · · · · 6',
    '· · B',
    '· · · 4',
    '· C',
    '· · 5',
  ]);
});

it('what follows a fork inside a text stands under the chapter with the fork', () => {
  // 1 holds three chapters; 2 and 3 leave it in the second, 4 in the first, and 5 follows it.
  const sections = [
    { level: 1, first: 1 },
    { level: 1, first: 2, forks: [2, 3] },
    { level: 1, first: 2 },
  ];
  expect(rowsOf([-1, 0, 1, 1, 1, 1], [0, 1, 5], sections)).toEqual([
    '0',
    '· A',
    '· · 1',
    '· · · 4',
    '· B',
    '· · 2',
    '· · 3',
    '· C',
    '· · 5',
  ]);
});

it('parts that begin and end within a position have no rows below them', () => {
  const sections = [
    { level: 1, first: 1 },
    { level: 1, first: 2 },
    { level: 1, first: 2 },
    { level: 1, first: 3 },
  ];
  expect(rowsOf([-1, 0, 1], [0, 1, 2], sections)).toEqual([
    '0',
    '· A',
    '· · 1',
    '· B',
    '· C',
    '· · 2',
    '· D',
  ]);
});
