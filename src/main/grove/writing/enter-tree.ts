import { deepestFrom, moveHead } from '../../../core/tree/path.ts';
import { findCursor } from '../../store/tables/path-state.ts';
import type { TreeSessionOptions } from './tree-session.ts';

/**
 * On an agent's first visit to a tree, selects the default path and records its versions as selected, so that
 * another agent's new version never changes it.
 */
export function enterTree({
  store,
  treeId,
  author,
  transactions,
}: Pick<TreeSessionOptions, 'store' | 'treeId' | 'author' | 'transactions'>): void {
  if (store.readonly || findCursor(store, treeId, author.id) !== undefined) return;
  transactions.run({ tree: treeId, author, kind: 'commit', refuseIfStale: true }, (after) => {
    const head = deepestFrom(after.tree, after.path, after.tree.tree.rootPositionId);
    after.addPath(moveHead(after.tree, after.path, head));
  });
}
