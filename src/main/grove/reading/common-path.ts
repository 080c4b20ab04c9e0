import type { PathIds } from '../../store/tree/path-loading.ts';

/** Number of nodes that two paths share at their beginning. */
export function commonPrefix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const differs = one.findIndex(({ nodeId }, index) => nodeId !== other[index]?.nodeId);
  return differs < 0 ? one.length : differs;
}

/** Number of nodes that two paths share at their end. */
export function commonSuffix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one.at(-1 - length)?.nodeId === other.at(-1 - length)?.nodeId) length += 1;
  return length;
}
