/** Trees of a shape, for what only walks them; the same each time. */
import type { TreeShape } from '../../../src/core/outline/outline.ts';
import { shapeOf } from '../../helpers/shape-of.ts';

/** As a writer's: mostly going on from the last few, sometimes from far back. */
export function randomShape(count: number): TreeShape {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return shapeOf(
    Array.from({ length: count }, (_, one) => {
      if (one === 0) return -1;
      const reach = next() < 0.9 ? Math.min(one, 12) : one;
      return one - 1 - Math.floor(next() * reach);
    }),
  );
}

/** All continue the first. */
export function siblings(count: number): TreeShape {
  return shapeOf(Array.from({ length: count }, (_, one) => (one === 0 ? -1 : 0)));
}

/** Two to each. */
export function binary(count: number): TreeShape {
  return shapeOf(Array.from({ length: count }, (_, one) => (one === 0 ? -1 : (one - 1) >> 1)));
}
