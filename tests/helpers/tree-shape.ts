import fc from 'fast-check';
import type { TreeShape } from '../../src/core/outline/outline.ts';
import { shapeOf } from './shape-of.ts';

export { shapeOf };

/** Trees of 1 to `most` positions, both bushy and deep. */
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

/** The scope of the whole tree, fully expanded. */
export const EVERYTHING = { top: 0, open: null, hidden: null, stops: null } as const;
