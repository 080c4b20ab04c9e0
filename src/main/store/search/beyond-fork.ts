import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { commonPrefixLength } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Reader } from '../connection/query.ts';
import { findHidingBases } from '../tree/hidden-splits.ts';
import { sqlTree } from '../tree/sql-tree.ts';
import type { FoundRow } from './search-statements.ts';
import type { Match, TextMatcher } from './word-query.ts';

/** A row with what was found in its text. */
export interface FoundText<T extends FoundRow = FoundRow> {
  readonly row: T;
  readonly matches: readonly Match[];
}

/**
 * Finds the matches in the texts of rows. Leaves out those in the beginning that a hidden split shares with the text it
 * divides, where they are found as well (`domain.md`, *Forks*), and rows that have no others.
 */
export function findBeyondForks<T extends FoundRow>(
  reader: Reader,
  rows: readonly T[],
  matcher: TextMatcher,
): readonly FoundText<T>[] {
  const hidden = findHidden(reader, rows);
  const texts = new Map<NodeId, string>();
  return rows.flatMap((row) => {
    const matches = matcher.find(row.text ?? '');
    const { tree, base } = hidden.get(row) ?? {};
    if (tree === undefined || base === undefined) return [{ row, matches }];
    const shared = sharedLength(tree, base, row.id as NodeId, texts);
    const beyond = matches.filter(({ to }) => to > shared);
    return beyond.length === 0 ? [] : [{ row, matches: beyond }];
  });
}

/** The hits at hidden splits, each with the tree and the base of the split. */
function findHidden(reader: Reader, rows: readonly FoundRow[]) {
  const found = new Map<FoundRow, { readonly tree: TreeView; readonly base: PositionId }>();
  const atSplits = rows.filter(({ is_split }) => is_split === 1);
  for (const treeId of new Set(atSplits.map((row) => row.tree_id as TreeId))) {
    const own = atSplits.filter((row) => row.tree_id === treeId);
    const tree = sqlTree(reader, treeId);
    const positions = own.map((row) => row.position_id as PositionId);
    const bases = findHidingBases(reader, treeId, positions);
    for (const row of own) {
      const base = bases.get(row.position_id as PositionId);
      if (base !== undefined) found.set(row, { tree, base: base.positionId });
    }
  }
  return found;
}

/**
 * How much a version of a split shares with the version of its base that it shares most with.
 * @param texts those read so far
 */
function sharedLength(tree: TreeView, base: PositionId, node: NodeId, texts: Map<NodeId, string>): number {
  const textAt = (id: NodeId): string => {
    const text = texts.get(id) ?? textOf(tree.getContent(id).content);
    texts.set(id, text);
    return text;
  };
  const own = textAt(node);
  return Math.max(0, ...tree.versionsAt(base).map(({ id }) => commonPrefixLength(own, textAt(id))));
}
