import { expect, it } from 'vitest';
import { chapterRows } from '../../../src/renderer/views/grove/chapter-rows.ts';

/** The chapters of a text as the grove pane lists them: number, title and depth. */

function rowsOf(...headings: readonly (readonly [level: number, title: string])[]) {
  const list = headings.map(([level, title], at) => ({
    kind: 'heading' as const,
    from: at,
    lineLength: 1,
    level,
    title,
    words: 1,
    allWords: 1,
    index: at,
    offset: 0,
    positionId: null,
    beginsNode: true,
  }));
  return chapterRows(list).map(({ number, title, depth }) =>
    `${'  '.repeat(depth)}${number} ${title}`.trimEnd(),
  );
}

it('drops the word and the number where all chapters of a level have them', () => {
  expect(rowsOf([1, 'The House'], [2, 'Chapter One: The Mill'], [2, 'Chapter 2. The Weir'])).toEqual([
    ' The House',
    '  1 The Mill',
    '  2 The Weir',
  ]);
  expect(rowsOf([1, 'Chapter 7 – The Mill'], [1, 'Chapter 8'])).toEqual(['7 The Mill', ' Chapter 8']);
});

it('keeps the headings as they are where one has no number', () => {
  expect(rowsOf([1, 'Prologue'], [1, 'Chapter 1: The Mill'])).toEqual([' Prologue', ' Chapter 1: The Mill']);
});
