import type { NodeId, TreeId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { NO_PATH_CHANGE } from '../../../core/tree/tree-change.ts';
import type { Store } from '../../store/connection/store.ts';
import { findSummary } from '../../store/tables/marks/summaries.ts';
import type { TreeTransactions } from '../writing/tree-transactions.ts';

export interface OwnSummaryOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  /** The writer. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
}

/**
 * Writes a summary of a node in the writer's words, which no model's replaces; a blank one removes it, so that a model may
 * write one again. Writes nothing if it is the one that is there.
 * @throws {AspenError} NOT_FOUND
 */
export function writeOwnSummary(
  { store, treeId, author, transactions }: OwnSummaryOptions,
  node: NodeId,
  given: string,
): void {
  const written = normaliseText(given);
  const text = written.trim() === '' ? null : written;
  if (text === (findSummary(store, treeId, node)?.text ?? null)) return;
  transactions.run({ tree: treeId, author, kind: 'summary' }, (after) =>
    after.add({
      nodes: [],
      edges: [],
      metadata: [],
      path: NO_PATH_CHANGE,
      summaries: [{ node, text, isOwn: true }],
    }),
  );
}
