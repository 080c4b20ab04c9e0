import type { NodeId, ResponseId, TreeId } from '../../../core/ids.ts';
import { type Link, linkRecord } from '../../../core/links/link.ts';
import type { Reader } from '../../store/connection/query.ts';
import { countContents } from '../../store/copies/delete-tree.ts';
import { listTurns, loggedTurn } from '../../store/tables/agent-turns.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { listAnchors } from '../../store/tables/marks/anchors.ts';
import { findLink, isNodeIn, listLinks } from '../../store/tables/marks/links.ts';
import { listSummaries } from '../../store/tables/marks/summaries.ts';
import { findCursor, listAgentsIn } from '../../store/tables/path-state.ts';
import { readStoredNodes, type StoredNode } from '../../store/tree/whole-trees.ts';
import { type Digests, responseToVerify } from '../reading/node-reader.ts';

/** Nodes compared at a time. */
const PAGE = 250;

/**
 * Compares a tree with its copy in another file, one page at a time: every node with everything its hash
 * covers, its spans and metadata, every edge and anchor, the bytes of every response, and the turns that ended.
 * @returns yields the completed fraction, from 0 to 1; returns a description of the first difference, or null
 *   if there is none
 */
export function* compareTrees(
  original: Reader,
  copy: Reader,
  treeId: TreeId,
  digests: Digests,
): Generator<number, string | null> {
  const total = Math.max(1, countContents(original, treeId).nodes);
  const responses = new Set<ResponseId>();
  let nodes = 0;
  for (let after: NodeId | null = null; ; ) {
    const page: readonly StoredNode[] = readStoredNodes(original, treeId, after, PAGE);
    const copied = readStoredNodes(copy, treeId, after, PAGE);
    for (const [index, expected] of page.entries()) {
      const found = copied[index];
      if (found === undefined) return `node ${expected.node.id} is missing`;
      if (JSON.stringify(found) !== JSON.stringify(expected)) return `node ${expected.node.id} differs`;
      const { responseId } = expected.node;
      if (responseId === null || responses.has(responseId)) continue;
      responses.add(responseId);
      const [body, copiedBody] = [original, copy].map((reader) =>
        JSON.stringify(responseToVerify(reader, responseId, digests)),
      );
      if (body !== copiedBody) return `the response ${responseId} differs`;
    }
    if (copied.length > page.length) return 'there is an extra node';
    nodes += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last.node.id;
    yield Math.min(1, nodes / total);
  }
  if (JSON.stringify(listAnchors(original, treeId)) !== JSON.stringify(listAnchors(copy, treeId)))
    return 'the notes and bookmarks on phrases differ';
  for (const link of listLinks(original, treeId)) {
    // One to a tree that is not there stays behind.
    const hasEnds =
      isNodeIn(copy, link.sourceTree, link.source) && isNodeIn(copy, link.targetTree, link.target);
    const copied = findLink(copy, link.id);
    if (hasEnds && (copied === undefined || !isEqualLink(link, copied))) return 'the links differ';
  }
  const copied = new Set(listSummaries(copy, treeId).map((summary) => JSON.stringify(summary)));
  if (listSummaries(original, treeId).some((summary) => !copied.has(JSON.stringify(summary))))
    return 'the summaries differ';
  for (const { id, state } of listTurns(original, treeId)) {
    if (state === 'running') continue;
    const [turn, copied] = [original, copy].map((reader) => loggedTurn(reader, id, digests.sha256).digest);
    if (turn !== copied) return `the turn ${id} differs`;
  }
  return null;
}

/**
 * Compares every agent's head and draft in a tree with those in its copy in another file.
 * @returns a description of the first difference; null if there is none
 */
export function findPathDifference(original: Reader, copy: Reader, treeId: TreeId): string | null {
  for (const agentId of listAgentsIn(original, treeId)) {
    const [expected, found] = [original, copy].map((reader) =>
      JSON.stringify([findCursor(reader, treeId, agentId)?.head, findDraft(reader, treeId, agentId)]),
    );
    if (expected !== found) return `the draft of ${agentId} differs`;
  }
  return null;
}

function isEqualLink(one: Link, other: Link): boolean {
  return JSON.stringify(linkRecord(one)) === JSON.stringify(linkRecord(other));
}
