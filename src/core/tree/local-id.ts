import type { LocalId, NodeId } from '../ids.ts';

const SHORTEST = 6;

/**
 * The last six characters of a node's id in lower case, and one more to the left for as long as the tree already has
 * that local id (`domain.md`, *localId*: the front of a ULID is its clock).
 */
export function localIdFor(node: NodeId, isTaken: (localId: LocalId) => boolean): LocalId {
  const lower = node.toLowerCase();
  for (let length = SHORTEST; length < lower.length; length += 1) {
    const localId = lower.slice(-length) as LocalId;
    if (!isTaken(localId)) return localId;
  }
  return lower as LocalId;
}
