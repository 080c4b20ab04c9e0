import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnPart, diffColumns, unchangedShare } from '../../../src/core/text/diff-columns.ts';
import { diffWords } from '../../../src/core/text/word-diff.ts';

const WORDS = 'the tower stood on a hill and nobody went there 🏰 漢字 \n \n\n'.split(' ');
const anyText = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' '));

function textOf(parts: readonly ColumnPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** `a *castle* | a *tower*`, one line per row. */
function show(oldText: string, newText: string): readonly string[] {
  const cell = (parts: readonly ColumnPart[]) =>
    parts.map(({ differs, text }) => (differs ? `*${text.trim()}*` : text.trim())).join(' ');
  return diffColumns(diffWords(oldText, newText)).map(({ left, right }) => `${cell(left)} | ${cell(right)}`);
}

describe('two texts in columns', () => {
  test('align text between the same line breaks', () => {
    expect(show('A castle.\nIt was old.', 'A castle.\nIt was very, very old.')).toEqual([
      'A castle. | A castle.',
      'It was old. | It was *very, very* old.',
    ]);
    expect(show('One.\nTwo.\nThree.', 'One.\nThree.')).toEqual(['One. | One.', '*Two.* Three. | Three.']);
  });

  test('each reconstruct their text, whatever it is', () => {
    fc.assert(
      fc.property(anyText, anyText, (oldText, newText) => {
        const rows = diffColumns(diffWords(oldText, newText));
        expect(rows.map(({ left }) => textOf(left)).join('')).toBe(oldText);
        expect(rows.map(({ right }) => textOf(right)).join('')).toBe(newText);
      }),
    );
  });

  test('share everything, nothing, or something in between', () => {
    expect(unchangedShare(diffWords('the same', 'the same'))).toBe(1);
    expect(unchangedShare(diffWords('', ''))).toBe(1);
    expect(unchangedShare(diffWords('nothing', ''))).toBe(0);
    expect(unchangedShare(diffWords('a red fox ran', 'a red fox sat'))).toBeGreaterThan(0.7);
  });
});
