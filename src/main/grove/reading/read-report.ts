import {
  type AuthorshipReport,
  authorshipReport,
  type ReportedNode,
} from '../../../core/exchange/authorship-report.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import { nodesToVerify, verifyNode } from '../../../core/provenance/verify.ts';
import { writingDay } from '../../../ui-text/time.ts';
import { readHead } from '../../store/connection/log-head.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { getTree } from '../../store/tables/trees.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { readNodeExtent } from '../../store/tree/tree-export.ts';
import type { GroveScope } from '../grove-scope.ts';
import { responseToVerify } from './node-reader.ts';

/**
 * Reports who wrote the text on the screen, with what is typed, and verifies its passages.
 * @throws {AspenError} NOT_FOUND
 */
export function readReport(
  { store, treeSession, now, writerId }: Pick<GroveScope, 'store' | 'treeSession' | 'now' | 'writerId'>,
  treeId: TreeId,
): AuthorshipReport {
  const { title, settings } = getTree(store, treeId);
  const { importedAt = Number.NEGATIVE_INFINITY } = settings;
  const tree = sqlTree(store, treeId);
  const find = (id: NodeId): { readonly node: ReportedNode; readonly createdAt: number } | null => {
    const [toVerify] = nodesToVerify(tree, [id], (response) => responseToVerify(store, response));
    if (toVerify === undefined) return null;
    const { createdAt, contentHash } = toVerify.node;
    const { verdict } = verifyNode(toVerify);
    return { node: { id, contentHash, verdict, createdAt: isoTime(createdAt) }, createdAt };
  };
  const time = now();
  const { shown, draftState } = treeSession(treeId);
  const edited = new Set(draftState.draft.edits.map(({ nodeId }) => nodeId));
  const parts = shown.momentParts().map(({ nodeId, whole }) => {
    // The text of an open edit is not that of the passage.
    const found = nodeId === null || edited.has(nodeId) ? null : find(nodeId);
    const createdAt = found?.createdAt ?? time;
    return {
      ...whole,
      day: writingDay(createdAt),
      isImported: createdAt <= importedAt,
      node: found?.node ?? null,
    };
  });
  return authorshipReport(parts, {
    title,
    tree: treeId,
    madeAt: isoTime(time),
    writerId,
    authors: listAgents(store),
    otherNodes: readNodeExtent(store, treeId).count - parts.filter(({ node }) => node !== null).length,
    log: readHead(store),
  });
}
