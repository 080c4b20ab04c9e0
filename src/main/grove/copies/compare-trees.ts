import type { ResponseId, TreeId } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { findCursor, listAgentsIn } from '../../store/tables/path-state.ts';
import { eachStoredNode } from '../../store/tree/whole-trees.ts';
import { type Digests, responseToVerify } from '../reading/node-reader.ts';

/**
 * Whether a copy of a tree in another file is the tree: every node with what its hash covers, its spans and its metadata,
 * every edge, the bytes of every answer, where everyone is, and drafts.
 * @returns what differs first, in words; null where nothing does
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
    if (JSON.stringify(found) !== JSON.stringify(expected)) return `node ${expected.node.id} is another`;
    const { responseId } = expected.node;
    if (responseId === null || responses.has(responseId)) continue;
    responses.add(responseId);
    const body = responseToVerify(original, responseId, digests);
    const copiedBody = responseToVerify(copy, responseId, digests);
    if (JSON.stringify(body) !== JSON.stringify(copiedBody)) return `the answer ${responseId} is another`;
  }
  if (copied.next().done !== true) return 'there is a node more';
  for (const agentId of listAgentsIn(original, treeId)) {
    const places = [original, copy].map((reader) => [
      findCursor(reader, treeId, agentId)?.head,
      findDraft(reader, treeId, agentId),
    ]);
    if (JSON.stringify(places[0]) !== JSON.stringify(places[1])) return `the draft of ${agentId} is another`;
  }
  return null;
}
