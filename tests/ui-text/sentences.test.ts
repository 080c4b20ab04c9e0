import { describe, expect, test } from 'vitest';
import { AspenError } from '../../src/core/errors.ts';
import { backupContents, mergedDetail, mergedSentence } from '../../src/ui-text/copies.ts';
import { describeError, describeOpeningError } from '../../src/ui-text/errors.ts';
import { countOf, listOf } from '../../src/ui-text/plural.ts';
import { staleJournal } from '../../src/ui-text/questions.ts';
import { sentencesRestored, textsRecovered, textsVerified } from '../../src/ui-text/recovery.ts';

test.each([
  [0, '0 texts'],
  [1, '1 text'],
  [2, '2 texts'],
  [1_200, '1,200 texts'],
])('%i with its word', (count, words) => {
  expect(countOf(count, 'text')).toBe(words);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('the list of %j', (items, words) => {
  expect(listOf(items)).toBe(words);
});

describe('an error as a value', () => {
  test('has the sentence of its code, and its detail', () => {
    expect(describeError(new AspenError('NOT_A_GROVE', 'notes.txt'))).toEqual({
      code: 'NOT_A_GROVE',
      sentence: 'This file is not a grove. It was not changed.',
      detail: 'notes.txt',
    });
  });

  test('that kept a grove from being opened does not speak of text in the window', () => {
    for (const code of ['DISK_FULL', 'IO_ERROR', 'READ_ONLY', 'MOVED'] as const)
      expect(describeOpeningError(new AspenError(code, '')).sentence).not.toContain('window');
    const { sentence } = describeOpeningError(new AspenError('NOT_A_GROVE', ''));
    expect(sentence).toBe('This file is not a grove. It was not changed.');
  });

  test('says nothing about a bug but that there is one', () => {
    const bug = { code: 'INTERNAL', sentence: expect.stringContaining('Something went wrong'), detail: '' };
    expect(describeError(new TypeError('secret'))).toEqual(bug);
    expect(describeError('secret')).toEqual(bug);
    expect(describeError(null)).toEqual(bug);
  });
});

test.each([
  [{ nodes: 0, trees: 0, drafts: 0 }, 'Nothing was added: this grove already has everything in “a”.'],
  [{ nodes: 1, trees: 0, drafts: 0 }, 'Added 1 text from “a”. Your own text is unchanged.'],
  [
    { nodes: 2, trees: 1, drafts: 2 },
    'Added 2 texts, 1 whole tree and 2 drafts as bookmarked branches from “a”. Your own text is unchanged.',
  ],
])('a merge that added %j', (counts, sentence) => {
  expect(mergedSentence('a', counts)).toBe(sentence);
});

test('a merge says how many texts are beside others, unless there are none', () => {
  const counts = { nodes: 3, trees: 0, drafts: 0 };
  const backup = 'The newest backup has the grove as it was before the merge.';
  expect(mergedDetail({ ...counts, renamed: 0 })).toBe(backup);
  expect(mergedDetail({ ...counts, renamed: 1 })).toBe(
    `1 text that conflicted with yours is beside yours. ${backup}`,
  );
  expect(mergedDetail({ nodes: 0, trees: 0, drafts: 0, renamed: 0 })).toBe('');
});

test.each([
  [{ nodes: 0, drafts: 0, trees: 1 }, 'before your first word'],
  [{ nodes: 0, drafts: 1, trees: 1 }, '1 text'],
  [{ nodes: 12, drafts: 1, trees: 2 }, '13 texts in 2 trees'],
])('a backup with %j', (counts, words) => {
  expect(backupContents({ ...counts, isReplaced: false })).toBe(words);
});

test('one and several agree with their verbs', () => {
  expect(sentencesRestored(1)).toBe('1 sentence that had not reached the file was restored.');
  expect(sentencesRestored(2)).toBe('2 sentences that had not reached the file were restored.');
  expect(textsRecovered(1)).toBe('1 text was recovered.');
  expect(textsRecovered(5_000)).toBe('5,000 texts were recovered.');
  expect(textsVerified(0)).toBe('All of them were verified.');
});

test.each([
  [null, 'everything written since'],
  [0, 'everything written since'],
  [1, 'the last change'],
  [7, 'the last 7 changes'],
])('a stale journal that would undo %s', (changes, lost) => {
  expect(staleJournal('a', changes).detail).toContain(`would undo ${lost}.`);
});
