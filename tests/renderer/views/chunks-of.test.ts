import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf } from '../../../src/renderer/views/context/chunks-of.ts';

test('a short text is one chunk', () => {
  expect(chunksOf('Rain.\nIt fell.')).toEqual(['Rain.\nIt fell.']);
});

test('a long text is split at line ends, so stacked chunks read like the original', () => {
  const text = `${'It went on and on, and then it ended.\n'.repeat(1_000)}`;
  const chunks = chunksOf(text);
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks.join('\n')).toBe(text);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(8_000);
});

test('no text is missing, and no chunk is long', () => {
  const piece = fc.constantFrom('word ', 'line\n', 'x'.repeat(3_000), '😀'.repeat(700));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const chunks = chunksOf(text);
      expect(chunks.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(8_000);
        expect(chunk.isWellFormed()).toBe(true);
      }
    }),
  );
});
