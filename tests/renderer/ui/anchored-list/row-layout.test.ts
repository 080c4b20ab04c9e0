import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowLayout } from '../../../../src/renderer/ui/anchored-list/row-layout.ts';

/** Heights as browsers have them: whole numbers of 1/64 pixel, whose sums are exact. */
const height = fc.nat(64 * 300).map((parts) => parts / 64);

/** Checks a layout of rows with these keys and heights by loops. */
function check(
  layout: RowLayout,
  keys: readonly string[],
  heights: readonly number[],
  points: readonly number[],
) {
  const tops = [0];
  for (const each of heights) tops.push((tops.at(-1) ?? 0) + each);
  expect(tops.map((_, index) => layout.topOf(index))).toEqual(tops);
  expect(layout.height).toBe(tops.at(-1));
  expect(layout.count).toBe(keys.length);
  expect(keys.map((key) => layout.indexOf(key))).toEqual(keys.map((_, index) => index));
  expect(keys.map((_, index) => layout.keyAt(index))).toEqual(keys);
  for (const y of points) {
    const inside = heights.findLastIndex((_, index) => (tops[index] ?? 0) <= y);
    expect(layout.indexAt(y)).toBe(heights.length === 0 ? -1 : Math.max(0, inside));
  }
}

const changes = fc.array(fc.tuple(fc.nat(39), height), { maxLength: 20 });

describe('the layout of rows', () => {
  it('adds up heights and finds rows as a loop does, whatever was set, on one path after another', () => {
    fc.assert(
      fc.property(
        fc.array(height, { maxLength: 40 }),
        changes,
        fc.array(fc.record({ keep: fc.nat(45), heights: fc.array(height, { maxLength: 12 }), changes }), {
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: -100, max: 4_000 }), { maxLength: 20 }),
        (first, firstChanges, paths, points) => {
          let keys: readonly string[] = first.map((_, index) => `row ${index}`);
          const known = new Map<string, number>();
          keys.forEach((key, index) => {
            known.set(key, first[index] ?? 0);
          });
          const heightOf = (key: string) => known.get(key) ?? Number.NaN;
          const set = (layout: RowLayout, values: typeof firstChanges) => {
            for (const [index, value] of values) {
              const key = keys[index];
              if (key === undefined) continue;
              known.set(key, value);
              layout.setHeight(index, value);
            }
          };
          let layout = new RowLayout(keys.length, (index) => keys[index] ?? '', heightOf);
          set(layout, firstChanges);
          check(layout, keys, keys.map(heightOf), points);
          paths.forEach((path, number) => {
            const before = { layout, keys };
            const added = path.heights.map((value, index) => {
              const key = `path ${number}, ${index}`;
              known.set(key, value);
              return key;
            });
            keys = [...keys.slice(0, path.keep), ...added];
            layout = new RowLayout(keys.length, (index) => keys[index] ?? '', heightOf, before.layout);
            const gone = before.keys.slice(path.keep);
            expect(gone.map((key) => layout.indexOf(key))).toEqual(gone.map(() => undefined));
            // A layout does not change with the next one.
            expect(before.layout.count).toBe(before.keys.length);
            set(layout, path.changes);
            check(layout, keys, keys.map(heightOf), points);
          });
        },
      ),
    );
  });
});
