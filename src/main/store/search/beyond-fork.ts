import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { commonPrefixLength } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type { Reader } from '../connection/query.ts';
import { findHidingBases } from '../tree/hidden-splits.ts';
import { sqlTree } from '../tree/sql-tree.ts';
import { findAll, type Highlight, snippetAround, withoutMarks } from './search-snippet.ts';
import type { HitRow } from './search-statements.ts';

/** A hit with the part of its text to show. */
export interface ShownHit {
  readonly row: HitRow;
  readonly snippet: string;
  readonly highlights: readonly Highlight[];
}

/**
 * Leaves out matches in the beginning that a hidden split shares with the text it divides, where they are found as
 * well (`domain.md`, *Forks*). What remains of such a hit is shown from there on.
 * @param needle the text that was scanned for; null for a search in the index
 */
export function showHits(
  reader: Reader,
  rows: readonly HitRow[],
  needle: string | null,
): readonly ShownHit[] {
  const hidden = findHidden(reader, rows);
  const texts = new Map<NodeId, string>();
  return rows.flatMap((row) => {
    const { tree, base } = hidden.get(row) ?? {};
    if (tree === undefined || base === undefined) {
      const { snippet, highlights } = withoutMarks(row.snippet);
      return [{ row, snippet, highlights: needle === null ? highlights : findAll(snippet, needle) }];
    }
    const { text, matches } = matchesIn(row.marked ?? '', needle);
    const shared = sharedLength(tree, base, row.id as NodeId, texts);
    const beyond = matches.filter(({ to }) => to > shared);
    return beyond.length === 0 ? [] : [{ row, ...snippetAround(text, beyond) }];
  });
}

/** The hits at hidden splits, each with the tree and the base of the split. */
function findHidden(reader: Reader, rows: readonly HitRow[]) {
  const found = new Map<HitRow, { readonly tree: TreeView; readonly base: PositionId }>();
  const atSplits = rows.filter(({ marked }) => marked !== null);
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

function matchesIn(marked: string, needle: string | null) {
  if (needle !== null) return { text: marked, matches: findAll(marked, needle) };
  const { snippet: text, highlights: matches } = withoutMarks(marked);
  return { text, matches };
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
