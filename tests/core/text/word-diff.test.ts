import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWords, type WordChange } from '../../../src/core/text/word-diff.ts';

const WORDS =
  'the tower stood on a hill and nobody went there but owls 🏰 🦉 old, cold. “Who?” – ä don’t 漢字 𝒜𝒷'.split(
    ' ',
  );

const anyProse = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' '));
const anyText = fc.oneof(
  anyProse,
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
);

/** `a [-old-] {+new+} b` */
function show(oldText: string, newText: string): string {
  const signs: Readonly<Record<WordChange, readonly [string, string]>> = {
    same: ['', ''],
    removed: ['[-', '-]'],
    added: ['{+', '+}'],
  };
  return diffWords(oldText, newText)
    .map(({ change, text }) => signs[change][0] + text + signs[change][1])
    .join('');
}

describe('a word diff', () => {
  test('shows whole words, removed before added', () => {
    expect(show('there was a castle', 'there was a tower')).toBe('there was a [-castle-]{+tower+}');
    expect(show('He walked home.', 'He walks home.')).toBe('He [-walked-]{+walks+} home.');
    expect(show('It was old.', 'It was very old.')).toBe('It was {+very +}old.');
    expect(show('“Don’t go,” she said.', '“Do go,” she said.')).toBe('“[-Don’t-]{+Do+} go,” she said.');
  });

  test('shows adjacent changed words as one change', () => {
    expect(show('a red fox ran', 'one grey wolf ran')).toBe('[-a red fox-]{+one grey wolf+} ran');
  });

  test('of equal texts is the text, and of empty texts is empty', () => {
    expect(show('Once.', 'Once.')).toBe('Once.');
    expect(diffWords('', '')).toEqual([]);
    expect(show('', 'Once.')).toBe('{+Once.+}');
    expect(show('Once.', '')).toBe('[-Once.-]');
  });

  test('treats each character as a word in scripts without spaces between words', () => {
    expect(show('我们去山上', '我们去海上')).toBe('我们去[-山-]{+海+}上');
  });

  test('reconstructs both texts, whatever they are, and never splits a character', () => {
    fc.assert(
      fc.property(anyText, anyText, (oldText, newText) => {
        const parts = diffWords(oldText, newText);
        const textOf = (...changes: readonly WordChange[]) =>
          parts
            .filter(({ change }) => changes.includes(change))
            .map(({ text }) => text)
            .join('');
        expect(textOf('same', 'removed')).toBe(oldText);
        expect(textOf('same', 'added')).toBe(newText);
        parts.forEach(({ change, text }, index) => {
          expect(text).not.toBe('');
          expect(text.isWellFormed()).toBe(true);
          expect(parts[index + 1]?.change).not.toBe(change);
        });
      }),
    );
  });
});
