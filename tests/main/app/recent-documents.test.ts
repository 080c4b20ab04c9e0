import { expect, test } from 'vitest';
import { followRecentGroves } from '../../../src/main/app/recent-documents.ts';

test.each([
  ['gets a new one', ['a'], ['b', 'a'], { clears: false, adds: ['b'] }],
  ['gets an older one again', ['b', 'a'], ['a', 'b'], { clears: false, adds: ['a'] }],
  ['stays as it is', ['b', 'a'], ['b', 'a'], { clears: false, adds: [] }],
  ['loses what the writer removed', ['c', 'b', 'a'], ['c', 'a'], { clears: true, adds: ['a', 'c'] }],
  ['is emptied', ['a'], [], { clears: true, adds: [] }],
])('the system’s list of recent files %s', (_what, before, after, change) => {
  expect(followRecentGroves(before, after)).toEqual(change);
});
