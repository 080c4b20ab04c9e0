import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonLines } from '../../../src/core/text/common-lines.ts';

const anyLines = fc.array(fc.constantFrom('', 'a', 'b', 'Sing on.', 'It rained all day long.'), {
  maxLength: 40,
});

describe('common lines', () => {
  it('are equal, in order, and all of them if the lists are equal', () => {
    fc.assert(
      fc.property(anyLines, anyLines, (oldLines, newLines) => {
        let [oldAt, newAt] = [0, 0];
        for (const { oldFrom, newFrom, length } of commonLines(oldLines, newLines)) {
          expect(oldFrom).toBeGreaterThanOrEqual(oldAt);
          expect(newFrom).toBeGreaterThanOrEqual(newAt);
          expect(length).toBeGreaterThan(0);
          expect(oldLines.slice(oldFrom, oldFrom + length)).toEqual(
            newLines.slice(newFrom, newFrom + length),
          );
          [oldAt, newAt] = [oldFrom + length, newFrom + length];
        }
        const length = oldLines.length;
        expect(commonLines(oldLines, oldLines)).toEqual(
          length === 0 ? [] : [{ oldFrom: 0, newFrom: 0, length }],
        );
      }),
    );
  });

  it('are found between many changed lines', () => {
    const lines = Array.from(
      { length: 2_000 },
      (_, index) => `The house number ${index} stood empty at the end of lane ${index}.`,
    );
    const changed = lines.map((line, index) => (index % 50 === 0 ? `Changed ${index}.` : line));
    const kept = commonLines(lines, changed).reduce((sum, { length }) => sum + length, 0);
    expect(kept).toBe(2_000 - 40);
  });
});
