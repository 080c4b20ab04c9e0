import type { ResponseId, TreeId } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { findCursor, listAgentsIn } from '../../store/tables/path-state.ts';
import { eachStoredNode } from '../../store/tree/whole-trees.ts';
import { type Digests, responseToVerify } from '../reading/node-reader.ts';

/**
 * Compares a tree with its copy in another file: every node with everything its hash covers, its spans and
 * metadata, every edge, the bytes of every response, every agent's head and draft.
 * @returns a description of the first difference; null if there is none
 */
export function findDifference(
  original: Reader,
  copy: Reader,
  treeId: TreeId,
  digests: Digests,
): string | null {
  const copied = eachStoredNode(copy, treeId);
  const responses = new Set<ResponseId>();
  for (const expected of eachStoredNode(original, treeId)) {
    const { value: found, done } = copied.next();
    if (done === true) return `node ${expected.node.id} is missing`;
    if (JSON.stringify(found) !== JSON.stringify(expected)) return `node ${expected.node.id} differs`;
    const { responseId } = expected.node;
    if (responseId === null || responses.has(responseId)) continue;
    responses.add(responseId);
    const body = responseToVerify(original, responseId, digests);
    const copiedBody = responseToVerify(copy, responseId, digests);
    if (JSON.stringify(body) !== JSON.stringify(copiedBody)) return `the response ${responseId} differs`;
  }
  if (copied.next().done !== true) return 'there is an extra node';
  for (const agentId of listAgentsIn(original, treeId)) {
    const states = [original, copy].map((reader) => [
      findCursor(reader, treeId, agentId)?.head,
      findDraft(reader, treeId, agentId),
    ]);
    if (JSON.stringify(states[0]) !== JSON.stringify(states[1])) return `the draft of ${agentId} differs`;
  }
  return null;
}
