import { expect, test } from 'vitest';
import type { TreeId } from '../../src/core/ids.ts';
import { distinctTitle, notesOnEqualTitles } from '../../src/ui-text/tree/equal-titles.ts';

const tree = (id: string, title: string, minute: number) => ({
  id: id as TreeId,
  title,
  createdAt: new Date(2026, 2, 14, 21, minute).getTime(),
});

test('trees of one title are told apart by when they were begun', () => {
  const notes = notesOnEqualTitles([tree('a', 'Winter', 5), tree('b', 'Summer', 6), tree('c', 'Winter', 7)]);
  expect([...notes]).toEqual([
    ['a', 'begun 14 March 2026, 21:05'],
    ['c', 'begun 14 March 2026, 21:07'],
  ]);
});

test('trees of one title that were begun in one minute are numbered', () => {
  const trees = [tree('a', 'Winter', 5), tree('b', 'Winter', 5), tree('c', 'Summer', 5)];
  expect(trees.map((one) => distinctTitle(one, trees))).toEqual([
    'Winter, begun 14 March 2026, 21:05 (1)',
    'Winter, begun 14 March 2026, 21:05 (2)',
    'Summer',
  ]);
});
