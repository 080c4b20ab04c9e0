/** Tree shapes for code that only traverses trees; deterministic. */
import type { TreeShape } from '../../../src/core/outline/outline.ts';
import { shapeOf } from '../../helpers/shape-of.ts';

/** Like a writer's tree: mostly continuing the last few positions, sometimes one far back. */
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

/** Every position continues the first. */
export function siblings(count: number): TreeShape {
  return shapeOf(Array.from({ length: count }, (_, one) => (one === 0 ? -1 : 0)));
}

/** Two children each. */
export function binary(count: number): TreeShape {
  return shapeOf(Array.from({ length: count }, (_, one) => (one === 0 ? -1 : (one - 1) >> 1)));
}
