import { hierarchy, tree as tidyTree } from 'd3-hierarchy';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listOutline, type OutlineRows } from '../../../src/core/outline/outline.ts';
import { layOutTidyTree } from '../../../src/core/outline/tidy-layout.ts';
import '../../helpers/fast-check-runs.ts';
import { arbitraryShape, EVERYTHING, shapeOf } from '../../helpers/tree-shape.ts';

const NEAR = 1e-6;

function laidOut(rows: OutlineRows) {
  const places = layOutTidyTree(rows);
  return Array.from(places, (place, row) => ({
    place,
    level: rows.levels[row] ?? 0,
    parent: rows.parents[row] ?? -1,
  }));
}

describe('the tidy layout', () => {
  test('keeps the order of a level, with no two closer than one step', () => {
    fc.assert(
      fc.property(arbitraryShape(), (shape) => {
        const ends = new Map<number, number>();
        for (const { place, level } of laidOut(listOutline(shape, EVERYTHING))) {
          expect(place).toBeGreaterThanOrEqual((ends.get(level) ?? -1) + 1 - NEAR);
          ends.set(level, place);
        }
      }),
    );
  });

  test('centres a parent over its children, and puts the leftmost position at 0', () => {
    fc.assert(
      fc.property(arbitraryShape(), (shape) => {
        const all = laidOut(listOutline(shape, EVERYTHING));
        expect(Math.min(...all.map(({ place }) => place))).toBeCloseTo(0, 6);
        for (const [row, { place }] of all.entries()) {
          const children = all.filter(({ parent }) => parent === row).map((child) => child.place);
          if (children.length === 0) continue;
          expect(place).toBeCloseTo((Math.min(...children) + Math.max(...children)) / 2, 6);
        }
      }),
    );
  });

  test('matches that of d3-hierarchy', () => {
    fc.assert(
      fc.property(arbitraryShape(40), (shape) => {
        const rows = listOutline(shape, EVERYTHING);
        const byRow = Array.from({ length: rows.count }, (_, row) => row);
        const root = hierarchy(0, (row) => byRow.filter((other) => rows.parents[other] === row));
        const theirs = new Map(
          tidyTree<number>()
            .nodeSize([1, 1])
            .separation(() => 1)(root)
            .descendants()
            .map(({ data, x }) => [data, x]),
        );
        const leftmost = Math.min(...theirs.values());
        for (const [row, { place }] of laidOut(rows).entries())
          expect(place).toBeCloseTo((theirs.get(row) ?? 0) - leftmost, 6);
      }),
    );
  });

  test('handles a spine 100,000 deep and 100,000 siblings', () => {
    const many = 100_000;
    const spine = shapeOf(Array.from({ length: many }, (_, one) => one - 1));
    expect(new Set(layOutTidyTree(listOutline(spine, EVERYTHING)))).toEqual(new Set([0]));
    const siblings = shapeOf(Array.from({ length: many }, (_, one) => (one === 0 ? -1 : 0)));
    expect(layOutTidyTree(listOutline(siblings, EVERYTHING)).at(-1)).toBe(many - 2);
  });
});
