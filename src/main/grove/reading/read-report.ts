import {
  type AuthorshipReport,
  authorshipReport,
  type ReportedPart,
} from '../../../core/exchange/authorship-report.ts';
import type { TreeId } from '../../../core/ids.ts';
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

/** Passages verified in one step. */
const STEP = 50;

/**
 * Reports who wrote the text on the screen, with what is typed, and verifies its passages, in steps that yield the share that
 * is done.
 * @throws {AspenError} NOT_FOUND
 */
export function* readReport(
  { store, treeSession, now, writerId }: Pick<GroveScope, 'store' | 'treeSession' | 'now' | 'writerId'>,
  treeId: TreeId,
): Generator<number, AuthorshipReport> {
  const { title, settings } = getTree(store, treeId);
  const { importedAt = Number.NEGATIVE_INFINITY } = settings;
  const time = now();
  const { shown, draftState } = treeSession(treeId);
  // The text as it is now: what is typed meanwhile is not in the report.
  const read = shown.momentParts();
  const edited = new Set(draftState.draft.edits.map(({ nodeId }) => nodeId));
  const log = readHead(store);
  const tree = sqlTree(store, treeId);
  const parts: ReportedPart[] = [];
  for (const { nodeId, whole } of read) {
    if (parts.length % STEP === 0) yield parts.length / read.length;
    // The text of an open edit is not that of the passage.
    const id = nodeId === null || edited.has(nodeId) ? null : nodeId;
    const [found] =
      id === null ? [] : nodesToVerify(tree, [id], (response) => responseToVerify(store, response));
    const createdAt = found?.node.createdAt ?? time;
    parts.push({
      ...whole,
      day: writingDay(createdAt),
      isImported: createdAt <= importedAt,
      node:
        found === undefined
          ? null
          : {
              id: found.node.id,
              contentHash: found.node.contentHash,
              verdict: verifyNode(found).verdict,
              createdAt: isoTime(createdAt),
            },
    });
  }
  yield 1;
  return authorshipReport(parts, {
    title,
    tree: treeId,
    madeAt: isoTime(time),
    writerId,
    authors: listAgents(store),
    // The root is no passage: it never has text.
    otherNodes: readNodeExtent(store, treeId).count - 1 - parts.filter(({ node }) => node !== null).length,
    log,
  });
}
