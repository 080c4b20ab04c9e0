import type { LocalId, NodeId } from '../ids.ts';

const MIN_LENGTH = 6;

/**
 * The last six characters of a node id in lower case, extended to the left until the tree does not have that
 * local id yet (`domain.md`, *localId*: the front of a ULID is its timestamp).
 */
export function localIdFor(node: NodeId, isTaken: (localId: LocalId) => boolean): LocalId {
  const lower = node.toLowerCase();
  for (let length = MIN_LENGTH; length < lower.length; length += 1) {
    const localId = lower.slice(-length) as LocalId;
    if (!isTaken(localId)) return localId;
  }
  return lower as LocalId;
}
