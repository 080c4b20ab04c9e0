import { expect, test } from 'vitest';
import { foldTag, isWithin, tagName } from '../../../src/core/tags/tag.ts';

test.each([
  ['winter', 'winter'],
  ['  # Winter   night ', 'Winter night'],
  ['##arc / winter', 'arc/winter'],
  ['//arc///winter//', 'arc/winter'],
  ['a\nb\tc', 'a b c'],
  ['cafe\u0301', 'caf\u00e9'],
  ['👩‍🚀/🌙', '👩‍🚀/🌙'],
  [`${'a/'.repeat(100)}a`, `${'a/'.repeat(100)}a`],
])('%j is the tag %j', (typed, name) => {
  expect(tagName(typed)).toBe(name);
});

test.each(['', '   ', '#', '/', ' / /# ', '\u0000'])('%j is no name', (typed) => {
  expect(tagName(typed)).toBeNull();
});

test('names are compared folded, and levels of one are within the levels above', () => {
  expect(foldTag('Ma’s CAFÉ')).toBe(foldTag("ma's cafe\u0301"));
  expect(isWithin('arc/winter', 'arc')).toBe(true);
  expect(isWithin('arc', 'arc')).toBe(true);
  expect(isWithin('archive', 'arc')).toBe(false);
});
