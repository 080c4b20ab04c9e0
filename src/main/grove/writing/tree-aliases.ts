/** Giving a tree other names, and taking them from it. */
import { AspenError } from '../../../core/errors.ts';
import type { Alias, TreeName } from '../../../core/links/tree-name.ts';
import { isSameName } from '../../../core/links/tree-name.ts';
import { NO_PATH_CHANGE } from '../../../core/tree/tree-change.ts';
import { ALIAS_IS_BLANK, MANY_ALIASES } from '../../../ui-text/refusals.ts';
import { listNames } from '../../store/tables/marks/names.ts';
import { titleOf } from './tree-commands.ts';
import type { WritableTree } from './tree-transactions.ts';

/** The most aliases that a tree has at a time. */
const MAX_ALIASES = 100;

/**
 * Gives a tree an alias, unless it has the name.
 * @returns the names that it has and had
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the name is blank, or the tree has as many as it may
 */
export function addAlias(tree: WritableTree, name: string): readonly TreeName[] {
  const shown = titleOf(name);
  if (shown === null) throw new AspenError('INVALID_ARGUMENT', ALIAS_IS_BLANK);
  const current = listNames(tree.store, tree.treeId).filter(({ until }) => until === null);
  if (current.filter(({ kind }) => kind === 'alias').length >= MAX_ALIASES)
    throw new AspenError('INVALID_ARGUMENT', MANY_ALIASES);
  if (current.some((one) => isSameName(one.shown, shown))) return listNames(tree.store, tree.treeId);
  return write(tree, [{ shown, since: tree.idsAndClock.now(), until: null }]);
}

/**
 * Takes an alias from a tree; what was written while it had it still means it.
 * @returns the names that it has and had
 * @throws {AspenError} NOT_FOUND
 */
export function removeAlias(tree: WritableTree, name: string): readonly TreeName[] {
  const until = tree.idsAndClock.now();
  const ended = listNames(tree.store, tree.treeId)
    .filter((one) => one.kind === 'alias' && one.until === null && isSameName(one.shown, name))
    .map(({ shown, since }) => ({ shown, since, until }));
  return write(tree, ended);
}

function write(
  { store, treeId, author, transactions }: WritableTree,
  names: readonly Alias[],
): readonly TreeName[] {
  if (names.length > 0)
    transactions.run({ tree: treeId, author, kind: 'metadata' }, (after) =>
      after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, names }),
    );
  return listNames(store, treeId);
}
