import type { AgentId, NodeId, TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { loggedSummary, summaryRecord } from '../../../core/summaries/summary.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { copyAgents } from '../tables/agents.ts';
import { appendLog } from '../tables/log.ts';
import { findSummary, listOwnSummaries, listSummaries, writeSummaries } from '../tables/marks/summaries.ts';

export interface CopySummariesOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The tree that gets them, whose nodes and responses have been written. */
  readonly as: TreeId;
  /** Maps ids in the tree there to their ids here. */
  nodeId(id: NodeId): NodeId;
  readonly by: AgentId;
  /** The kind of the log row. */
  readonly kind: LogKind;
}

/**
 * Adds the summaries that models made of a tree and its nodes where there is none but the same text, those that the writer
 * wrote where there is none, and a log row that names them.
 */
export function copySummaries(
  tx: FileTransaction,
  { from, treeId, as, nodeId, by, kind }: CopySummariesOptions,
): void {
  const here = <S extends { readonly node: NodeId | null }>(summary: S): S => ({
    ...summary,
    node: summary.node === null ? null : nodeId(summary.node),
  });
  const summaries = listSummaries(from, treeId)
    .map(here)
    .filter(({ node, text }) => {
      const found = findSummary(tx, as, node);
      return found === null || (found.basis === null && found.text === text);
    })
    .map(summaryRecord);
  const own = listOwnSummaries(from, treeId)
    .map(here)
    .filter(({ node }) => findSummary(tx, as, node) === null);
  const written = [...summaries, ...own];
  if (written.length === 0) return;
  copyAgents(tx, from, new Set(summaries.map(({ agent }) => agent)), by);
  writeSummaries(tx, as, written);
  appendLog(tx, by, kind, { tree: as, summaries: written.map(loggedSummary) });
}
