import { AspenError } from '../core/errors.ts';
import type { LoomTree } from '../core/tree/loom-tree.ts';
import { chooseTree, noSuchTree, severalTrees } from '../ui-text/cli/sentences.ts';

/** The tree with an id, or with a title that no other has; without either, the only one. @throws {AspenError} INVALID_ARGUMENT */
export function findTree(trees: readonly LoomTree[], wanted: string | undefined): LoomTree {
  const found = trees.filter(({ id, title }) => wanted === undefined || id === wanted || title === wanted);
  const [first] = found;
  const chosen = found.find(({ id }) => id === wanted) ?? (found.length === 1 ? first : undefined);
  if (chosen !== undefined) return chosen;
  if (wanted === undefined) throw new AspenError('INVALID_ARGUMENT', chooseTree(found.length));
  const ids = found.map(({ id }) => id);
  throw new AspenError(
    'INVALID_ARGUMENT',
    first === undefined ? noSuchTree(wanted) : severalTrees(wanted, ids),
  );
}
