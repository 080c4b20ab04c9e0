import type { TreeShape } from '../../src/core/outline/outline.ts';

/** The shape of a tree in which position n continues `parents[n]`, which precedes it; the first is the root. */
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
