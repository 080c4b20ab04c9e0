import { describe, expect, test } from 'vitest';
import { isKnownWord, withoutPossessive } from '../../../src/core/text/spelling.ts';

const LIST = new Set(['orchard', 'Paris', "don't", "o'clock", 'facade', 'writers', 'writer', 'NASA', 'café']);
const isKnown = (word: string) => isKnownWord(word, (form) => LIST.has(form));

describe('a word is known', () => {
  test.each(['orchard', 'Orchard', 'ORCHARD'])('with capitals as in a sentence or heading: %s', (word) => {
    expect(isKnown(word)).toBe(true);
  });

  test.each(["don't", 'don’t', 'Don’t', 'DON’T', 'o’clock'])('with either apostrophe: %s', (word) => {
    expect(isKnown(word)).toBe(true);
  });

  test.each(['orchard’s', 'Paris’s', "writers'", 'writers’', 'ORCHARD’S'])('as a possessive: %s', (word) => {
    expect(isKnown(word)).toBe(true);
  });

  test.each(['façade', 'Façade’s', 'cafe\u0301'])('with accents, however they are encoded: %s', (word) => {
    expect(isKnown(word)).toBe(true);
  });
});

describe('a word is not known', () => {
  test.each(['orchrad', 'paris', 'oRchard', 'Nasa', 'cafe', '', "'", "'s"])('%s', (word) => {
    expect(isKnown(word)).toBe(false);
  });
});

test('a possessive is reduced to its base word', () => {
  expect(['Marta’s', "writers'", 'Marta', 'don’t'].map(withoutPossessive)).toEqual([
    'Marta',
    'writers',
    'Marta',
    "don't",
  ]);
});
