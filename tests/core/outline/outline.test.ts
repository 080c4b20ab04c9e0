import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listOutline, type OutlineScope, rowsByPosition } from '../../../src/core/outline/outline.ts';
import '../../helpers/fast-check-runs.ts';
import { arbitraryShape, EVERYTHING, shapeOf } from '../../helpers/tree-shape.ts';

/**
 *     0 ─┬─ 1 ── 2 ── 3 ─┬─ 4
 *        │               └─ 5
 *        └─ 6 ── 7
 */
const TREE = shapeOf([-1, 0, 1, 2, 3, 3, 0, 6]);

/** Rows as text: the indent, then the position or chain. */
function listed(scope: Partial<OutlineScope> = {}): readonly string[] {
  const rows = listOutline(TREE, { ...EVERYTHING, ...scope });
  return Array.from({ length: rows.count }, (_, row) => {
    const [from, to] = [rows.positions[row], rows.ends[row]];
    const name = from === to ? `${from}` : `${from}–${to}`;
    return `${'· '.repeat(rows.indents[row] ?? 0)}${name}`;
  });
}

const marked = (...positions: readonly number[]) =>
  Uint8Array.from({ length: TREE.count }, (_, one) => (positions.includes(one) ? 1 : 0));

describe('an outline', () => {
  test('indents positions with siblings, and lists in reading order', () => {
    expect(listed()).toEqual(['0', '· 1', '· · 2', '· · 3', '· · · 4', '· · · 5', '· 6', '· 7']);
  });

  test('never shows a continuation of a position like a sibling of it', () => {
    fc.assert(
      fc.property(arbitraryShape(), (shape) => {
        const { count, indents, parents } = listOutline(shape, EVERYTHING);
        const isBelow = (row: number, above: number) => {
          let at = row;
          while (at > above) at = parents[at] ?? -1;
          return at === above;
        };
        for (let row = 1; row < count; row += 1) {
          const indent = indents[row] ?? 0;
          if (indent !== indents[parents[row] ?? 0]) continue;
          for (let later = row + 1; later < count && (indents[later] ?? 0) >= indent; later += 1) {
            expect(isBelow(later, row)).toBe(true);
          }
        }
      }),
    );
  });

  test('lists the descendants of a position only if it is open', () => {
    expect(listed({ open: marked(0, 6) })).toEqual(['0', '· 1', '· 6', '· 7']);
  });

  test('starts at the hoisted position', () => {
    expect(listed({ top: 3 })).toEqual(['3', '· 4', '· 5']);
  });

  test('folds chains of single children, but not across a stop', () => {
    expect(listed({ stops: marked() })).toEqual(['0', '· 1–3', '· · 4', '· · 5', '· 6–7']);
    expect(listed({ stops: marked(2) })).toEqual([
      '0',
      '· 1',
      '· · 2',
      '· · 3',
      '· · · 4',
      '· · · 5',
      '· 6–7',
    ]);
  });

  test('omits hidden positions and everything below them, and folds the resulting chains', () => {
    expect(listed({ hidden: marked(5, 6), stops: marked() })).toEqual(['0–4']);
    expect(listed({ hidden: marked(3) })).toEqual(['0', '· 1', '· · 2', '· 6', '· 7']);
  });

  test('gives the level, the place among siblings and the child count of each position', () => {
    const { levels, setPositions, setSizes, childCounts } = listOutline(TREE, EVERYTHING);
    expect([...levels]).toEqual([1, 2, 3, 4, 5, 5, 2, 3]);
    expect([...setPositions]).toEqual([1, 1, 1, 1, 1, 2, 2, 1]);
    expect([...setSizes]).toEqual([1, 2, 1, 1, 2, 2, 2, 1]);
    expect([...childCounts]).toEqual([2, 1, 1, 2, 0, 0, 1, 0]);
  });

  test('has a row for every position of a tree shown in full, folded or not', () => {
    fc.assert(
      fc.property(arbitraryShape(), fc.boolean(), (shape, folds) => {
        const scope = { ...EVERYTHING, stops: folds ? new Uint8Array(shape.count) : null };
        const rows = listOutline(shape, scope);
        const lines = rowsByPosition(rows, shape);
        expect(lines.every((row) => row >= 0)).toBe(true);
        for (let row = 1; row < rows.count; row += 1) {
          const parent = rows.parents[row] ?? -1;
          expect(parent).toBeLessThan(row);
          expect(shape.parents[rows.positions[row] ?? 0]).toBe(rows.ends[parent]);
        }
      }),
    );
  });

  test('lists a spine 100,000 deep', () => {
    const spine = shapeOf(Array.from({ length: 100_000 }, (_, one) => one - 1));
    expect(listOutline(spine, EVERYTHING).levels.at(-1)).toBe(100_000);
    expect(listOutline(spine, { ...EVERYTHING, stops: new Uint8Array(100_000) }).count).toBe(1);
  });
});
