import fc from 'fast-check';
import type { TreeShape } from '../../src/core/tree/outline.ts';

/** The shape of a tree in which one continues `parents[one]`, named before it; the first is the root. */
export function shapeOf(parentsOf: readonly number[]): TreeShape {
  const parents = Int32Array.from(parentsOf);
  const count = parents.length;
  const firstChildren = new Int32Array(count).fill(-1);
  const nextSiblings = new Int32Array(count).fill(-1);
  for (let one = count - 1; one > 0; one -= 1) {
    const parent = parents[one] ?? 0;
    nextSiblings[one] = firstChildren[parent] ?? -1;
    firstChildren[parent] = one;
  }
  return { count, parents, firstChildren, nextSiblings };
}

/** Trees of 1 to `most` positions, bushy ones and spines. */
export function arbitraryShape(most = 60): fc.Arbitrary<TreeShape> {
  return fc
    .record({
      picks: fc.array(fc.nat(1_000_000), { maxLength: most - 1 }),
      reach: fc.integer({ min: 1, max: most }),
    })
    .map(({ picks, reach }) =>
      shapeOf([-1, ...picks.map((pick, at) => at - (pick % Math.min(reach, at + 1)))]),
    );
}

/** Everything listed, in reading order. */
export const EVERYTHING = { top: 0, open: null, hidden: null, stops: null } as const;
