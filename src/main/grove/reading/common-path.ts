import type { PathIds } from '../../store/tree/path-loading.ts';

/** How many nodes two paths have in common at their beginning. */
export function commonPrefix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const differs = one.findIndex(({ nodeId }, index) => nodeId !== other[index]?.nodeId);
  return differs < 0 ? one.length : differs;
}

/** How many nodes two paths have in common at their end. */
export function commonSuffix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one.at(-1 - length)?.nodeId === other.at(-1 - length)?.nodeId) length += 1;
  return length;
}
